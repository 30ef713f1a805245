import type { FastifyRequest } from "fastify";
import { formatOfCountry } from "#contract/checkout/formats-of-countries.ts";
import * as contract from "#contract/checkout/checkout.ts";
import { openCartLink } from "#contract/carts/carts.ts";
import * as drafts from "#contract/checkout/draft.ts";
import * as postPurchase from "#contract/checkout/post-purchase.ts";
import { NotFound } from "#server/errors.ts";
import { browserHashOf, ensureBrowserCookie } from "#server/features/access/browser-cookie.ts";
import { buyerProofs } from "#server/features/access/buyer-proofs.ts";
import { affiliateCodeOf } from "#server/features/affiliates/affiliate-cookie.ts";
import { deleteOpenCarts, saveOpenCart } from "#server/features/carts/open-cart.ts";
import { createGuessCounter } from "#server/features/coupons/code-guesses.ts";
import { replyLinkOf } from "#server/features/social/links/reply-cookie.ts";
import type { App } from "#server/http/http.ts";
import { clientNetwork, createCounter, networkOf, takes } from "#server/http/rate-limits.ts";
import type { Services } from "#server/services.ts";
import { confirmTotal } from "./confirm-total.ts";
import { clearDraftCookie, draftHashOf, ensureDraftCookie } from "./draft-cookie.ts";
import { deleteDrafts, findDraft, saveDraft } from "./drafts.ts";
import { finishPayment } from "./finish-payment.ts";
import { placeFreeOrder } from "./free-order.ts";
import { leaveCheckout } from "./leave-checkout.ts";
import { priceCheckout } from "./price-checkout.ts";
import { processUpsell } from "./process-upsell.ts";
import { saveDraftOfCart } from "./restore-cart.ts";
import { createScarceCounter } from "./scarce-for-free.ts";
import { startCheckout } from "./start-checkout.ts";
import { listUpsellOffers } from "./upsell-offers.ts";

/** Checkouts that one household or host may begin to keep in a day: what is past them works, and is not kept. */
const draftsOfNetwork = { points: 300, seconds: 86_400 };
/** Addresses in an hour that a browser, and a network, may leave behind: past them nobody is reminded of anything. */
const cartsOfBrowser = { points: 3, seconds: 3_600 };
const cartsOfNetwork = { points: 10, seconds: 3_600 };

