import { seesMoney } from "#contract/team/roles.ts";
import type { FastifyReply } from "fastify";
import * as customers from "#contract/orders/customers.ts";
import * as exports from "#contract/orders/order-exports.ts";
import * as contract from "#contract/orders/orders-admin.ts";
import * as parcels from "#contract/orders/to-ship.ts";
import { type CsvColumn, sendCsv } from "#server/http/csv.ts";
import { type App, creatorOf, signedInOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { countCustomers, getCustomer, listCustomers } from "./list-customers.ts";
import { chosenCustomers, chosenOrders } from "./chosen-exports.ts";
import { getOrderTotals, listOrders } from "./list-orders.ts";
import { listToShip, toShipExport } from "./list-to-ship.ts";
import { addOrderNote, shipParcels, updateOrderLine } from "./order-changes.ts";
import { customerExport, orderExport, orderLineExport, refundExport } from "./order-exports.ts";
import { getOrder } from "./order-page.ts";
import { listOrderRefunds } from "./order-refunds.ts";
import { listQuarantinedPayments, resolveQuarantinedPayment } from "./quarantined-payments.ts";
import { refundOrder } from "./refund-order.ts";
import { resendReceipt } from "./send-receipt-again.ts";
import { listedCustomer, listedOrders, requireSortFor } from "./without-amounts.ts";

/** What a creator sees of their orders and customers, and does with them. */
export function orderAdminRoutes(app: App, services: Services): void {
  const { pool } = services;
  app.route({
    ...contract.listOrders,
    async handler(request) {
      const { query } = request;
      const asking = signedInOf(request);
      requireSortFor(asking, query.sort);
      return listedOrders(asking, await listOrders(services, asking.creatorId, query, query));
    },
  });
  app.route({
    ...contract.getOrderTotals,
    async handler(request) {
      const totals = await getOrderTotals(services, creatorOf(request), request.query);
      return seesMoney(signedInOf(request).role)
        ? totals
        : { ...totals, paidCents: null, refundedCents: null };
    },
  });
  app.route({
    ...contract.getOrder,
    handler: (request) => getOrder(services, creatorOf(request), request.params.id),
  });
  app.route({
    ...parcels.listToShip,
    handler: (request) => listToShip(pool, creatorOf(request)),
  });
  app.route({
    ...parcels.shipParcels,
    handler: (request) => shipParcels(services, creatorOf(request), request.body.lineIds),
  });
  app.route({
    ...contract.refundOrder,
    async handler(request) {
      const { id } = request.params;
      const ownerId = creatorOf(request);
      await refundOrder(services, ownerId, id, request.body, signedInOf(request));
      return listOrderRefunds(pool, ownerId, id, request.body.idempotencyKey);
    },
  });
  app.route({
    ...contract.updateOrderLine,
    async handler(request) {
      const { id, lineId } = request.params;
      await updateOrderLine(services, creatorOf(request), id, lineId, request.body);
      return getOrder(services, creatorOf(request), id);
    },
  });
  app.route({
    ...contract.addOrderNote,
    async handler(request) {
      await addOrderNote(services, signedInOf(request), request.params.id, request.body.text);
      return getOrder(services, creatorOf(request), request.params.id);
    },
  });
  app.route({
    ...contract.resendReceipt,
    handler: (request) => resendReceipt(services, creatorOf(request), request.params.id),
  });
  app.route({
    ...customers.listCustomers,
    async handler(request) {
      const asking = signedInOf(request);
      requireSortFor(asking, request.query.sort);
      const found = await listCustomers(services, asking.creatorId, request.query);
      return found.map((customer) => listedCustomer(asking, customer));
    },
  });
  app.route({
    ...customers.countCustomers,
    handler: (request) => countCustomers(services, creatorOf(request), request.query),
  });
  app.route({
    ...customers.getCustomer,
    handler: async (request) =>
      listedCustomer(signedInOf(request), await getCustomer(services, creatorOf(request), request.params.id)),
  });
  app.route({
    ...contract.listQuarantinedPayments,
    handler: (request) => listQuarantinedPayments(services, creatorOf(request)),
  });
  app.route({
    ...contract.resolveQuarantinedPayment,
    handler: (request) =>
      resolveQuarantinedPayment(services, creatorOf(request), request.params.id, request.body.resolution),
  });

  const send = <Row>(reply: FastifyReply, { fileName, columns }: Export<Row>, rows: AsyncIterable<Row>) =>
    sendCsv(reply, fileName, columns, rows);
  app.route({
    ...exports.exportOrders,
    handler: (request, reply) =>
      send(reply, orderExport, chosenOrders(pool, creatorOf(request), request.query)),
  });
  app.route({
    ...exports.exportOrderLines,
    handler: (request, reply) => send(reply, orderLineExport, orderLineExport.rows(pool, creatorOf(request))),
  });
  app.route({
    ...exports.exportCustomers,
    handler: (request, reply) =>
      send(reply, customerExport, chosenCustomers(pool, creatorOf(request), request.query)),
  });
  app.route({
    ...exports.exportToShip,
    handler: (request, reply) =>
      send(reply, toShipExport, toShipExport.rows(pool, creatorOf(request), request.query.ids)),
  });
  app.route({
    ...exports.exportRefunds,
    handler: (request, reply) => send(reply, refundExport, refundExport.rows(pool, creatorOf(request))),
  });
}

type Export<Row> = { fileName: string; columns: readonly CsvColumn<Row>[] };
