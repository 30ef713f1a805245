import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process";

import { externalDatabaseHint } from "./external-database-hint.ts";
import type { RunAsUser } from "./run-as-user.ts";

export type ProgramOptions = { cwd: string; user: RunAsUser | undefined; stdio: SpawnOptions["stdio"] };
export type RunningProgram = { child: ChildProcess; ended: Promise<number> };

/**
 * Starts one of PostgreSQL's programs apart from our terminal, so that Ctrl-C reaches only us. `ended` gives the exit
 * code (-1 after a signal) and rejects, with a message for operators, when the program could not be run at all.
 */
export function runProgram(program: string, args: string[], options: ProgramOptions): RunningProgram {
  const child = spawn(program, args, {
    ...options.user,
    cwd: options.cwd,
    stdio: options.stdio,
    detached: true,
    windowsHide: true,
    env: programEnvironment(),
  });
  const ended = new Promise<number>((resolve, reject) => {
    child.on("error", (cause) => reject(new Error(explain(program, cause), { cause })));
    child.once("exit", (code) => resolve(code ?? -1));
  });
  // Callers may look at `ended` later than it fails; an unhandled rejection would end the process.
  ended.catch(() => {});
  return { child, ended };
}

/** Nothing of ours: no secrets, and none of the PG… variables that would change what PostgreSQL does. */
function programEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env;
  return { PATH, SystemRoot, TEMP, LC_ALL: "C", TZ: "UTC" };
}

function explain(program: string, cause: NodeJS.ErrnoException): string {
  // The program was there a moment ago; what is missing is the loader of the C library it was built for.
  if (cause.code === "ENOENT" && process.platform === "linux") {
    return (
      `${program} needs the GNU C library, which this system (Alpine, or another one built on musl) lacks. ` +
      externalDatabaseHint
    );
  }
  if (cause.code === "EACCES")
    return `${program} has no execute permission. Run "npm ci" again. ${externalDatabaseHint}`;
  return `${program} could not be started (${cause.code ?? cause.message}). ${externalDatabaseHint}`;
}
