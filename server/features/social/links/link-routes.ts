import * as contract from "#contract/social-analytics.ts";
import { sendCsv } from "#server/csv.ts";
import { type App, creatorOf } from "#server/http.ts";
import type { Services } from "#server/services.ts";
import { analyticsColumns, analyticsRows } from "./export-analytics.ts";
import { getSocialAnalytics } from "./social-analytics.ts";

/** What direct messages earned. The links themselves are pages: see `openReplyLink`. */
export function linkRoutes(app: App, services: Services): void {
  app.route({
    ...contract.getSocialAnalytics,
    handler: (request) => getSocialAnalytics(services, creatorOf(request), request.query.days),
  });

  app.route({
    ...contract.exportSocialAnalytics,
    handler: async (request, reply) => {
      const analytics = await getSocialAnalytics(services, creatorOf(request), request.query.days);
      return sendCsv(reply, "social-analytics.csv", analyticsColumns, analyticsRows(analytics));
    },
  });
}
