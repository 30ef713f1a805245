import { hash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "./services.ts";

/** A public JSON answer, ready to send. Text, because Node writes a text and its headers at once, a buffer in two pieces. */
export type CachedAnswer = { body: string; etag: string };

const everyone = "";
const maxBytes = 32 * 1024 * 1024;
const maxAgeMs = 60_000;

/**
 * Public answers about creators, kept in this process by handle. `load` gives the JSON, or undefined where there is
 * nothing (which is not kept). A change of the storefront anywhere drops its answer, also one that is being loaded; the
 * least used go first beyond 32 MB, and none is older than a minute, should a notification be lost.
 */
export function createStorefrontCache(
  { notifications, clock, pool }: Pick<Services, "notifications" | "clock" | "pool">,
  load: (handle: string) => Promise<string | undefined>,
) {
  const answers = new Map<string, CachedAnswer & { loadedAt: number }>();
  const loading = new Map<string, Promise<CachedAnswer | undefined>>();
  let bytes = 0;

  function remove(handle: string): void {
    bytes -= answers.get(handle)?.body.length ?? 0;
    answers.delete(handle);
  }

  /** An answer read before the change is not kept, and nobody who asks from now on is given it. */
  function forget(handle: string): void {
    if (handle !== everyone) {
      loading.delete(handle);
      remove(handle);
      return;
    }
    loading.clear();
    answers.clear();
    bytes = 0;
  }
  notifications.listen("storefront_changed", forget);

  function find(handle: string): CachedAnswer | undefined {
    const answer = answers.get(handle);
    if (!answer) return undefined;
    // Back to the end: the map's order is the order of use.
    answers.delete(handle);
    answers.set(handle, answer);
    if (clock.now().getTime() - answer.loadedAt < maxAgeMs) return answer;
    remove(handle);
    return undefined;
  }

  async function loadAnswer(handle: string, isCurrent: () => boolean): Promise<CachedAnswer | undefined> {
    const loadedAt = clock.now().getTime();
    const json = await load(handle);
    if (json === undefined) return undefined;
    const answer = { body: json, etag: `"${hash("sha256", json, "base64url").slice(0, 22)}"`, loadedAt };
    if (!isCurrent()) return answer;
    remove(handle);
    answers.set(handle, answer);
    bytes += json.length;
    for (const oldest of answers.keys()) {
      if (bytes <= maxBytes) break;
      remove(oldest);
    }
    return answer;
  }

  return {
    /** The answer for a handle (lower case), loaded once however many ask for it at the same time. */
    get(handle: string): Promise<CachedAnswer | undefined> | CachedAnswer | undefined {
      const known = find(handle) ?? loading.get(handle);
      if (known) return known;
      const run: Promise<CachedAnswer | undefined> = loadAnswer(
        handle,
        () => loading.get(handle) === run,
      ).finally(() => {
        if (loading.get(handle) === run) loading.delete(handle);
      });
      loading.set(handle, run);
      return run;
    },

    forget,

    /** For the process that made the change: its next answer is the new one, without waiting for the notification. */
    async forgetOwner(creatorId: string): Promise<void> {
      const owner = pool.query<{ handle: string }>("select handle from users where id = $1", [creatorId]);
      // Not worth a failure after the change itself has succeeded.
      const { rows } = await owner.catch(() => ({ rows: [{ handle: everyone }] }));
      for (const { handle } of rows) forget(handle);
    },
  };
}

/** Sends a kept answer, or 304 to whoever has it already. Browsers and proxies may keep it but must ask each time. */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: CachedAnswer,
): never {
  reply.header("cache-control", "public, max-age=0, must-revalidate").header("etag", etag);
  const known = request.headers["if-none-match"];
  if (known !== undefined && matches(known, etag)) return reply.code(304).send() as never;
  return reply.type("application/json; charset=utf-8").send(body) as never;
}

/** Weak comparison, as for every GET. A proxy that compressed the answer has made the tag a weak one. */
function matches(header: string, etag: string): boolean {
  return header.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}
