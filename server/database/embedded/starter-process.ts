import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** For tests: another Node process that started PostgreSQL on a data folder and stays until it is told to go. */
export type StarterProcess = {
  url: string;
  pid: number;
  adopted: boolean;
  /** Calls `stop()` in that process and waits for its end. */
  stop(): Promise<void>;
  /** Ends that process with SIGKILL. */
  kill(): Promise<void>;
};

const script = `
  const { startEmbeddedPostgres } = await import(process.argv[1]);
  const { url, pid, adopted, stop } = await startEmbeddedPostgres({ dataDir: process.argv[2] });
  console.log(JSON.stringify({ url, pid, adopted }));
  process.stdin.once("end", () => void stop()).resume();
`;

/** Starts such a process and waits until PostgreSQL is ready there; rejects if it is killed before. */
export async function startInAnotherProcess(
  dataDir: string,
  options: { killAfterMs?: number } = {},
): Promise<StarterProcess> {
  const starter = fileURLToPath(new URL("embedded-postgres.ts", import.meta.url));
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, starter, dataDir], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  if (options.killAfterMs) setTimeout(() => child.kill("SIGKILL"), options.killAfterMs);
  const line = await firstLine(child);
  const end = async (how: () => void): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    how();
    await ended;
  };
  return {
    ...(JSON.parse(line) as { url: string; pid: number; adopted: boolean }),
    stop: () => end(() => child.stdin?.end()),
    kill: () => end(() => child.kill("SIGKILL")),
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error("The starter process has no output.");
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error("The starter process ended before PostgreSQL was ready.");
}
