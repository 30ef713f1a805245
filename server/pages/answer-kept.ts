import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { IncomingHttpHeaders } from "node:http";
import type { AnswerAtOnce } from "#server/http/answer-at-once.ts";
import { baseHeaders } from "#server/http/answer-headers.ts";
import { clientAddress } from "#server/http/forwarded-addresses.ts";
import type { ReadLimiter } from "#server/http/rate-limits.ts";
import type { Asked } from "#server/http/visits.ts";
import type { Services } from "#server/services.ts";
import type { KeptAnswer } from "./storefront-cache.ts";

/** Sees who was answered with what is kept, which no other hook does, in how many seconds. It costs nobody the answer: it does not throw. */
export type KeptHook = (
  asked: Asked,
  answer: Pick<KeptAnswer, "status" | "headers">,
  seconds: number,
) => void;

declare module "fastify" {
  interface FastifyInstance {
    keptHooks?: KeptHook[];
  }
}

/** Has `hook` called for every answer that is sent from what is kept before the request went its way. */
export function onKeptAnswered(app: FastifyInstance, hook: KeptHook): void {
  if (!app.keptHooks) app.decorate("keptHooks", []);
  app.keptHooks?.push(hook);
}

/**
 * Answers what is kept before anything else is done for a request. Only for who brings neither a cookie nor a body: for them
 * the way through sessions, handlers and pages ends with the same bytes. They are counted like any other reader, and whoever
 * has read so much that the database has to be asked goes the long way.
 */
export function answerKept(
  app: FastifyInstance,
  { config, storefronts, log }: Pick<Services, "config" | "storefronts" | "log">,
  { takesAtOnce }: ReadLimiter,
): AnswerAtOnce {
  const base = baseHeaders(config);
  const isLogged = config.requestLog || log.level === "debug";
  let isClosing = false;
  app.addHook("preClose", async () => void (isClosing = true));
  return (request, response) => {
    const { method = "", url = "", headers } = request;
    const kept = method === "GET" && isBare(headers) ? storefronts.findAt(url) : undefined;
    // What is logged of a request, and what is said to one that comes too late, is said on its way.
    if (!kept || isClosing || isLogged) return false;
    const begun = performance.now();
    const ip = clientAddress(request, config.trustedProxies);
    if (!takesAtOnce(ip)) return false;
    const answer = kept.answerTo(headers);
    const { status, headers: own, body } = answer;
    response.writeHead(status, { "x-request-id": randomUUID(), ...base, ...own }).end(body, "latin1");
    const seconds = (performance.now() - begun) / 1_000;
    for (const hook of app.keptHooks ?? []) hook({ method, url, headers, ip }, answer, seconds);
    return true;
  };
}

const isBare = (headers: IncomingHttpHeaders) =>
  headers.cookie === undefined &&
  headers["content-length"] === undefined &&
  headers["transfer-encoding"] === undefined;
