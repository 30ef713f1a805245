import type { z } from "zod";
import { randomUUID } from "node:crypto";
import {
  completeFreeOrder,
  confirmTotal,
  createPaymentIntent,
  finishPayment,
} from "#contract/checkout/checkout.ts";
import { refundOrder } from "#contract/orders/orders-admin.ts";
import { listUpsellOffers, processUpsell } from "#contract/checkout/post-purchase.ts";
import { goodCard, leeds, pay } from "#tests/support/buy.ts";
import { clickReplyLink } from "#tests/support/reply-link.ts";
import type { TestApp } from "#tests/support/test-app.ts";
import type { Random } from "./random.ts";
import type { Shop } from "./shop.ts";

type Checkout = z.input<(typeof createPaymentIntent.schema.response)[200]>;

/** One buyer in one browser, doing one thing after the other. Every call may fail: then nothing is noted. */
export class Buyer {
  readonly email: string;
  /** References of orders that the shop told this buyer were paid. */
  readonly promised: string[] = [];
  /** Answers that were our fault: status and text. */
  readonly failures: string[] = [];
  readonly #app: TestApp;
  readonly #browser: ReturnType<TestApp["browser"]>;
  readonly #shop: Shop;
  #product: Shop["products"][number] | undefined;
  #checkout: Checkout | undefined;
  #paid: string | undefined;
  #addOn: { paymentIntentId: string; clientSecret: string } | undefined;

  constructor(app: TestApp, shop: Shop, name: string) {
    this.#app = app;
    this.#browser = app.browser();
    this.#shop = shop;
    this.email = `${name}-${shop.creator.handle}@example.com`;
  }

  /** Comes from a reply in a direct message; one was clicked before this story begins. */
  async #clicksAReply(random: Random): Promise<void> {
    const { ours, stale, foreign } = this.#shop.replies;
    const code = random.pick([...ours, stale, foreign]);
    if (code === stale) this.#browser.cookies["reply"] = stale;
    else await clickReplyLink(this.#app, this.#browser, code);
  }

