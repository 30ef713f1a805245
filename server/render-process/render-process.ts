import { type ChildProcess, fork } from "node:child_process";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { Invalid, Unavailable } from "#server/errors.ts";
import { createFairQueue } from "./fair-queue.ts";
import type { RenderAnswer, RenderRequest, RenderTasks } from "./tasks.ts";

/** A picture of the most pixels takes some eight seconds of a core; a busy machine may take ten times as long. */
const longestMs = 120_000;
/** What it keeps in memory is given back when nobody has asked for so long. */
const idleMs = 30_000;
/** Between what serves people and what makes backups (10): where both cores are wanted it gets a quarter of them. */
export const niceness = 5;

/** Twenty accounts would have to fill theirs before anybody else is asked to come again. */
const queue = createFairQueue({ perKey: 20, total: 400, retryAfterSeconds: 5 });

let child: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;
let requests = 0;

/** Throws 429 or 503 where `render` would: for asking before a body is read. */
export const requireRenderRoom = (key: string): void => queue.requireRoom(key);

/**
 * Encodes and draws in a process of its own, one piece at a time: it shares no thread, no memory and not much processor time
 * with this one, and can be killed. `key` is whose it is: they take turns. Throws what the task throws as `Invalid`; 429 and
 * 503 with a wait where too much waits already; `RenderFailed` where it took too long, took too much, or failed.
 */
export async function render<Task extends keyof RenderTasks>(
  key: string,
  task: Task,
  ...input: Parameters<RenderTasks[Task]>
): Promise<Output<Task>> {
  const answer = await queue.run(key, () => ask({ id: ++requests, task, input }));
  if ("fields" in answer) throw Invalid(answer.fields);
  if ("failure" in answer) throw new RenderFailed(answer.failure);
  return answer.output as Output<Task>;
}

type Output<Task extends keyof RenderTasks> = Awaited<ReturnType<RenderTasks[Task]>>;

/** What could not be made in time or in memory, or was no good; the process is a new one afterwards. */
export class RenderFailed extends Error {}

/** As people are told where it is not their own picture that failed. */
export const renderUnavailable = (error: unknown): never => {
  throw error instanceof RenderFailed
    ? Unavailable("This could not be made just now. Please try again.")
    : error;
};

/** For whoever watches it, or wants its memory back. */
export const renderProcess = {
  pid: (): number | undefined => child?.pid,
  end: (): void => (child ? end(child) : undefined),
};

async function ask(request: RenderRequest): Promise<RenderAnswer> {
  clearTimeout(idle);
  const asked = (child ??= start());
  asked.ref();
  asked.channel?.ref();
  const { promise, resolve } = Promise.withResolvers<RenderAnswer>();
  const fail = (failure: string) => resolve({ id: request.id, failure });
  const onMessage = (answer: RenderAnswer) => answer.id === request.id && resolve(answer);
  const onExit = (code: number | null, signal: string | null) => fail(`it ended with ${signal ?? code}`);
  const onError = (error: Error) => fail(error.message);
  const late = setTimeout(() => {
    fail(`it took longer than ${longestMs} ms`);
    end(asked);
  }, longestMs);
  asked.on("message", onMessage).once("exit", onExit).on("error", onError);
  asked.send(request, (error) => error && fail(error.message));
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    asked.off("message", onMessage).off("exit", onExit).off("error", onError);
    asked.unref();
    asked.channel?.unref();
    idle = setTimeout(() => end(asked), idleMs).unref();
  }
}

function start(): ChildProcess {
  const started = fork(fileURLToPath(new URL("./render-worker.ts", import.meta.url)), {
    // Nothing of ours: no secrets. Two threads of its own encode.
    env: { UV_THREADPOOL_SIZE: "2", VIPS_CONCURRENCY: "1" },
    execArgv: ["--max-old-space-size=256"],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  started.once("exit", () => {
    if (child === started) child = undefined;
  });
  // A child that could not be started or told says so to whoever asked; without a listener it would end this process.
  started.on("error", () => end(started));
  try {
    // Before it has threads: each has the priority of the one that started it.
    if (started.pid !== undefined) setPriority(started.pid, niceness);
  } catch {
    // A system that forbids it lets it run as it is.
  }
  return started;
}

function end(ended: ChildProcess): void {
  if (child === ended) child = undefined;
  ended.kill("SIGKILL");
}
