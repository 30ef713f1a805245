import type { FastifyInstance } from "fastify";
import type { IncomingHttpHeaders } from "node:http";
import { baseHeaders } from "#server/http/answer-headers.ts";
import type { ReadLimiter } from "#server/http/rate-limits.ts";
import type { Services } from "#server/services.ts";

/**
 * Answers what is kept before anything else is done for a request. Only for who brings neither a cookie nor a body: for them
 * the way through sessions, handlers and pages ends with the same bytes. They are counted like any other reader.
 */
export function answerKept(
  app: FastifyInstance,
  { config, storefronts }: Pick<Services, "config" | "storefronts">,
  withinReadLimit: ReadLimiter,
): void {
  const base = baseHeaders(config);
  app.addHook("onRequest", (request, reply, done) => {
    const { raw } = request;
    const kept = raw.method === "GET" && isBare(raw.headers) ? storefronts.findAt(raw.url ?? "") : undefined;
    if (!kept) return done();
    const send = () => {
      const { status, headers, body } = kept.answerTo(raw.headers);
      reply.hijack();
      reply.raw.writeHead(status, { "x-request-id": request.id, ...base, ...headers }).end(body, "latin1");
    };
    const wait = withinReadLimit(request);
    if (wait)
      wait.then(send, (refusal: Error) => {
        reply.headers({ "x-request-id": request.id, ...base });
        // Fastify hands hooks of this kind a callback.
        // oxlint-disable-next-line promise/no-callback-in-promise
        done(refusal);
      });
    else send();
  });
}

const isBare = (headers: IncomingHttpHeaders) =>
  headers.cookie === undefined &&
  headers["content-length"] === undefined &&
  headers["transfer-encoding"] === undefined;
