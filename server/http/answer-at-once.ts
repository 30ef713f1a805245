import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { FastifyBaseLogger, FastifyServerFactory } from "fastify";
import { oversizeOf, refuseOversize, requestBounds } from "./request-bounds.ts";

/** Answers a request before anything else is done for it; false where it has to go its way. */
export type AnswerAtOnce = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * The server that Fastify makes by itself, with two steps before the router: requests past `requestBounds` are refused,
 * with `refusalHeaders`, and `first`, which may be filled later, is asked. What they leave is Fastify's.
 */
export function serverWith(
  first: readonly AnswerAtOnce[],
  refusalHeaders: Record<string, string>,
  log: FastifyBaseLogger,
): FastifyServerFactory {
  const isAnswered: AnswerAtOnce = (request, response) => {
    try {
      return first.some((answer) => answer(request, response));
    } catch (error) {
      log.error({ err: error }, "a request could not be answered at once");
      return response.headersSent;
    }
  };
  return (handle, { keepAliveTimeout, requestTimeout, connectionTimeout }) => {
    const server = createServer({ maxHeaderSize: requestBounds.allHeaders }, (request, response) => {
      const oversize = oversizeOf(request);
      if (oversize) refuseOversize(response, oversize, refusalHeaders);
      else if (!isAnswered(request, response)) handle(request, response);
    });
    server.keepAliveTimeout = Number(keepAliveTimeout);
    server.requestTimeout = Number(requestTimeout);
    return server.setTimeout(Number(connectionTimeout));
  };
}
