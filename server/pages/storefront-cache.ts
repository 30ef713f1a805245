import { hash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { isUnsafe } from "#server/http/request-forgery.ts";
import type { Services } from "#server/services.ts";

/** What is kept, and how much memory it takes. */
export type Kept = {
  bytes: number;
  /** When what it shows is over: it is not kept past that. */
  until?: Date | undefined;
};

/** A public JSON answer, ready to send. Text, because Node writes a text and its headers at once, a buffer in two pieces. */
export type CachedAnswer = Kept & { body: string; etag: string };

export type StorefrontCache = {
  /**
   * What is kept of a storefront under a name; else what `load` gives, once however many ask for it at the same time.
   * Undefined is not kept. `handle` in lower case; empty for what is no creator's.
   */
  get<Value extends Kept>(
    handle: string,
    name: string,
    load: () => Promise<Value | undefined>,
  ): Promise<Value | undefined> | Value | undefined;
  /** A storefront has changed: what is kept of it goes, and what is being loaded is given out, but not kept. */
  invalidate(handle: string): void;
};

const most = { entries: 4_000, bytes: 128 * 1024 * 1024 };
const maxAgeMs = 60_000;

/**
 * The public side of storefronts, kept in this process: pages and JSON answers. Its one rule: every change of a storefront
 * tells all processes (`storefront_changed`, by triggers), each then forgets it whole, and nothing is older than a minute
 * should a notification be lost. The process that a creator writes through has forgotten it before they are answered.
 */
export function openStorefrontCache({
  notifications,
  clock,
}: Pick<Services, "notifications" | "clock">): StorefrontCache {
  const kept = new LRUCache<string, Kept>({
    max: most.entries,
    maxSize: most.bytes,
    sizeCalculation: ({ bytes }) => bytes,
    ttl: maxAgeMs,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  });
  const loading = new Map<string, Promise<Kept | undefined>>();

  function invalidate(handle: string): void {
    const prefix = keyOf(handle, "");
    for (const key of [...kept.keys(), ...loading.keys()])
      if (key.startsWith(prefix)) {
        loading.delete(key);
        kept.delete(key);
      }
  }
  void notifications.listen("storefront_changed", (handle) => {
    if (handle) return invalidate(handle);
    // The connection was lost, and any change may have been missed.
    loading.clear();
    kept.clear();
  });

  function keep(key: string, value: Kept): void {
    const ttl = value.until ? Math.min(maxAgeMs, value.until.getTime() - clock.now().getTime()) : maxAgeMs;
    if (ttl > 0) kept.set(key, value, { ttl });
  }

  function start(key: string, load: () => Promise<Kept | undefined>): Promise<Kept | undefined> {
    const isCurrent = () => loading.get(key) === run;
    const run = load()
      .then((value) => {
        if (value && isCurrent()) keep(key, value);
        return value;
      })
      .finally(() => {
        if (isCurrent()) loading.delete(key);
      });
    loading.set(key, run);
    return run;
  }

  return {
    get<Value extends Kept>(handle: string, name: string, load: () => Promise<Value | undefined>) {
      const key = keyOf(handle, name);
      // Whoever asks under a name gets what was kept under it.
      return (kept.get(key) ?? loading.get(key) ?? start(key, load)) as Value | Promise<Value | undefined>;
    },
    invalidate,
  };
}

const keyOf = (handle: string, name: string): string => `${handle}\0${name}`;

/** A creator sees at once what they saved here, even before the notification arrives. */
export function invalidateOwnStorefronts(
  app: FastifyInstance,
  { storefronts }: Pick<Services, "storefronts">,
): void {
  app.addHook("onSend", (request, reply, _payload, done) => {
    if (request.signedIn && isUnsafe(request) && reply.statusCode < 400)
      storefronts.invalidate(request.signedIn.handle);
    done();
  });
}

/** A JSON answer as it is kept. */
export function cachedAnswer(body: string, until?: Date): CachedAnswer {
  return { until, body, etag: `"${hash("sha256", body, "base64url").slice(0, 22)}"`, bytes: body.length };
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
