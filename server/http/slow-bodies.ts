import type { FastifyInstance } from "fastify";

const bodyMs = 30_000;

/**
 * Cuts off requests whose body has not arrived after 30 s. Node's own limit holds for the whole server and must leave
 * uploads their time, so routes with `longBody` watch over theirs themselves.
 */
export function cutOffSlowBodies(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw, headers, routeOptions }, _reply, done) => {
    const hasBody =
      headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) !== 0;
    if (hasBody && !routeOptions.config.longBody) {
      const cut = setTimeout(() => raw.destroy(), bodyMs);
      cut.unref();
      const arrived = () => clearTimeout(cut);
      raw.once("end", arrived).once("close", arrived);
    }
    done();
  });
}
