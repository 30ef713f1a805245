import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import type pg from "pg";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Limit } from "#contract/endpoint.ts";
import { HttpError, TooManyRequests } from "#server/errors.ts";
import { workMethod } from "./work-method.ts";

/** Counters in PostgreSQL, shared by all processes. */
export type LimitStore = { pool: pg.Pool };

type Limiter = (request: FastifyRequest, limit: Limit) => Promise<void>;

/** Counts a call against its endpoint's limit: one for each route, however its path is spelled. Throws 429 past it. */
export function createLimiter(store: LimitStore, factor: number): Limiter {
  const limiters = new Map<string, ReturnType<typeof createCounter>>();
  return async (request, limit) => {
    const route = `${workMethod(request)} ${request.routeOptions.url}`;
    let counter = limiters.get(route);
    if (!counter) limiters.set(route, (counter = createCounter(store, route, limit, factor)));
    for (const subject of subjectsOf(request)) await consume(counter, subject);
  };
}

export type ReadLimiter = {
  /** Counts a read. Throws 429 past the limit; answers a promise only where the database has to be asked. */
  within(request: FastifyRequest): Promise<void> | undefined;
  /** Counts a read of an address where that needs no database. */
  takesAtOnce(ip: string): boolean;
};

/** For pages and reads without a limit of their own: a whole classroom's at once, and no crawler's by the thousand. */
export const readLimit: Limit = { points: 3_000, seconds: 60 };
/** A second's worth of what is allowed: who may read more does not ask the database more often for it. */
const blockOf = ({ points, seconds }: Limit, factor: number) => Math.ceil((points * factor) / seconds);

/**
 * Counts pages and reads together. A process takes a block of the shared counter at a time and spends it by itself, so that
 * a read costs no statement. Throws 429 past the limit.
 */
export function createReadLimiter(store: LimitStore, factor: number): ReadLimiter {
  const shared = createCounter(store, "reads", readLimit, factor);
  const blockPoints = blockOf(readLimit, factor);
  const blocks = new LRUCache<string, { left: number }>({
    // A size, not a number of entries, which would take its room at once.
    maxSize: 100_000,
    sizeCalculation: () => 1,
    ttl: readLimit.seconds * 1_000,
  });
  const taking = new Map<string, Promise<void>>();
  const newBlock = (subject: string) => {
    const block = { left: blockPoints };
    blocks.set(subject, block);
    return block;
  };
  const isSpent = (subject: string): boolean => {
    const block = blocks.get(subject) ?? newBlock(subject);
    if (block.left === 0) return true;
    block.left -= 1;
    return false;
  };
  const takeBlock = async (subject: string) => {
    try {
      await consume(shared, subject, blockPoints);
      newBlock(subject);
    } finally {
      taking.delete(subject);
    }
  };
  const waitForBlocks = async (subjects: string[]) => {
    for (const subject of subjects) {
      // However many wait for it, it is one block.
      const block = taking.get(subject) ?? takeBlock(subject);
      taking.set(subject, block);
      await block;
    }
  };
  return {
    within(request) {
      const spent = subjectsOf(request).filter(isSpent);
      return spent.length > 0 ? waitForBlocks(spent) : undefined;
    },
    takesAtOnce: (ip) => !isSpent(subjectOf(ip)),
  };
}

/**
 * Whom a call is counted for: a creator's own by account, so that those who share an office do not wait for each other; any
 * other by address, and signed in by account as well. Visitors of a demo share an account, and are told apart by address.
 */
function subjectsOf({ ip, signedIn, routeOptions }: FastifyRequest): string[] {
  const account = signedIn && !signedIn.isShared ? [`user:${signedIn.personId}`] : [];
  const { access } = routeOptions.config;
  const isOwn = account.length > 0;
  return isOwn && (access === "creator" || access === "operator") ? account : [subjectOf(ip), ...account];
}

const subjectOf = (ip: string) => `ip:${clientNetwork(ip)}`;

/**
 * The pool as counters take it: no call waits until its count is on the disk. A crash takes along what was counted in the last
 * half second or so, and nothing else: a count is a transaction of its own.
 */
const withoutDisk = (pool: pg.Pool) => ({
  query: ({ text, ...rest }: pg.QueryConfig) =>
    pool.query({ ...rest, text: text.replace("RETURNING points, expire", `$&, ${commitAtLeisure}`) }),
});

const commitAtLeisure = "set_config('synchronous_commit', 'off', true) as synchronous";

/** A counter for one purpose, for limits that are no endpoint's own (codes for one address, say). */
export function createCounter(store: LimitStore, purpose: string, { points, seconds }: Limit, factor = 1) {
  return new RateLimiterPostgres({
    storeClient: withoutDisk(store.pool),
    storeType: "pool",
    tableName: "rate_limits",
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: purpose,
    points: Math.ceil(points * factor),
    duration: seconds,
    // Past the limit a process answers from memory; a database that is away must not stop the shop.
    inMemoryBlockOnConsumed: Math.ceil(points * factor) + 1,
    insuranceLimiter: new RateLimiterMemory({
      keyPrefix: purpose,
      points: Math.ceil(points * factor),
      duration: seconds,
    }),
  });
}

/** Takes points. Throws 429 with the wait when there are none left. */
export async function consume(
  counter: ReturnType<typeof createCounter>,
  subject: string,
  points = 1,
): Promise<void> {
  try {
    await counter.consume(subject, points);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes)
      throw TooManyRequests(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
    throw refusal;
  }
}

/** Takes a point, and answers whether there was one left. */
export const takes = (counter: ReturnType<typeof createCounter>, subject: string): Promise<boolean> =>
  consume(counter, subject).then(
    () => true,
    (error: unknown) => {
      if (error instanceof HttpError) return false;
      throw error;
    },
  );

/** The /24 of an IPv4 address, the /64 of an IPv6 one: what an office or a provider's customer may have. */
export function networkOf(ip: string): string {
  const address = clientNetwork(ip);
  return ipaddr.IPv4.isIPv4(address) ? address.replace(/\.\d+$/, ".0/24") : address;
}

/** Reading an address costs more than a cached page's other checks together, and the same ones come again. */
const networks = new LRUCache<string, string>({ max: 10_000 });

/** An IPv4 address, or the /64 of an IPv6 one: what one household or host has. */
export function clientNetwork(ip: string): string {
  const known = networks.get(ip);
  if (known !== undefined) return known;
  const network = readNetwork(ip);
  networks.set(ip, network);
  return network;
}

function readNetwork(ip: string): string {
  if (!ipaddr.isValid(ip)) return "unknown";
  const address = ipaddr.process(ip);
  if (address.kind() === "ipv4") return address.toString();
  return `${(address as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}
