import * as contract from "#contract/health.ts";
import type { App } from "./http.ts";

/** `/api/openapi.json`; the page that shows it, `/api/docs`, is one of the web app's. */
export function documentationRoutes(app: App): void {
  let text: string | undefined;
  app.route({
    ...contract.getOpenApi,
    handler: async (_request, reply) => {
      text ??= JSON.stringify(app.swagger());
      return reply
        .type("application/json; charset=utf-8")
        .header("cache-control", "public, max-age=300")
        .send(text);
    },
  });
}
