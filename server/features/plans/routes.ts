import * as contract from "#contract/plans/plans.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { getMyPlan, listPlans } from "./my-plan.ts";

/** What a creator's plan is. Buying and changing it are the calls of checkout and memberships. */
export function planRoutes(app: App, services: Services): void {
  app.route({ ...contract.listPlans, handler: () => listPlans(services) });
  app.route({ ...contract.getMyPlan, handler: (request) => getMyPlan(services, creatorOf(request)) });
}
