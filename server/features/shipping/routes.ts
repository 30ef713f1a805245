import * as contract from "#contract/shipping/shipping-rates.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import {
  deleteShippingRate,
  getShippingOrigin,
  listShippingRates,
  saveShippingOrigin,
  saveShippingRate,
} from "./shipping-rates.ts";

/** Where creators ship to, and for how much. */
export function shippingRoutes(app: App, services: Services): void {
  app.route({
    ...contract.listShippingRates,
    handler: (request) => listShippingRates(services.pool, creatorOf(request)),
  });
  app.route({
    ...contract.getShippingOrigin,
    handler: (request) => getShippingOrigin(services, creatorOf(request)),
  });
  app.route({
    ...contract.saveShippingOrigin,
    handler: (request) => saveShippingOrigin(services, creatorOf(request), request.body.country),
  });
  app.route({
    ...contract.saveShippingRate,
    handler: (request) =>
      saveShippingRate(services, creatorOf(request), { ...request.params, ...request.body }),
  });
  app.route({
    ...contract.deleteShippingRate,
    handler: (request) => deleteShippingRate(services, creatorOf(request), request.params.country),
  });
}
