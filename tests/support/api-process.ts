import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

export type ApiProcess = {
  origin: string;
  /** Memory it holds, in bytes; `collected` after the unused has been given back. */
  memory(collected?: boolean): Promise<number>;
  kill(): Promise<void>;
};

/** The API in a process of its own, for tests that measure or kill it. */
export async function startApiProcess(environment: NodeJS.ProcessEnv): Promise<ApiProcess> {
  const child = fork(new URL("./api-process-main.ts", import.meta.url), [], {
    env: { PATH: process.env["PATH"], LOG_LEVEL: "silent", RATE_LIMIT_FACTOR: "1000", ...environment },
    execArgv: ["--expose-gc"],
  });
  const origin = await answer<string>(child);
  return {
    origin,
    async memory(collected = false) {
      child.send(collected ? "collected" : "memory");
      return answer<number>(child);
    },
    async kill() {
      if (child.exitCode === null && child.kill("SIGKILL")) await once(child, "exit");
    },
  };
}

function answer<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`The server ended with ${code}`));
    child.once("exit", onExit);
    child.once("message", (value) => {
      child.off("exit", onExit);
      resolve(value as T);
    });
  });
}
