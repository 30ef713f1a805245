import * as contract from "#contract/analytics/analytics.ts";
import * as visits from "#contract/analytics/visits.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { getAnalyticsBreakdown } from "./breakdown.ts";
import { listAnalyticsRows } from "./figure-rows.ts";
import { watchVisits } from "./visits/watch-visits.ts";
import { getLiveView } from "./visits/live-view.ts";
import { getTraffic } from "./visits/traffic.ts";
import { getAnalyticsSummary, getAnalyticsTrends } from "./summary.ts";

/** What a creator sees of their sales and of who came to see them. */
export function analyticsRoutes(app: App, services: Services): void {
  app.route({
    ...contract.getAnalyticsSummary,
    handler: (request) => getAnalyticsSummary(services, creatorOf(request), request.query),
  });
  app.route({
    ...contract.getAnalyticsBreakdown,
    handler: (request) => getAnalyticsBreakdown(services, creatorOf(request), request.query),
  });
  app.route({
    ...contract.getAnalyticsTrends,
    handler: (request) => getAnalyticsTrends(services, creatorOf(request), request.query),
  });
  app.route({
    ...contract.listAnalyticsRows,
    handler: (request) => listAnalyticsRows(services, creatorOf(request), request.query),
  });
  app.route({
    ...visits.getTraffic,
    handler: (request) => getTraffic(services, creatorOf(request), request.query),
  });
  app.route({
    ...visits.getLiveView,
    handler: (request) => getLiveView(services, creatorOf(request)),
  });
  // Counted when it is answered, like every other sign of a visit.
  app.route({ ...visits.seeCheckout, handler: async () => ({ success: true as const }) });
  watchVisits(app, services);
}
