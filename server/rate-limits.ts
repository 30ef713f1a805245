import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import type pg from "pg";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Limit } from "#contract/endpoint.ts";
import { TooManyRequests } from "./errors.ts";

/** Counters in PostgreSQL, shared by all processes. */
export type LimitStore = { pool: pg.Pool };

type Limiter = (request: FastifyRequest, limit: Limit) => Promise<void>;

/** Counts a call against its endpoint's limit, by address and, where signed in, by account. Throws 429 past it. */
export function createLimiter(store: LimitStore, factor: number): Limiter {
  const limiters = new Map<string, ReturnType<typeof createCounter>>();
  return async (request, limit) => {
    const route = `${request.method} ${request.routeOptions.url}`;
    let counter = limiters.get(route);
    if (!counter) limiters.set(route, (counter = createCounter(store, route, limit, factor)));
    const subject = request.signedIn
      ? `user:${request.signedIn.creatorId}`
      : `ip:${clientNetwork(request.ip)}`;
    await consume(counter, subject);
  };
}

/** A counter for one purpose, for limits that are no endpoint's own (codes for one address, say). */
export function createCounter(store: LimitStore, purpose: string, { points, seconds }: Limit, factor = 1) {
  return new RateLimiterPostgres({
    storeClient: store.pool,
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

/** Takes one point. Throws 429 with the wait when there is none left. */
export async function consume(counter: ReturnType<typeof createCounter>, subject: string): Promise<void> {
  try {
    await counter.consume(subject);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes)
      throw TooManyRequests(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
    throw refusal;
  }
}

/** The /24 of an IPv4 address, the /64 of an IPv6 one: what an office or a provider's customer may have. */
export function networkOf(ip: string): string {
  const address = clientNetwork(ip);
  return ipaddr.IPv4.isIPv4(address) ? address.replace(/\.\d+$/, ".0/24") : address;
}

/** An IPv4 address, or the /64 of an IPv6 one: what one household or host has. */
export function clientNetwork(ip: string): string {
  if (!ipaddr.isValid(ip)) return "unknown";
  const address = ipaddr.process(ip);
  if (address.kind() === "ipv4") return address.toString();
  return `${(address as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}
