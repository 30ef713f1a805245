import { z } from "zod";
import { typedCode } from "#contract/typed-code.ts";
import { BillingInterval } from "#contract/catalog/catalog.ts";
import { NamedPart } from "#contract/catalog/product-page.ts";
import { endpoint } from "#contract/endpoint.ts";
import { EnteredShippingAddress } from "./shipping-address.ts";
import { Cents, Email, Id, oneLine, SumCents, Timestamp } from "#contract/values.ts";

const tags = ["Checkout"];

export const PricedLine = z.object({
  productId: Id,
  title: z.string(),
  itemType: z.enum(["MAIN", "ORDER_BUMP", "UPSELL"]),
  /** The bump that the line came from. */
  offerId: Id.nullable(),
  unitPriceCents: Cents,
  discountCents: SumCents,
  /** What it costs to send it. */
  shippingCents: SumCents,
  /** Goods less discount, and shipping. */
  totalPriceCents: SumCents,
  /** What a bundle consists of, and whether this buyer is known to own it already. */
  parts: z.array(NamedPart.extend({ isOwned: z.boolean() })),
});
export type PricedLine = z.infer<typeof PricedLine>;

/** The coupon that counts, and what it takes off in all. */
export const AppliedCoupon = z.object({
  code: z.string(),
  discountCents: SumCents,
  /** What it is for is sent without charge. */
  freeShipping: z.boolean(),
  /** A payment by somebody who has bought from this creator before goes back at once. */
  firstPurchaseOnly: z.boolean(),
});

/** How the goods of a cart are sent, where there are any. */
const CartShipping = z.object({
  /** The codes of the countries that are served; null: every one. */
  countries: z.array(z.string()).nullable(),
  /** The one that the total is for; null where it has no shipping in it yet. */
  country: z.string().nullable(),
  /** Null while it is not known where they go, unless that is all the same. */
  cents: SumCents.nullable(),
});

/** Where the goods go, as far as that is known: a country's code. Not served: as if it had not been said. */
const shippingCountry = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .optional();

/** How often a membership is to bill, where it can be paid by the month or the year. Left out: as the product says. */
const billingInterval = BillingInterval.exclude(["ONE_TIME"]).optional();

/** Of a product whose buyers choose what they pay: what this one does. Left out: what is suggested. */
const amountCents = Cents.optional();

/** The chosen time of a session whose times are offered here. */
const startsAt = Timestamp.optional();

/** Of the browser, as IANA names it: emails give times by it. One that is not known here counts as none. */
const timeZone = oneLine(60).optional();

/** The first payment comes when these days are over: at `endsAt`, where it is begun now. */
const Trial = z.object({ days: z.int(), endsAt: Timestamp });

/** A cart at the server's prices. */
const PricedCart = z.object({
  totalCents: SumCents,
  /** As the product is bought: another one than was asked for where that is not offered (any more). */
  billingInterval: BillingInterval,
  /** The free trial that the membership begins with: a card is kept, and nothing is charged before its end. */
  trial: Trial.nullable(),
  currency: z.string(),
  lines: z.array(PricedLine),
  coupon: AppliedCoupon.nullable(),
  /** A line is shipped: the order needs an address. */
  requiresShipping: z.boolean(),
  shipping: CartShipping.nullable(),
});

export const priceCheckout = endpoint({
  method: "GET",
  url: "/api/checkout/:productId/price",
  config: { access: "buyer" },
  schema: {
    tags,
    summary:
      "What a cart would cost now. Holds nothing and asks for no address; a coupon that does not count and offers that have ended are left out",
    params: z.object({ productId: Id }),
    querystring: z.object({
      /** Ids of offers, with commas between. */
      orderBumps: z
        .string()
        .max(800)
        .transform((text) => [...new Set(text.split(",").filter((id) => id !== ""))])
        .pipe(z.array(Id).max(20))
        .optional(),
      couponCode: typedCode(40).optional(),
      billingInterval,
      /** As `createPaymentIntent` takes it; less than the least counts as the least. */
      amountCents: z.coerce.number().pipe(Cents).optional(),
      shippingCountry,
    }),
    response: {
      200: PricedCart.extend({
        /** Why the coupon does not count. */
        couponProblem: z.string().nullable(),
        /** Said where it is few: 0 where it is sold out. */
        stockLeft: z.int().nullable(),
        /** Of a plan: when the creator's free trial ends, which paying now gives up; null where there is none. */
        planTrialEndsAt: Timestamp.nullable(),
      }),
    },
  },
});

/** How the page takes payment: which form to show, and with which public key. */
export const getPaymentSetup = endpoint({
  method: "GET",
  url: "/api/payment-setup",
  config: { access: "public" },
  schema: {
    tags,
    summary: "The payment form to show; `none` when payment is not set up",
    response: {
      200: z.object({
        provider: z.enum(["stripe", "sandbox", "none"]),
        publishableKey: z.string().nullable(),
      }),
    },
  },
});

/** What `contract/checkout/address-format.ts` judges and prints by. */
export const getAddressFormat = endpoint({
  method: "GET",
  url: "/api/address-formats/:country",
  config: { access: "public" },
  schema: {
    tags,
    summary:
      "How addresses of a country are asked for: fields, names, what is needed, postal codes, its states",
    params: z.object({ country: z.string().regex(/^[A-Z]{2}$/) }),
    response: {
      200: z.object({
        fmt: z.string(),
        latin: z.string().optional(),
        require: z.string(),
        region: z.string().optional(),
        city: z.string().optional(),
        code: z.string().optional(),
        pattern: z.string().optional(),
        example: z.string().optional(),
        regions: z.array(z.tuple([z.string(), z.string()], z.string())).optional(),
      }),
    },
  },
});

