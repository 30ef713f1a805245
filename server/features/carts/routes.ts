import * as contract from "#contract/carts/carts.ts";
import { stepsAtMost } from "#contract/carts/cart-texts.ts";
import { getCartAnalytics } from "#contract/carts/analytics.ts";
import * as comparisons from "#contract/carts/comparison.ts";
import * as sequences from "#contract/carts/sequences.ts";
import { type App, creatorOf, signedInOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { sendInFrame } from "#server/mail/send-in-frame.ts";
import { sendCartEmail, stopCartSequence } from "./cart-actions.ts";
import * as analytics from "./cart-analytics.ts";
import { getCartComparison, saveCartComparison } from "./comparisons.ts";
import { listAbandonedCarts, listNewestCarts } from "./list-carts.ts";
import { previewCartMail, sendTestCartMail } from "./preview-cart-mail.ts";
import { recoverCart } from "./recover-cart.ts";
import { listCartSequences, saveCartDraft, saveCartSequence, switchCartSequence } from "./sequences.ts";

/** The longest text of a mail, and the little else; in a form its signs are written out. */
const textBytes = 140_000;
const formBytes = 3 * textBytes;

/** What a creator sees of the checkouts that were left, and does about them. */
export async function cartRoutes(app: App, services: Services): Promise<void> {
  app.route({
    ...contract.listNewestCarts,
    handler: (request) => listNewestCarts(services, creatorOf(request), request.query),
  });
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
    bodyLimit: (stepsAtMost + 1) * textBytes,
    handler: (request) => saveCartSequence(services, creatorOf(request), request.body),
  });
  app.route({
    ...sequences.saveCartDraft,
    bodyLimit: (stepsAtMost + 1) * textBytes,
    handler: (request) => saveCartDraft(services, creatorOf(request), request.body),
  });
  app.route({
    ...sequences.switchCartSequence,
    handler: (request) => switchCartSequence(services, creatorOf(request), request.body),
  });
  await app.register((forms: App) => previewRoute(forms, services));
  app.route({
    ...sequences.sendTestCartMail,
    bodyLimit: textBytes,
    handler: async (request) => {
      await sendTestCartMail(services, signedInOf(request), request.body);
      return { success: true as const };
    },
  });
  app.route({
    ...comparisons.getCartComparison,
    handler: (request) => getCartComparison(services, creatorOf(request)),
  });
  app.route({
    ...comparisons.saveCartComparison,
    handler: (request) => saveCartComparison(services, creatorOf(request), request.body),
  });
  app.route({
    ...getCartAnalytics,
    handler: (request) => analytics.getCartAnalytics(services, creatorOf(request), request.query.period),
  });
}

/** Made by a form, too, whose lines end as the web's forms have them. */
async function previewRoute(forms: App, services: Services): Promise<void> {
  forms.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: formBytes },
    (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body.toString().replaceAll("%0D%0A", "%0A")))),
  );
  forms.route({
    ...sequences.previewCartMail,
    bodyLimit: formBytes,
    handler: async (request, reply) => {
      return sendInFrame(reply, await previewCartMail(services, creatorOf(request), request.body));
    },
  });
}
