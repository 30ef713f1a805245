import * as contract from "#contract/carts/carts.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { listAbandonedCarts } from "./list-carts.ts";
import { recoverCart } from "./recover-cart.ts";

/** What a creator sees of the checkouts that were left, and does about them. */
export function cartRoutes(app: App, services: Services): void {
  app.route({
    ...contract.listAbandonedCarts,
    handler: (request) => listAbandonedCarts(services, creatorOf(request), request.query),
  });
  app.route({
    ...contract.recoverCart,
    handler: (request) => recoverCart(services, creatorOf(request), request.params.id, request.body.orderId),
  });
}
