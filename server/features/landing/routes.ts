import * as contract from "#contract/landing/landing.ts";
import type { App } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { landingFacts } from "./landing-facts.ts";

/** What the landing page says of the installation. */
export function landingRoutes(app: App, services: Services): void {
  app.route({ ...contract.getLandingFacts, handler: landingFacts(services) });
}
