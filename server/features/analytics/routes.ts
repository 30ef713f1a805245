import * as contract from "#contract/analytics/analytics.ts";
import * as courses from "#contract/analytics/courses.ts";
import * as customers from "#contract/analytics/customers.ts";
import * as exports from "#contract/analytics/exports.ts";
import * as rows from "#contract/analytics/figure-rows.ts";
import * as memberships from "#contract/analytics/memberships.ts";
import * as refunds from "#contract/analytics/refunds.ts";
import { seeCheckout } from "#contract/analytics/seen-checkout.ts";
import * as visits from "#contract/analytics/visits.ts";
import { sendCsv } from "#server/http/csv.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { getAnalyticsBreakdown } from "./breakdown.ts";
import { getCourseFigures } from "./courses/course-figures.ts";
import { exportedTable } from "./exported-tables.ts";
import { getCustomerFigures } from "./customers/customer-figures.ts";
import { listAnalyticsRows } from "./figure-rows.ts";
import { getMembershipFigures } from "./memberships/membership-figures.ts";
import { getRefundFigures } from "./refunds/refund-figures.ts";
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
    ...rows.listAnalyticsRows,
    handler: (request) => listAnalyticsRows(services, creatorOf(request), request.query),
  });
  app.route({
    ...memberships.getMembershipFigures,
    handler: (request) => getMembershipFigures(services, creatorOf(request), request.query),
  });
  app.route({
    ...customers.getCustomerFigures,
    handler: (request) => getCustomerFigures(services, creatorOf(request), request.query),
  });
  app.route({
    ...courses.getCourseFigures,
    handler: (request) => getCourseFigures(services, creatorOf(request), request.query),
  });
  app.route({
    ...refunds.getRefundFigures,
    handler: (request) => getRefundFigures(services, creatorOf(request), request.query),
  });
  app.route({
    ...exports.exportAnalytics,
    handler: async (request, reply) => {
      const { columns, rows } = await exportedTable(services, creatorOf(request), request.query);
      return sendCsv(reply, `${request.query.table}.csv`, columns, rows);
    },
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
  app.route({ ...seeCheckout, handler: async () => ({ success: true as const }) });
  watchVisits(app, services);
}
