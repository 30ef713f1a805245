import { getHome, getNeeds } from "#contract/home/home.ts";
import { type App, signedInOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { homeOf, needsFor } from "./home.ts";

/** What a creator sees first in the morning. */
export function homeRoutes(app: App, services: Services): void {
  app.route({
    ...getNeeds,
    handler: async (request) => ({ needs: await needsFor(services, signedInOf(request)) }),
  });
  app.route({ ...getHome, handler: (request) => homeOf(services, signedInOf(request)) });
}
