import * as contract from "#contract/orders/refund-requests.ts";
import { type App, creatorOf, signedInOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { answerRefundRequest } from "./answer-refund-request.ts";
import { requestRefund, withdrawRefundRequest } from "./ask-for-refund.ts";
import { findMyRefund } from "./my-refund.ts";
import { listRefundRequests } from "./refund-request-rows.ts";

/** A buyer asks for money back, and the creator answers. */
export function refundRequestRoutes(app: App, services: Services): void {
  app.route({
    ...contract.requestRefund,
    handler: (request) => requestRefund(services, request, request.params.id, request.body),
  });
  app.route({
    ...contract.withdrawRefundRequest,
    handler: (request) =>
      withdrawRefundRequest(services, request, request.params.id, request.params.requestId),
  });
  app.route({
    ...contract.getMyRefund,
    handler: (request) => findMyRefund(services, request, request.params.id),
  });
  app.route({
    ...contract.listRefundRequests,
    handler: (request) => listRefundRequests(services.pool, creatorOf(request)),
  });
  app.route({
    ...contract.answerRefundRequest,
    handler: (request) => answerRefundRequest(services, signedInOf(request), request.params.id, request.body),
  });
}
