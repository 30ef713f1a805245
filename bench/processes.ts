import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";

/** Starts a script on one core and waits until it says "up". */
export async function startServer(
  script: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<ChildProcess> {
  const command = pinned(0, process.execPath, [script, ...args]);
  const child = spawn(command.file, command.args, {
    env: { ...process.env, NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", (chunk: Buffer) => chunk.toString().includes("up") && resolve());
    child.on("exit", (code) => reject(new Error(`${script} ended with ${code}`)));
  });
  return child;
}

/** Keeps this process, the load's source, off the servers' core. */
export function pinMyself(): void {
  if (hasTaskset()) execFileSync("taskset", ["-a", "-cp", "1", String(process.pid)], { stdio: "ignore" });
}

/** Processor time of a process and its children so far, in microseconds. Linux only; 0 elsewhere. */
export function cpuMicroseconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    try {
      const text = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
      return sum + (Number(fields[11]) + Number(fields[12])) * 10_000;
    } catch {
      return sum;
    }
  }, 0);
}

/** Memory that a process has at the moment, in megabytes. Linux only; 0 elsewhere. */
export function residentMegabytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

/** The processes of one PostgreSQL server, its postmaster first. */
export function postgresPids(postmaster: number): number[] {
  try {
    const children = execFileSync("pgrep", ["-P", String(postmaster)], { encoding: "utf8" });
    return [postmaster, ...children.split("\n").filter(Boolean).map(Number)];
  } catch {
    return [postmaster];
  }
}

function pinned(core: number, file: string, args: string[]) {
  return hasTaskset() ? { file: "taskset", args: ["-c", String(core), file, ...args] } : { file, args };
}

function hasTaskset(): boolean {
  try {
    execFileSync("taskset", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
