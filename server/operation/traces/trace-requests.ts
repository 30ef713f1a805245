import type { FastifyInstance } from "fastify";
import { onKeptAnswered } from "#server/pages/answer-kept.ts";
import type { NewSpan, Span, Tracer } from "./tracer.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Where requests are traced. */
    span?: Span | undefined;
  }
}

const factsOf = (method: string, route: string) => ({ "http.request.method": method, "http.route": route });
const statusOf = (status: number) => ({
  facts: { "http.response.status_code": status },
  ...(status >= 500 && { failure: String(status) }),
});

/**
 * Has each request be a span that its statements and calls are parts of: by the template of its route, never by its address.
 * Call it before any other hook is added, so that what they ask the database is a part, too.
 */
export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  app.decorateRequest("span", undefined);
  app.addHook("onRequest", (request, _reply, done) => {
    const { method, headers, routeOptions } = request;
    const route = routeOptions.url ?? "(none)";
    const asked: NewSpan = { name: `${method} ${route}`, kind: "server", facts: factsOf(method, route) };
    // What a page asks the API for while it is drawn is a part of that page's request.
    const span = tracer.beginPart(asked) ?? tracer.begin({ ...asked, caller: headers["traceparent"] });
    request.span = span;
    span.run(done);
  });
  app.addHook("onResponse", (request, reply, done) => {
    request.span?.end(statusOf(reply.statusCode));
    done();
  });
}

/** Has each answer that is sent from memory, before any hook, be a span. */
export function traceKeptAnswers(app: FastifyInstance, tracer: Tracer): void {
  onKeptAnswered(app, ({ method, headers }, { status }, seconds) => {
    const begunAt = performance.now() - seconds * 1_000;
    const caller = headers["traceparent"];
    const facts = factsOf(method, "(kept)");
    tracer.begin({ name: `${method} (kept)`, kind: "server", facts, caller, begunAt }).end(statusOf(status));
  });
}
