import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "#tests/support/free-port.ts";

export type ServerProcess = {
  origin: string;
  port: number;
  process: ChildProcess;
  /** Everything it has printed. */
  output(): string;
  /** Waits until it answers `/api/ready` with 200; throws with its output when it ends before, or after ten minutes. */
  ready(): Promise<void>;
  /** Sends a signal and waits for the end; returns the exit status, which is 1 when the server took too long to stop. */
  end(signal?: NodeJS.Signals): Promise<{ status: number | null }>;
};

type Options = {
  env: Record<string, string>;
  roles?: ("web" | "worker")[];
  port?: number;
  /** `npm start`, in a process group of its own, instead of the server itself. */
  byNpm?: boolean;
};

const root = resolve(import.meta.dirname, "..", "..", "..");
const running = new Set<ChildProcess>();
process.once("exit", () => running.forEach((child) => child.kill("SIGKILL")));

/** Starts Openstall in a process of its own; the developer's own settings have no place in it. */
export async function startServer({ env, roles = [], port, byNpm = false }: Options): Promise<ServerProcess> {
  const ownPort = port ?? (await freePort());
  const origin = `http://localhost:${ownPort}`;
  const [command, args] = byNpm ? ["npm", ["start"]] : [process.execPath, ["server/main.ts", ...roles]];
  const child = spawn(command, args, {
    cwd: root,
    detached: byNpm,
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      TMPDIR: process.env["TMPDIR"],
      NODE_ENV: "production",
      LOG_LEVEL: "warn",
      RATE_LIMIT_FACTOR: "100",
      PORT: `${ownPort}`,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => output.push(chunk));
  const closed = once(child, "close").finally(() => running.delete(child));
  const text = () => Buffer.concat(output).toString();
  return {
    origin,
    port: ownPort,
    process: child,
    output: text,
    async ready() {
      const deadline = Date.now() + 600_000;
      while ((await statusOf(`${origin}/api/ready`)) !== 200) {
        if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline)
          throw new Error(`The server did not become ready:\n${text()}`);
        await sleep(20);
      }
    },
    async end(signal = "SIGTERM") {
      child.kill(signal);
      await closed;
      return { status: child.exitCode };
    },
  };
}

/** The status an address answers with; 0 when nobody answers. */
export async function statusOf(address: string): Promise<number> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(30_000) });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

/** The processes whose command line or working folder names the folder (Linux only; elsewhere none is found). */
export function processesIn(folder: string): string[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => ["environ", "cmdline"].some((file) => mentions(`/proc/${pid}/${file}`, folder)))
      .filter((pid) => Number(pid) !== process.pid);
  } catch {
    return [];
  }
}

function mentions(file: string, text: string): boolean {
  try {
    return readFileSync(file, "utf8").includes(text);
  } catch {
    return false;
  }
}
