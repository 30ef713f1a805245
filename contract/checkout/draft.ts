import { z } from "zod";
import { typedCode } from "#contract/typed-code.ts";
import { BillingInterval } from "#contract/catalog/catalog.ts";
import { endpoint } from "#contract/endpoint.ts";
import { Cents, Email, Id, oneLine, SumCents } from "#contract/values.ts";

const tags = ["Checkout"];
const product = z.object({ productId: Id });

/** An address as far as it was typed; checked when it is used. */
const TypedAddress = z
  .object({
    name: oneLine(120),
    line1: oneLine(200),
    line2: oneLine(200),
    city: oneLine(120),
    region: oneLine(120),
    postalCode: oneLine(20),
    country: oneLine(2),
  })
  .partial();

/** What was chosen: of two tabs, the one where something was chosen last says all of it. */
const Choice = z.object({
  /** Ids of the ticked offers. */
  orderBumps: z.array(Id).max(20),
  /** Empty: none. */
  couponCode: typedCode(40),
  /** Empty: none. */
  affiliateCode: typedCode(60),
  /** Of a membership that can be paid by the month or the year; null: as the product says. */
  billingInterval: BillingInterval.exclude(["ONE_TIME"]).nullable(),
  /** Of a product whose buyers choose what they pay; null: what is suggested. */
  amountCents: Cents.nullable(),
  /** What the page's address asked for when this was chosen: another link begins anew. */
  link: oneLine(1_000),
});

/** A checkout that is not paid yet, as this browser has left it. Nothing of a card. */
const Draft = Choice.extend({
  /** Grows with every change, in whichever tab. */
  revision: z.int(),
  email: z.string(),
  customerName: z.string(),
  shippingAddress: TypedAddress,
  /** It was filled in by a mail's link: what was in it came to so much when it was left, without shipping. */
  left: z.object({ totalCents: SumCents }).nullable(),
});
export type Draft = z.infer<typeof Draft>;

const response = { 200: z.object({ draft: Draft.nullable() }) };

export const getCheckoutDraft = endpoint({
  method: "GET",
  url: "/api/checkout/:productId/draft",
  config: { access: "buyer" },
  schema: { tags, summary: "What this browser has left in a product's checkout", params: product, response },
});

export const saveCheckoutDraft = endpoint({
  method: "PUT",
  url: "/api/checkout/:productId/draft",
  config: { access: "buyer", limit: { points: 240, seconds: 60 } },
  schema: {
    tags,
    summary:
      "Keep a checkout for 7 days in this browser's name; what is left out stays as it is. Null where it has ended meanwhile, or may not be kept",
    params: product,
    body: z.object({
      /** The one that this tab knows; 0 where it knows none. */
      revision: z.int().min(0),
      // A page of the build before names no interval, or no amount.
      choice: Choice.extend({
        billingInterval: Choice.shape.billingInterval.default(null),
        amountCents: Choice.shape.amountCents.default(null),
      }).optional(),
      email: Email.optional(),
      customerName: oneLine(120).optional(),
      shippingAddress: TypedAddress.optional(),
      /** That this tab has opened, where it has: once it is paid, nothing that comes of the tab begins a draft. */
      checkoutSessionId: Id.optional(),
      /** Somebody has pressed a key or a button here: only then can the checkout become a cart that was left. */
      hasActed: z.boolean().optional(),
      /** Of the browser, as IANA names it. */
      timeZone: oneLine(60).optional(),
    }),
    response,
  },
});

export const deleteCheckoutDrafts = endpoint({
  method: "DELETE",
  url: "/api/checkout/drafts",
  config: { access: "buyer", limit: { points: 30, seconds: 60 } },
  schema: {
    tags,
    summary: "Forget all that this browser has left in checkouts",
    response: { 200: z.object({ success: z.literal(true) }) },
  },
});
