import * as contract from "#contract/orders/orders.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { orderAdminRoutes } from "./admin-routes.ts";
import { getBuyerOrder } from "./buyer-order.ts";
import { refundRequestRoutes } from "./refund-requests/refund-request-routes.ts";
import { getDashboardStats } from "./dashboard-stats.ts";

export function orderRoutes(app: App, services: Services): void {
  app.route({
    ...contract.getOrderByPaymentIntent,
    handler: (request) =>
      getBuyerOrder(services, request, request.params.paymentIntentId, request.query.customer_email),
  });
  app.route({
    ...contract.getDashboardStats,
    handler: (request) => getDashboardStats(services, creatorOf(request)),
  });
  orderAdminRoutes(app, services);
  refundRequestRoutes(app, services);
}
