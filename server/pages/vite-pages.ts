import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { WebApp } from "./render-page.ts";

/** Vite inside our Fastify, for `npm run dev`: the web app from its sources, with hot reload on the same port. */
export async function startVite(app: FastifyInstance) {
  const { createServer, isRunnableDevEnvironment } = await import("vite");
  const vite = await createServer({
    // As Node reads it: the copy that Vite would write, load and delete makes `node --watch` restart for ever.
    configLoader: "native",
    appType: "custom",
    server: { middlewareMode: true, ws: { server: app.server } },
  });
  app.addHook("onClose", () => vite.close());
  return {
    /** The newest web app; Vite reloads what was edited, and has a new environment after it restarted. */
    async load(): Promise<WebApp> {
      const environment = vite.environments["ssr"];
      if (!environment || !isRunnableDevEnvironment(environment))
        throw new Error("Vite has no server environment to run pages in");
      return (await environment.runner.import("virtual:tanstack-start-server-entry")).default;
    },

    isViteFile: (path: string) =>
      /^\/(@|(web|contract|node_modules|\.vite)\/|[^/]+\.(svg|png|ico|txt|webmanifest)$|push-worker\.js$)/.test(
        path,
      ),

    /** Lets Vite answer a request for one of its files. */
    serve(request: FastifyRequest, reply: FastifyReply) {
      reply.hijack();
      vite.middlewares(request.raw, reply.raw, () => {
        reply.raw.statusCode = 404;
        reply.raw.end("Not found");
      });
      return reply;
    },
  };
}