export function checkoutRoutes(app: App, services: Services): void {
  const { config, payments } = services;
  const takesScarce = createScarceCounter(services, config.rateLimitFactor);
  const newDrafts = createCounter(services, "drafts", draftsOfNetwork, config.rateLimitFactor);
  const browserCarts = createCounter(services, "carts-browser", cartsOfBrowser, config.rateLimitFactor);
  const networkCarts = createCounter(services, "carts-network", cartsOfNetwork, config.rateLimitFactor);
  const countGuess = createGuessCounter(services, config.rateLimitFactor);
  const buyerOf = (request: FastifyRequest, browserHash: string) => ({
    ...buyerProofs(config, request),
    browserHash,
    // A plan is bought for one's own store, whatever store somebody acts for.
    creatorId: request.signedIn?.personId ?? null,
    replyLinkCode: replyLinkOf(config, request),
    network: networkOf(request.ip),
    countGuess,
    draftHash: draftHashOf(config, request) ?? null,
  });
  /** Undefined for a browser that has opened no checkout. */
  const knownBuyer = (request: FastifyRequest) => {
    const browserHash = browserHashOf(config, request);
    return browserHash === undefined ? undefined : buyerOf(request, browserHash);
  };

  app.route({
    ...contract.getPaymentSetup,
    handler: async () => ({ provider: payments.provider, publishableKey: payments.publishableKey }),
  });

  app.route({
    ...contract.getAddressFormat,
    handler: async (request, reply) => {
      reply.header("cache-control", "public, max-age=86400");
      return formatOfCountry(request.params.country);
    },
  });

  app.route({
    ...contract.priceCheckout,
    handler: (request) =>
      priceCheckout(services, buyerOf(request, browserHashOf(config, request) ?? ""), {
        ...request.params,
        ...request.query,
      }),
  });

  app.route({
    ...drafts.getCheckoutDraft,
    handler: async (request) => {
      const draftHash = draftHashOf(config, request);
      return { draft: draftHash ? await findDraft(services, { draftHash, ...request.params }) : null };
    },
  });

  app.route({
    ...drafts.saveCheckoutDraft,
    handler: async (request, reply) => {
      const draftHash = ensureDraftCookie(config, request, reply);
      const mayBegin = () => takes(newDrafts, clientNetwork(request.ip));
      const { hasActed, timeZone, ...change } = request.body;
      const draft = await saveDraft(
        services,
        { draftHash, browserHash: browserHashOf(config, request), ...request.params },
        change,
        mayBegin,
      );
      const mayOpen = async () =>
        (await takes(browserCarts, draftHash)) && (await takes(networkCarts, clientNetwork(request.ip)));
      if (hasActed && draft?.email)
        await saveOpenCart(
          services,
          { draftHash, ...request.params, timeZone, replyLinkCode: replyLinkOf(config, request) },
          mayOpen,
        );
      return { draft };
    },
  });

  app.route({
    ...drafts.deleteCheckoutDrafts,
    handler: async (request, reply) => {
      const draftHash = draftHashOf(config, request);
      if (draftHash) {
        await deleteDrafts(services, draftHash);
        await deleteOpenCarts(services, draftHash);
      }
      clearDraftCookie(config, request, reply);
      return { success: true as const };
    },
  });

  app.route({
    ...openCartLink,
    handler: async (request, reply) => {
      const draftHash = ensureDraftCookie(config, request, reply);
      const target = await saveDraftOfCart(services, request.params.token, draftHash);
      return reply
        .headers({
          "cache-control": "private, no-store",
          "x-robots-tag": "noindex",
          "referrer-policy": "no-referrer",
        })
        .redirect(target, 302);
    },
  });

  app.route({
    ...contract.createPaymentIntent,
    handler: async (request, reply) =>
      startCheckout(services, buyerOf(request, ensureBrowserCookie(config, request, reply)), {
        ...request.body,
        affiliateCode: request.body.affiliateCode || affiliateCodeOf(request),
      }),
  });

  app.route({
    ...contract.confirmTotal,
    handler: (request) =>
      confirmTotal(services, knownBuyer(request), request.params.checkoutSessionId, request.body),
  });

  app.route({
    ...contract.leaveCheckout,
    handler: async (request) => {
      await leaveCheckout(services, browserHashOf(config, request), request.params.checkoutSessionId);
      return { success: true as const };
    },
  });

  app.route({
    ...contract.completeFreeOrder,
    handler: async (request) => {
      const buyer = knownBuyer(request);
      if (!buyer) throw NotFound("This checkout has ended. Please reload the page.");
      return {
        orderReference: await placeFreeOrder(
          services,
          buyer,
          request.params.checkoutSessionId,
          request.body,
          takesScarce,
        ),
      };
    },
  });

  app.route({
    ...contract.finishPayment,
    handler: async (request, reply) => {
      const { status, message, code, waitsFor, mainProductId } = await finishPayment(
        services,
        request,
        reply,
        request.body.paymentIntentId,
      );
      return {
        status,
        message: message ?? null,
        code: code ?? null,
        waitsFor: waitsFor ?? null,
        mainProductId,
      };
    },
  });

  app.route({
    ...postPurchase.listUpsellOffers,
    handler: (request) => listUpsellOffers(services, request, { ...request.params, ...request.query }),
  });

  app.route({
    ...postPurchase.processUpsell,
    handler: (request) => processUpsell(services, request, request.body),
  });
}