  /** Opens a checkout, or changes the open one: other bumps, another code. */
  async chooses(random: Random): Promise<void> {
    // Mostly the same product with another cart: that is what changes an open payment.
    const product = (random.chance(0.6) && this.#product) || random.pick(this.#shop.products);
    this.#product = product;
    if (random.chance(0.5)) await this.#clicksAReply(random);
    const bumps = random.some(this.#shop.bumps.filter(({ mainProductId }) => mainProductId === product.id));
    const answer = await this.#browser.call(createPaymentIntent, {
      body: {
        productId: product.id,
        customerEmail: this.email,
        orderBumps: bumps.map(({ id }) => id),
        buyAgain: true,
        ...(product === this.#shop.zine &&
          random.chance(0.8) && { amountCents: random.pick([0, 50, 899, 12_345]) }),
        ...(random.chance(0.5) && { couponCode: random.pick(this.#shop.codes) }),
        ...(random.chance(0.7) && { shippingCountry: random.pick(["GB", "DE"]) }),
        ...(random.chance(0.4) && { affiliateCode: this.#shop.affiliateCode }),
      },
    });
    this.#judges(answer);
    if (answer.status === 200) this.#checkout = answer.body;
  }

  /** Confirms the total, and pays it where it is as shown. */
  async pays(random: Random): Promise<void> {
    const checkout = this.#checkout;
    if (!checkout) return this.chooses(random);
    const params = { checkoutSessionId: checkout.checkoutSessionId };
    // Mostly the country that the total was shown for.
    const country = (random.chance(0.7) && checkout.shipping?.country) || random.pick(["GB", "DE"]);
    const seen = {
      cartVersion: checkout.cartVersion,
      customerName: "A Buyer",
      ...(checkout.requiresShipping && { shippingAddress: country === "GB" ? leeds : berlin }),
    };
    if (checkout.clientSecret === null) {
      const answer = await this.#browser.call(completeFreeOrder, { params, body: seen });
      this.#judges(answer);
      if (answer.status === 200) this.#notes(answer.body.orderReference);
      return;
    }
    const confirmed = await this.#browser.call(confirmTotal, {
      params,
      body: { ...seen, totalCents: checkout.totalCents },
    });
    this.#judges(confirmed);
    if (confirmed.status !== 200) return;
    if (!confirmed.body.unchanged) {
      this.#checkout = { ...checkout, ...confirmed.body };
      return;
    }
    await pay(this.#browser, checkout, { ...goodCard, number: random.pick(cards) });
    this.#paid = checkout.paymentIntentId ?? undefined;
  }

  /** The page that a payment returns to. */
  async returns(): Promise<void> {
    const paid = this.#paid;
    if (!paid || paid.startsWith("free_")) return;
    const answer = await this.#browser.call(finishPayment, { body: { paymentIntentId: paid } });
    this.#judges(answer);
    if (answer.status === 200 && answer.body.status === "PAID") this.promised.push(paid);
  }

  async answersAnOffer(random: Random): Promise<void> {
    if (!this.#paid) return;
    const upsell = random.pick(this.#shop.upsells);
    await this.#browser.call(listUpsellOffers, {
      params: { mainProductId: upsell.triggerProductId },
      querystring: { paymentIntentId: this.#paid },
    });
    const choose = () =>
      this.#browser.call(processUpsell, {
        body: {
          upsellId: upsell.id,
          paymentIntentId: this.#paid ?? "",
          customerEmail: this.email,
          action: random.chance(0.75) ? "ACCEPT" : "DECLINE",
        },
      });
    const answers = await Promise.all(random.chance(0.3) ? [choose(), choose(), choose()] : [choose()]);
    for (const answer of answers) {
      this.#judges(answer);
      const { action, paymentIntentId, clientSecret } = answer.body as {
        action?: string;
        paymentIntentId?: string;
        clientSecret?: string;
      };
      if (action === "PAYMENT_REQUIRED" && paymentIntentId && clientSecret)
        this.#addOn = { paymentIntentId, clientSecret };
    }
  }

  /** Pays an add-on by the form. */
  async paysTheAddOn(random: Random): Promise<void> {
    if (!this.#addOn) return;
    await pay(this.#browser, this.#addOn, { ...goodCard, number: random.pick(cards) });
    if (random.chance(0.5))
      await this.#browser.call(finishPayment, { body: { paymentIntentId: this.#addOn.paymentIntentId } });
  }

  #judges({ status, text }: { status: number; text: string }): void {
    if (status >= 500) this.failures.push(`${status} ${text}`);
  }

  #notes(reference: string): void {
    this.#paid = reference;
    this.promised.push(reference);
  }
}

/** Most cards pay; some are declined when they are saved, disputed later, or take their time. */
const cards = [
  goodCard.number,
  goodCard.number,
  goodCard.number,
  "4000000000000341",
  "4000000000000002",
  "4000000000000259",
  "4000000000008807",
  "4000000000005126",
];

/** The creator gives some of the money of a random order back, sometimes twice at once. */
export async function refundSomething(app: TestApp, shop: Shop, random: Random): Promise<number[]> {
  const { rows } = await app.services.pool.query<{ orderId: string; itemId: string; left: number }>(
    `select o.id as "orderId", i.id as "itemId", i.total_price_cents - i.refunded_cents as left
       from orders o join order_items i on i.order_id = o.id
      where o.owner_id = $1 and o.status = 'PAID' and i.total_price_cents > i.refunded_cents order by i.created_at, i.id`,
    [shop.creator.id],
  );
  if (rows.length === 0) return [];
  const { orderId, itemId, left } = random.pick(rows);
  const amountCents = random.chance(0.5) ? left : random.integer(1, left);
  const whole = random.chance(0.3);
  const refund = () =>
    app.as(shop.creator).call(refundOrder, {
      params: { id: orderId },
      body: {
        idempotencyKey: randomUUID(),
        reason: "asked for",
        ...(!whole && { lines: [{ orderItemId: itemId, amountCents }] }),
      },
    });
  const answers = await Promise.all(random.chance(0.3) ? [refund(), refund()] : [refund()]);
  return answers.map(({ status }) => status);
}

const berlin = { name: "A Buyer", line1: "Weg 1", city: "Berlin", postalCode: "10115", country: "DE" };
