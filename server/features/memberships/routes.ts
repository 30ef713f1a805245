import * as contract from "#contract/memberships/memberships.ts";
import * as prices from "#contract/memberships/price-changes.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { announcePriceChange, withdrawPriceChange } from "./announce-price-change.ts";
import { finishCardChange, retryMembershipPayment, startCardChange } from "./change-card.ts";
import { cancelMembership, keepMembership, pauseMembership, resumeMembership } from "./change-membership.ts";
import { undoMove } from "./move-later.ts";
import { moveMembership, previewMove } from "./move-membership.ts";
import { listMemberPrices } from "./list-member-prices.ts";
import { listMemberships } from "./list-memberships.ts";

/** What a proven member does with their membership, and its creator with its price. */
export function membershipRoutes(app: App, services: Services): void {
  app.route({
    ...contract.listMemberships,
    handler: (request) => listMemberships(services, request, request.query.orderId),
  });
  app.route({
    ...contract.cancelMembership,
    handler: (request) => cancelMembership(services, request, { ...request.body, ...request.params }),
  });
  app.route({
    ...contract.keepMembership,
    handler: (request) => keepMembership(services, request, { ...request.body, ...request.params }),
  });
  app.route({
    ...contract.pauseMembership,
    handler: (request) => pauseMembership(services, request, { ...request.body, ...request.params }),
  });
  app.route({
    ...contract.resumeMembership,
    handler: (request) => resumeMembership(services, request, { ...request.body, ...request.params }),
  });
  app.route({
    ...contract.previewMove,
    handler: (request) => previewMove(services, request, { ...request.query, ...request.params }),
  });
  app.route({
    ...contract.moveMembership,
    handler: (request) => moveMembership(services, request, { ...request.body, ...request.params }),
  });
  app.route({
    ...contract.undoMove,
    handler: (request) => undoMove(services, request, { ...request.body, ...request.params }),
  });
  app.route({
    ...contract.startCardChange,
    handler: (request) => startCardChange(services, request, { ...request.body, ...request.params }),
  });
  app.route({
    ...contract.finishCardChange,
    handler: (request) => finishCardChange(services, request, { ...request.body, ...request.params }),
  });
  app.route({
    ...contract.retryMembershipPayment,
    handler: (request) => retryMembershipPayment(services, request, { ...request.body, ...request.params }),
  });
  memberPriceRoutes(app, services);
}

/** What a creator does about the price that present members pay. */
function memberPriceRoutes(app: App, services: Services): void {
  app.route({
    ...prices.listMemberPrices,
    handler: (request) => listMemberPrices(services, creatorOf(request), request.params.id),
  });
  app.route({
    ...prices.announcePriceChange,
    async handler(request) {
      const { id } = request.params;
      await announcePriceChange(services, creatorOf(request), id, request.body);
      return listMemberPrices(services, creatorOf(request), id);
    },
  });
  app.route({
    ...prices.withdrawPriceChange,
    async handler(request) {
      const { id } = request.params;
      await withdrawPriceChange(services, creatorOf(request), id, request.body.billingInterval);
      return listMemberPrices(services, creatorOf(request), id);
    },
  });
}
