import * as contract from "#contract/checkout.ts";
import { NotFound } from "#server/errors.ts";
import { browserHashOf, rememberBrowser } from "#server/features/access/browser-cookie.ts";
import type { App } from "#server/http.ts";
import type { Services } from "#server/services.ts";
import { confirmTotal } from "./confirm-total.ts";
import { finishPayment } from "./finish-payment.ts";
import { placeFreeOrder } from "./free-order.ts";
import { startCheckout } from "./start-checkout.ts";
import { webhookRoutes } from "./webhook.ts";

export async function checkoutRoutes(app: App, services: Services): Promise<void> {
  const { config, payments } = services;

  app.route({
    ...contract.getPaymentSetup,
    handler: async () => ({ provider: payments.provider, publishableKey: payments.publishableKey }),
  });

  app.route({
    ...contract.createPaymentIntent,
    handler: async (request, reply) =>
      startCheckout(services, rememberBrowser(config, request, reply), request.body),
  });

  app.route({
    ...contract.confirmTotal,
    handler: (request) =>
      confirmTotal(services, browserHashOf(config, request), request.params.checkoutSessionId, request.body),
  });

  app.route({
    ...contract.completeFreeOrder,
    handler: async (request) => {
      const browserHash = browserHashOf(config, request);
      if (!browserHash) throw NotFound("This checkout has ended. Please reload the page.");
      return {
        orderReference: await placeFreeOrder(
          services,
          browserHash,
          request.params.checkoutSessionId,
          request.body,
        ),
      };
    },
  });

  app.route({
    ...contract.finishPayment,
    handler: async (request, reply) => {
      const { status, message, mainProductId } = await finishPayment(
        services,
        request,
        reply,
        request.body.paymentIntentId,
      );
      return { status, message: message ?? null, mainProductId };
    },
  });

  await webhookRoutes(app, services);
}
