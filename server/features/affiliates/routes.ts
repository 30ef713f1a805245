import * as contract from "#contract/affiliates/affiliates.ts";
import * as commissions from "#contract/affiliates/commissions.ts";
import { sendCsv } from "#server/http/csv.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { type App, creatorOf, requireRecentSignIn, signedInOf } from "#server/http/http.ts";
import { onPageOpened } from "#server/pages/page-hooks.ts";
import type { Services } from "#server/services.ts";
import { createAffiliateLink, deleteAffiliateLink, updateAffiliateLink } from "./affiliate-links.ts";
import { listAffiliates, updateAffiliate } from "./affiliates.ts";
import { openAffiliateLink } from "./clicks.ts";
import { allCommissions, listCommissions } from "./commission-list.ts";
import { affiliateColumns, commissionColumns, linkColumns, payoutColumns } from "./exports.ts";
import { inviteAffiliate } from "./invite-affiliate.ts";
import { listLinks } from "./link-list.ts";
import { getAffiliateOverview, listOwnCommissions } from "./own-page.ts";
import { cancelPayout, createPayouts, getPayout, listPayouts, markPayoutPaid } from "./payouts.ts";

/** Beyond this an affiliate gets more of a sale than its creator: what a stolen session would give to itself. */
const mostOrdinaryRate = 0.5;

export function affiliateRoutes(app: App, services: Services): void {
  const { pool } = services;

  onPageOpened(app, (request, reply) => openAffiliateLink(services, request, reply));
  app.route({
    ...contract.listAffiliateLinks,
    handler: (request) => listLinks(services, creatorOf(request)),
  });
  app.route({
    ...contract.createAffiliateLink,
    handler: async (request, reply) => {
      if (request.body.commissionRate > mostOrdinaryRate) requireRecentSignIn(signedInOf(request));
      const link = await createAffiliateLink(services, creatorOf(request), request.body);
      wakeListeners(pool, "job_outbox");
      return reply.code(201).send(link);
    },
  });
  app.route({
    ...contract.updateAffiliateLink,
    handler: (request) => updateAffiliateLink(services, creatorOf(request), request.params.id, request.body),
  });
  app.route({
    ...contract.deleteAffiliateLink,
    handler: (request) => deleteAffiliateLink(services, creatorOf(request), request.params.id),
  });

  app.route({
    ...contract.listAffiliates,
    handler: (request) => listAffiliates(pool, creatorOf(request)),
  });
  app.route({
    ...contract.updateAffiliate,
    handler: (request) => updateAffiliate(services, creatorOf(request), request.params.id, request.body),
  });
  app.route({
    ...contract.inviteAffiliate,
    handler: (request) => inviteAffiliate(services, creatorOf(request), request.params.id),
  });

  app.route({
    ...commissions.listCommissions,
    handler: (request) => listCommissions(pool, creatorOf(request), request.query),
  });

  app.route({
    ...commissions.listPayouts,
    handler: (request) => listPayouts(pool, creatorOf(request)),
  });
  app.route({
    ...commissions.createPayout,
    handler: async (request, reply) => {
      const payouts = await createPayouts(services, creatorOf(request));
      wakeListeners(pool, "job_outbox");
      return reply.code(201).send(payouts);
    },
  });
  app.route({
    ...commissions.markPayoutPaid,
    handler: (request) => markPayoutPaid(services, creatorOf(request), request.params.id),
  });
  app.route({
    ...commissions.cancelPayout,
    handler: (request) => cancelPayout(services, creatorOf(request), request.params.id),
  });

  app.route({
    ...contract.exportAffiliateLinks,
    handler: async (request, reply) =>
      sendCsv(reply, "affiliate-links.csv", linkColumns, await listLinks(services, creatorOf(request))),
  });
  app.route({
    ...contract.exportAffiliates,
    handler: async (request, reply) =>
      sendCsv(reply, "affiliates.csv", affiliateColumns, await listAffiliates(pool, creatorOf(request))),
  });
  app.route({
    ...commissions.exportCommissions,
    handler: (request, reply) =>
      sendCsv(reply, "commissions.csv", commissionColumns, allCommissions(pool, creatorOf(request))),
  });
  app.route({
    ...commissions.exportPayout,
    handler: async (request, reply) => {
      const { affiliates, createdAt } = await getPayout(pool, creatorOf(request), request.params.id);
      return sendCsv(reply, `payout-${createdAt.toISOString().slice(0, 10)}.csv`, payoutColumns, affiliates);
    },
  });

  app.route({
    ...commissions.getAffiliateOverview,
    handler: (request) => getAffiliateOverview(services, creatorOf(request)),
  });
  app.route({
    ...commissions.listOwnCommissions,
    handler: (request) => listOwnCommissions(services, creatorOf(request), request.query),
  });
}
