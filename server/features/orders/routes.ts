import * as contract from "#contract/orders/orders.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { orderAdminRoutes } from "./admin-routes.ts";
import { getBuyerOrder } from "./buyer-order.ts";
import { getEventCalendar } from "./calendar/get-event-calendar.ts";
import { getReceiptPdf } from "./receipt-pdf/get-receipt-pdf.ts";
import { refundRequestRoutes } from "./refund-requests/refund-request-routes.ts";
import { withdrawalRoutes } from "./withdrawals/withdrawal-routes.ts";
import { getDashboardStats } from "./dashboard-stats.ts";

export function orderRoutes(app: App, services: Services): void {
  app.route({
    ...contract.getOrderByPaymentIntent,
    handler: (request) =>
      getBuyerOrder(services, request, request.params.paymentIntentId, request.query.customer_email),
  });
  app.route({
    ...contract.getReceiptPdf,
    async handler(request, reply) {
      const { pdf, fileName } = await getReceiptPdf(services, request, request.params.id);
      return reply
        .header("content-type", "application/pdf")
        .header("content-disposition", `attachment; filename="${fileName}"`)
        .header("cache-control", "no-store")
        .send(pdf);
    },
  });
  app.route({
    ...contract.getEventCalendar,
    async handler(request, reply) {
      const { fileName, contentType, content } = await getEventCalendar(services, request, request.params);
      return reply
        .header("content-type", contentType)
        .header("content-disposition", `attachment; filename="${fileName}"`)
        .header("cache-control", "no-store")
        .send(content);
    },
  });
  app.route({
    ...contract.getDashboardStats,
    handler: (request) => getDashboardStats(services, creatorOf(request)),
  });
  orderAdminRoutes(app, services);
  refundRequestRoutes(app, services);
  withdrawalRoutes(app, services);
}