/** How the page shows its checkout. */
const CheckoutType = z.enum(["STANDARD", "EXPRESS", "EMBEDDED", "SLIDE"]);

export const createPaymentIntent = endpoint({
  method: "POST",
  url: "/api/create-payment-intent",
  config: { access: "buyer", limit: { points: 60, seconds: 60 } },
  schema: {
    tags,
    summary:
      "Open or change this browser's checkout of a product; the server prices it. A coupon that does not count is 422 with its reason at couponCode, and changes nothing.",
    body: z.object({
      productId: Id,
      customerEmail: Email,
      customerName: oneLine(120).optional(),
      affiliateCode: typedCode(60).optional(),
      /** Left out: none. */
      couponCode: typedCode(40).optional(),
      orderBumps: z.array(Id).max(20).default([]),
      billingInterval,
      amountCents,
      shippingCountry,
      /** Left out: as it was, and STANDARD at first. */
      checkoutType: CheckoutType.optional(),
      /** Buy once more what this browser bought in the last two hours. */
      buyAgain: z.boolean().optional(),
    }),
    response: {
      200: PricedCart.extend({
        /** Null when there is nothing to pay. */
        clientSecret: z.string().nullable(),
        free: z.boolean().optional(),
        paymentIntentId: z.string().nullable(),
        checkoutSessionId: Id,
        checkoutType: CheckoutType,
        cartVersion: z.int(),
      }),
    },
  },
});

export const completeFreeOrder = endpoint({
  method: "POST",
  url: "/api/checkout/:checkoutSessionId/complete-free",
  config: { access: "buyer", limit: { points: 30, seconds: 60 } },
  schema: {
    tags,
    summary: "Place an order whose total is 0",
    params: z.object({ checkoutSessionId: Id }),
    body: z.object({
      cartVersion: z.int(),
      customerName: oneLine(120, "Please enter your full name"),
      shippingAddress: EnteredShippingAddress.optional(),
      startsAt,
      timeZone,
    }),
    response: { 200: z.object({ orderReference: z.string() }) },
  },
});

/**
 * Asked right before the card is confirmed: the server checks that what the buyer saw is what will be charged, and holds
 * the stock and the coupon's use for it.
 */
export const confirmTotal = endpoint({
  method: "POST",
  url: "/api/checkout/:checkoutSessionId/confirm-total",
  config: { access: "buyer", limit: { points: 60, seconds: 60 } },
  schema: {
    tags,
    summary: "Check the total the buyer saw against today's price, and hold what it needs for 15 minutes",
    params: z.object({ checkoutSessionId: Id }),
    body: z.object({
      cartVersion: z.int(),
      totalCents: SumCents,
      customerName: oneLine(120, "Please enter your full name"),
      /** Needed where the checkout said `requiresShipping`. */
      shippingAddress: EnteredShippingAddress.optional(),
      /** Digital content is to start at once. Counts with both of the next two, and only for what is such content. */
      startsNow: z.boolean().optional(),
      /** The buyer knows that their right to withdraw from it ends with that. */
      knowsRightEnds: z.boolean().optional(),
      /** Which words were shown: see `delivery-consent.ts`. */
      consentVersion: z.int().optional(),
      startsAt,
      timeZone,
    }),
    response: {
      200: z.object({
        /** Only then is the payment to be confirmed. */
        unchanged: z.boolean(),
        totalCents: SumCents,
        lines: z.array(PricedLine),
        cartVersion: z.int(),
        billingInterval: BillingInterval,
        trial: Trial.nullable(),
        coupon: AppliedCoupon.nullable(),
        shipping: CartShipping.nullable(),
        /** Why the coupon no longer counts, where that is what changed. */
        couponProblem: z.string().nullable(),
        /** Of the payment as it is now: another one when the earlier had run out. */
        clientSecret: z.string().nullable(),
        paymentIntentId: z.string().nullable(),
        checkoutSessionId: Id,
      }),
    },
  },
});

export const leaveCheckout = endpoint({
  method: "POST",
  url: "/api/checkout/:checkoutSessionId/leave",
  config: { access: "buyer", limit: { points: 60, seconds: 60 } },
  schema: {
    tags,
    summary:
      "The page was left after pay was pressed: give back what is held, unless the bank has the payment",
    params: z.object({ checkoutSessionId: Id }),
    response: { 200: z.object({ success: z.literal(true) }) },
  },
});

export const finishPayment = endpoint({
  method: "POST",
  url: "/api/checkout/finish-payment",
  config: { access: "buyer", limit: { points: 60, seconds: 60 } },
  schema: {
    tags,
    summary:
      "Return page: asks the gateway about a payment, an add-on's too, and completes its order (proof: cookie or X-Order-Proof)",
    /** The payment's id, or `free_<order id>`. */
    body: z.object({ paymentIntentId: z.string().max(200) }),
    response: {
      200: z.object({
        status: z.enum(["PAID", "PENDING", "FAILED"]),
        /** Why the last attempt failed, in words for the buyer. */
        message: z.string().nullable(),
        /** The same by https://docs.stripe.com/declines/codes; a lost or stolen card is refused like any other. */
        code: z.string().nullable(),
        /**
         * What an unpaid payment waits for: the provider, which has it; the buyer, whom the bank wants to see; or for
         * somebody to pay, as no attempt has reached the provider since the last one failed.
         */
        waitsFor: z.enum(["PROVIDER", "AUTHENTICATION", "ATTEMPT"]).nullable(),
        /** What the checkout was for: add-ons are offered with it. */
        mainProductId: Id.nullable(),
      }),
    },
  },
});
