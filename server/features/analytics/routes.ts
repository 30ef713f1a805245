import * as contract from "#contract/analytics/analytics.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { getAnalyticsBreakdown } from "./breakdown.ts";
import { listAnalyticsRows } from "./figure-rows.ts";
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
}
