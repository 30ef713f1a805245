import * as contract from "#contract/carts/carts.ts";
import { getCartAnalytics } from "#contract/carts/analytics.ts";
import * as sequences from "#contract/carts/sequences.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { framePolicy } from "#server/mail/frame-policy.ts";
import { sendCartEmail, stopCartSequence } from "./cart-actions.ts";
import * as analytics from "./cart-analytics.ts";
import { listAbandonedCarts } from "./list-carts.ts";
import { previewCartMail, sendTestCartMail } from "./preview-cart-mail.ts";
import { recoverCart } from "./recover-cart.ts";
import { listCartSequences, saveCartSequence } from "./sequences.ts";

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
  app.route({
    ...sequences.sendCartEmail,
    handler: (request) => sendCartEmail(services, creatorOf(request), request.params.id),
  });
  app.route({
    ...sequences.stopCartSequence,
    handler: (request) => stopCartSequence(services, creatorOf(request), request.params.id),
  });
  app.route({
    ...sequences.listCartSequences,
    handler: (request) => listCartSequences(services, creatorOf(request)),
  });
  app.route({
    ...sequences.saveCartSequence,
    handler: (request) => saveCartSequence(services, creatorOf(request), request.body),
  });
  app.route({
    ...sequences.previewCartMail,
    handler: async (request, reply) => {
      const html = await previewCartMail(services, creatorOf(request), request.query);
      return reply
        .type("text/html; charset=utf-8")
        .header("content-security-policy", framePolicy)
        .header("x-frame-options", "SAMEORIGIN")
        .send(html);
    },
  });
  app.route({
    ...sequences.sendTestCartMail,
    handler: async (request) => {
      await sendTestCartMail(services, creatorOf(request), request.body);
      return { success: true as const };
    },
  });
  app.route({
    ...getCartAnalytics,
    handler: (request) => analytics.getCartAnalytics(services, creatorOf(request), request.query.period),
  });
}
