import * as contract from "#contract/offers.ts";
import { buyerProofs } from "#server/features/access/buyer-proofs.ts";
import type { App } from "#server/http.ts";
import type { Services } from "#server/services.ts";
import { listPublicOrderBumps } from "./public-bumps.ts";

export function offerRoutes(app: App, services: Services): void {
  app.route({
    ...contract.listPublicOrderBumps,
    handler: (request) =>
      listPublicOrderBumps(services, {
        productId: request.params.productId,
        ...buyerProofs(services.config, request),
      }),
  });
}
