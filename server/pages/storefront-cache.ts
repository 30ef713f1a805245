import { hash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { apiHeaders } from "#server/http/answer-headers.ts";
import { isUnsafe } from "#server/http/request-forgery.ts";
import type { Services } from "#server/services.ts";

/** What is kept, ready to send, and how much memory it takes. */
export type Kept = {
  bytes: number;
  /** When what it shows is over: it is not kept past that. */
  until?: Date | undefined;
  /** What whoever sends these headers is answered, with all that the answer's own headers say. */
  answerTo(headers: IncomingHttpHeaders): KeptAnswer;
};

export type KeptAnswer = {
  status: 200 | 304;
  headers: Readonly<Record<string, string>>;
  /** Its bytes as Latin-1 text, which Node writes with the headers at once, and without reading it: a buffer it writes in two pieces. */
  body: string;
};

export type StorefrontCache = {
  /**
   * What is kept of a storefront under a name; else what `load` gives, once however many ask for it at the same time.
   * Undefined is not kept. `handle` in lower case; empty for what is no creator's. `url` is the address that shows it to
   * everybody who brings no cookie: it is found there from then on.
   */
  get<Value extends Kept>(
    handle: string,
    name: string,
    load: () => Promise<Value | undefined>,
    url?: string,
  ): Promise<Value | undefined> | Value | undefined;
  /** What is kept of an address, exactly as it was written: what has a query was never put there. */
  findAt(url: string): Kept | undefined;
  /** A storefront has changed: what is kept of it goes, and what is being loaded is given out, but not kept. */
  invalidate(handle: string): void;
};

const most = { entries: 4_000, bytes: 128 * 1024 * 1024 };
/** Where no notification arrives, what another process changed shows after the second. */
const maxAges = { told: 60_000, untold: 1_000 };
/** While it is not known whether they arrive, with the 0.4 s in which that is asked. */
const doubtedMs = 500;

/**
 * The public side of storefronts, kept in this process: pages and JSON answers. Its one rule: every change of a storefront
 * tells all processes (`storefront_changed`, by triggers), and each then forgets it whole. What is older than half a second is shown
 * only as long as it is known that nothing was told in vain, and nothing is older than a minute. The process that a creator
 * writes through has forgotten it before they are answered.
 */
export function openStorefrontCache({
  notifications,
  clock,
}: Pick<Services, "notifications" | "clock">): StorefrontCache {
  const maxAgeMs = notifications.arrive ? maxAges.told : maxAges.untold;
  const kept = new LRUCache<string, { value: Kept; since: number }>({
    max: most.entries,
    maxSize: most.bytes,
    sizeCalculation: ({ value }) => value.bytes,
    ttl: maxAgeMs,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  });
  const loading = new Map<string, Promise<Kept | undefined>>();
  /** The keys of addresses, which may be written in many ways: those asked for last. */
  const keys = new LRUCache<string, string>({
    max: most.entries,
    maxSize: 1_000_000,
    sizeCalculation: (key, url) => key.length + url.length,
  });

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

  /** `since`: when it was begun to be loaded. */
  function keep(key: string, value: Kept, since: number): void {
    const ttl = value.until ? Math.min(maxAgeMs, value.until.getTime() - clock.now().getTime()) : maxAgeMs;
    if (ttl > 0) kept.set(key, { value, since }, { ttl });
  }

  const newMs = notifications.arrive ? doubtedMs : maxAges.untold;
  const isNew = ({ since }: { since: number }) => performance.now() - since < newMs;

  /** Undefined where it may have been changed without our knowing it. */
  function findCurrent(key: string): Kept | undefined {
    const found = kept.get(key);
    if (!found) return undefined;
    return notifications.areCurrent() || isNew(found) ? found.value : undefined;
  }

  async function confirm(key: string, load: () => Promise<Kept | undefined>): Promise<Kept | undefined> {
    const isCurrent = await notifications.catchUp();
    const found = kept.get(key);
    return found && (isCurrent || isNew(found)) ? found.value : (loading.get(key) ?? start(key, load));
  }

  function start(key: string, load: () => Promise<Kept | undefined>): Promise<Kept | undefined> {
    const since = performance.now();
    const isCurrent = () => loading.get(key) === run;
    const run = load()
      .then((value) => {
        if (value && isCurrent()) keep(key, value, since);
        return value;
      })
      .finally(() => {
        if (isCurrent()) loading.delete(key);
      });
    loading.set(key, run);
    return run;
  }

  return {
    get<Value extends Kept>(
      handle: string,
      name: string,
      load: () => Promise<Value | undefined>,
      url?: string,
    ) {
      const key = keyOf(handle, name);
      if (url !== undefined && !url.includes("?")) keys.set(url, key);
      // Whoever asks under a name gets what was kept under it.
      const found = findCurrent(key) ?? loading.get(key) ?? (kept.has(key) ? confirm : start)(key, load);
      return found as Value | Promise<Value | undefined>;
    },
    findAt(url) {
      const key = keys.get(url);
      return key === undefined ? undefined : findCurrent(key);
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

/** A public JSON answer as it is kept. Browsers and proxies may keep it, too, but must ask each time. */
export function cachedAnswer(json: string, until?: Date): Kept {
  const body = Buffer.from(json).toString("latin1");
  const etag = `"${hash("sha256", json, "base64url").slice(0, 22)}"`;
  const headers = { ...apiHeaders, "cache-control": "public, max-age=0, must-revalidate", etag };
  const known: KeptAnswer = { status: 304, headers, body: "" };
  const whole: KeptAnswer = {
    status: 200,
    headers: {
      ...headers,
      "content-type": "application/json; charset=utf-8",
      "content-length": `${body.length}`,
    },
    body,
  };
  return { until, bytes: body.length, answerTo: (asked) => (isKnown(asked, etag) ? known : whole) };
}

/** Sends what is kept, or 304 to whoever has it already. */
export function sendKept(kept: Kept, request: FastifyRequest, reply: FastifyReply): never {
  const { status, headers, body } = kept.answerTo(request.headers);
  return reply
    .code(status)
    .headers(headers)
    .send(status === 304 ? undefined : Buffer.from(body, "latin1")) as never;
}

/** Weak comparison, as for every GET. A proxy that compressed the answer has made the tag a weak one. */
export function isKnown({ "if-none-match": given }: IncomingHttpHeaders, etag: string): boolean {
  if (given === undefined) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, "");
  return given.split(",").some((tag) => tag.trim() === "*" || bare(tag) === bare(etag));
}
