import * as contract from "#contract/social/social-analytics.ts";
import { z } from "zod";
import { sendCsv } from "#server/http/csv.ts";
import { NotFound } from "#server/errors.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import { createReadLimiter } from "#server/http/rate-limits.ts";
import type { Services } from "#server/services.ts";
import { analyticsColumns, analyticsRows } from "./export-analytics.ts";
import { onPageOpened } from "#server/pages/page-hooks.ts";
import { keepReplyLink } from "./keep-reply-link.ts";
import { openReplyLink } from "./open-reply-link.ts";
import { getSocialAnalytics } from "./social-analytics.ts";

/** The links in replies, `/l/{code}`, and what direct messages earned. */
export function linkRoutes(app: App, services: Services): void {
  // Shares its counter with pages, which an unknown link ends with.
  const { within: withinReadLimit } = createReadLimiter(services, services.config.rateLimitFactor);
  app.get(
    "/l/:code",
    { schema: { hide: true, params: z.object({ code: z.string() }) } },
    async (request, reply) => {
      await withinReadLimit(request);
      if (await openReplyLink(services, request, reply, request.params.code)) return reply;
      if (reply.sendPage) return reply.sendPage();
      throw NotFound();
    },
  );

  onPageOpened(app, (request, reply) => keepReplyLink(services, request, reply));

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
