import * as contract from "#contract/orders/withdrawals.ts";
import type { App } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { withdrawFromContract } from "./withdraw-from-contract.ts";

/** A consumer withdraws from a contract. */
export function withdrawalRoutes(app: App, services: Services): void {
  app.route({
    ...contract.withdrawFromContract,
    handler: (request) => withdrawFromContract(services, request, request.body),
  });
}
