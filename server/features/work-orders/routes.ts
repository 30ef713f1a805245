import * as contract from "#contract/work-orders/work-orders.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { getBoughtWork } from "./bought-work.ts";
import { deliverWork, startWork } from "./deliver-work.ts";
import { listWorkOrders } from "./list-work-orders.ts";
import { saveBrief } from "./save-brief.ts";
import { sendWorkFile } from "./work-file.ts";
import { getWorkOrder } from "./work-order-page.ts";

/** Services that were sold: the buyer's brief, and what their creator delivers. */
export function workOrderRoutes(app: App, services: Services): void {
  app.route({
    ...contract.getBoughtWork,
    handler: (request) => getBoughtWork(services, request, request.params),
  });
  app.route({
    ...contract.saveBrief,
    handler: (request) => saveBrief(services, request, request.params, request.body),
  });
  app.route({
    ...contract.downloadWorkFile,
    handler: (request, reply) => sendWorkFile(services, request, reply, request.params.token),
  });
  app.route({
    ...contract.listWorkOrders,
    handler: (request) =>
      listWorkOrders(services.pool, creatorOf(request), request.query, services.clock.now()),
  });
  app.route({
    ...contract.getWorkOrder,
    handler: (request) =>
      getWorkOrder(services.pool, creatorOf(request), request.params.id, services.clock.now()),
  });
  app.route({
    ...contract.startWork,
    handler: (request) => startWork(services, creatorOf(request), request.params.id),
  });
  app.route({
    ...contract.deliverWork,
    handler: (request) => deliverWork(services, creatorOf(request), request.params.id, request.body),
  });
}
