import * as contract from "#contract/payouts/payouts.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import { clientOf } from "#server/one-time-codes/asking-browser.ts";
import type { Services } from "#server/services.ts";
import { checkAccount, connectPayouts, openPayoutDashboard } from "./payout-account.ts";
import { getPayouts } from "./payout-overview.ts";

/** How creators connect an account, and see what they are paid. */
export function payoutRoutes(app: App, services: Services): void {
  app.route({
    ...contract.getPayouts,
    handler: (request) => getPayouts(services, creatorOf(request)),
  });
  app.route({
    ...contract.connectPayouts,
    handler: (request) => connectPayouts(services, creatorOf(request), request.query.from, clientOf(request)),
  });
  app.route({
    ...contract.checkPayouts,
    async handler(request) {
      const ownerId = creatorOf(request);
      await checkAccount(services, ownerId);
      return getPayouts(services, ownerId);
    },
  });
  app.route({
    ...contract.openPayoutDashboard,
    handler: (request) => openPayoutDashboard(services, creatorOf(request)),
  });
}
