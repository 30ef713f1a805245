import type { FastifyRequest } from "fastify";
import { isbot } from "isbot";
import { clientNetwork } from "./rate-limits.ts";
import type { TokenPurpose } from "#server/secrets/derived-keys.ts";
import { keyedToken } from "#server/secrets/secrets.ts";

/** What is known of a request, before Fastify has seen it too. */
export type Asked = Pick<FastifyRequest, "method" | "url" | "headers" | "ip">;

/** Somebody looks at the page: no program, no picture or frame of another site, no page fetched in advance. */
export const isVisit = (request: Asked): boolean =>
  isOpened(request) && !isbot(request.headers["user-agent"]);

/** The same of whoever asks, people and programs that say so in their names. */
export function isOpened({ method, headers }: Asked): boolean {
  const destination = headers["sec-fetch-dest"] ?? "document";
  const inAdvance = [headers["sec-purpose"], headers["purpose"], headers["x-moz"], headers["x-purpose"]].some(
    (purpose) => purpose !== undefined && /prefetch|prerender|preview/i.test(String(purpose)),
  );
  return method === "GET" && destination === "document" && !inAdvance;
}

/**
 * A keyed hash of a visitor's network and browser, for counting each of them once on one day (YYYY-MM-DD, UTC). The day
 * is part of it, so that nobody can be followed from one day to the next; so is the purpose.
 */
export const visitorHash = (
  secret: string,
  purpose: TokenPurpose,
  request: FastifyRequest,
  day: string,
): string =>
  keyedToken(secret, purpose, `${day} ${clientNetwork(request.ip)} ${request.headers["user-agent"] ?? ""}`);
