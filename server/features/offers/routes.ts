import * as publicOffers from "#contract/offers/offers.ts";
import * as orderBumps from "#contract/offers/order-bumps.ts";
import * as upsells from "#contract/offers/upsells.ts";
import { sendCsv } from "#server/http/csv.ts";
import { buyerProofs } from "#server/features/access/buyer-proofs.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { orderBumpColumns, orderBumpsForExport, upsellColumns, upsellsForExport } from "./export-offers.ts";
import { listOrderBumps } from "./list-order-bumps.ts";
import { listUpsells } from "./list-upsells.ts";
import { listPublicOrderBumps } from "./public-bumps.ts";
import { reorderOrderBumps, reorderUpsells } from "./reorder-offers.ts";
import { createOrderBump, deleteOrderBump, updateOrderBump } from "./save-order-bump.ts";
import { createUpsell, deleteUpsell, updateUpsell } from "./save-upsell.ts";

export function offerRoutes(app: App, services: Services): void {
  app.route({
    ...publicOffers.listPublicOrderBumps,
    handler: (request) =>
      listPublicOrderBumps(services, {
        productId: request.params.productId,
        ...buyerProofs(services.config, request),
      }),
  });
  orderBumpRoutes(app, services);
  upsellRoutes(app, services);
}

function orderBumpRoutes(app: App, services: Services): void {
  app.route({
    ...orderBumps.listOrderBumps,
    handler: (request) => listOrderBumps(services, creatorOf(request), request.query),
  });
  app.route({
    ...orderBumps.createOrderBump,
    handler: async (request, reply) =>
      reply.code(201).send(await createOrderBump(services, creatorOf(request), request.body)),
  });
  app.route({
    ...orderBumps.updateOrderBump,
    handler: (request) => updateOrderBump(services, creatorOf(request), request.params.id, request.body),
  });
  app.route({
    ...orderBumps.deleteOrderBump,
    handler: (request) => deleteOrderBump(services, creatorOf(request), request.params.id),
  });
  app.route({
    ...orderBumps.reorderOrderBumps,
    handler: (request) => reorderOrderBumps(services, creatorOf(request), request.body),
  });
  app.route({
    ...orderBumps.exportOrderBumps,
    handler: async (request, reply) =>
      sendCsv(
        reply,
        "order-bumps.csv",
        orderBumpColumns,
        await orderBumpsForExport(services, creatorOf(request)),
      ),
  });
}

function upsellRoutes(app: App, services: Services): void {
  app.route({
    ...upsells.listUpsells,
    handler: (request) => listUpsells(services, creatorOf(request), request.query),
  });
  app.route({
    ...upsells.createUpsell,
    handler: async (request, reply) =>
      reply.code(201).send(await createUpsell(services, creatorOf(request), request.body)),
  });
  app.route({
    ...upsells.updateUpsell,
    handler: (request) => updateUpsell(services, creatorOf(request), request.params.id, request.body),
  });
  app.route({
    ...upsells.deleteUpsell,
    handler: (request) => deleteUpsell(services, creatorOf(request), request.params.id),
  });
  app.route({
    ...upsells.reorderUpsells,
    handler: (request) => reorderUpsells(services, creatorOf(request), request.body),
  });
  app.route({
    ...upsells.exportUpsells,
    handler: async (request, reply) =>
      sendCsv(reply, "upsells.csv", upsellColumns, await upsellsForExport(services, creatorOf(request))),
  });
}
