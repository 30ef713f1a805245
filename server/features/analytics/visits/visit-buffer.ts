import { isbot } from "isbot";
import { LRUCache } from "lru-cache";
import { fewBrowsers } from "#server/http/few-browsers.ts";
import { clientNetwork } from "#server/http/rate-limits.ts";
import { traceRound } from "#server/operation/traces/trace-work.ts";
import type { Services } from "#server/services.ts";
import { type Arrival, sourceOfVisit } from "./source-of-visit.ts";
import { type HashVisitor, visitorHasher } from "./visitor-hash.ts";
import { findSeen, type SeenVisit, writeVisits } from "./write-visits.ts";

/** How far a request shows that its visitor came; see `visits.step`. */
export type Seen = {
  at: Date;
  ip: string;
  step: 1 | 2 | 3 | 4;
  /** Counts as a look at a page. */
  isView: boolean;
  arrival: Arrival;
  /** What was seen: a store by its handle, a product in it by its slug; a product's id; or a checkout. */
  handle?: string | undefined;
  slug?: string | undefined;
  productId?: string | undefined;
  checkoutSessionId?: string | undefined;
};

/** What was seen, and how often within a moment. */
type Look = Seen & { times: number };

export type VisitBuffer = {
  /** Remembers; does nothing that takes time. */
  add(seen: Seen): void;
  /** Writes what is remembered. What cannot be written is lost, and said in the log. */
  flush(): Promise<void>;
};

const everyMs = 1_000;
/** More at once is no crowd of people, or the database is away: what comes on top is not counted. */
export const mostWaiting = 20_000;
const atOnce = 1_000;

const buffers = new WeakMap<object, VisitBuffer>();

/** What this process has seen in the last second and not written yet: one buffer for each database. */
export function visitBuffer(services: Services): VisitBuffer {
  const known = buffers.get(services.pool);
  if (known) return known;
  const made = makeBuffer(services);
  buffers.set(services.pool, made);
  return made;
}

function makeBuffer({ pool, config, log, tracer }: Services): VisitBuffer {
  let waiting = new Map<string, Look>();
  /** With what is being written. */
  let unwritten = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  const ownHost = config.publicUrl.hostname;
  const isAmongFew = fewBrowsers();

  /** Undefined for one too many of a network. */
  function begun(
    { at, arrival }: Seen,
    ownerId: string,
    network: string,
    hash: HashVisitor,
  ): SeenVisit | undefined {
    const { visitor, earlier } = hash(ownerId, network, arrival.userAgent);
    if (!isAmongFew(network, visitor)) return undefined;
    return {
      ownerId,
      visitor,
      earlier,
      at: at.toISOString(),
      ...sourceOfVisit(arrival, ownHost),
      views: 0,
      step: 1,
      products: [],
      checkouts: [],
    };
  }

  async function write(batch: Look[]): Promise<void> {
    const people = batch.filter(({ arrival }) => !isRobot(arrival.userAgent));
    const first = people[0];
    if (!first) return;
    const hash = await visitorHasher(pool, first.at);
    const found = await findSeen(pool, people);
    const visits = new Map<string, SeenVisit>();
    people.forEach((seen, index) => {
      const place = found[index];
      if (!place) return;
      const { ownerId, productId } = place;
      const network = clientNetwork(seen.ip);
      const key = `${ownerId} ${network} ${seen.arrival.userAgent}`;
      const visit = visits.get(key) ?? begun(seen, ownerId, network, hash);
      if (!visit) return;
      visit.views += seen.isView ? seen.times : 0;
      visit.step = Math.max(visit.step, seen.step);
      if (productId !== null) visit.products.push({ productId, step: seen.step });
      if (productId !== null && seen.checkoutSessionId !== undefined)
        visit.checkouts.push({ checkoutSessionId: seen.checkoutSessionId, productId });
      visits.set(key, visit);
    });
    if (visits.size > 0) await writeVisits(pool, [...visits.values()]);
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const seen = [...waiting.values()];
    waiting = new Map();
    writing = writing.then(async () => {
      for (let from = 0; from < seen.length; from += atOnce) {
        const batch = seen.slice(from, from + atOnce);
        await traceRound(tracer, "write-visits", () => write(batch)).catch((error: unknown) =>
          log.error({ err: error }, "visits were not counted"),
        );
        unwritten -= batch.length;
      }
    });
    await writing;
  }

  return {
    add(seen) {
      const key = sameness(seen);
      const same = waiting.get(key);
      if (same) {
        same.times++;
        return;
      }
      if (unwritten >= mostWaiting) return;
      unwritten++;
      waiting.set(key, { ...seen, times: 1 });
      timer ??= setTimeout(() => void flush(), everyMs).unref();
    },
    flush,
  };
}

/**
 * The same visitor who looks at the same thing again is a number, and nothing more to remember: what is remembered for a second
 * costs the collector of garbage more than all else that is done for a kept page. No header has a line's end in it.
 */
const sameness = ({
  step,
  isView,
  ip,
  handle,
  slug,
  productId,
  checkoutSessionId,
  arrival,
}: Seen): string => {
  const { userAgent, referrer, search, by } = arrival;
  return `${step}${isView}\n${ip}\n${handle}\n${slug}\n${productId}\n${checkoutSessionId}\n${by}\n${userAgent}\n${referrer}\n${search}`;
};

/** Reading a browser's name costs more than all else that is done for a visit, and the same ones come again. */
const robots = new LRUCache<string, boolean>({
  max: 5_000,
  maxSize: 1_000_000,
  sizeCalculation: (_, name) => name.length + 1,
});

function isRobot(userAgent: string): boolean {
  const known = robots.get(userAgent);
  if (known !== undefined) return known;
  // Without a name it is a program, too.
  const robot = userAgent === "" || isbot(userAgent);
  robots.set(userAgent, robot);
  return robot;
}
