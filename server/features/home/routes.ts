import { getHome } from "#contract/home/home.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { homeOf } from "./home.ts";

/** What a creator sees first in the morning. */
export function homeRoutes(app: App, services: Services): void {
  app.route({ ...getHome, handler: (request) => homeOf(services, creatorOf(request)) });
}
