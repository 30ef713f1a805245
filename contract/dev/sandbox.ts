import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { SumCents, Timestamp } from "#contract/values.ts";

const tags = ["Payment sandbox"];

/** Of a payment, or of a setup that keeps a card. */
const intentId = z.string().regex(/^(pi|seti)_sbx_[0-9a-f]{24}$/);
const clientSecret = z.string().max(200);
const bankToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

const IntentStatus = z.enum([
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
  "processing",
  "requires_capture",
  "succeeded",
  "canceled",
]);

const Card = z.object({ number: z.string().max(40), expiry: z.string().max(20), cvc: z.string().max(10) });

const CardProblem = z.object({
  code: z.string(),
  declineCode: z.string().nullable(),
  message: z.string(),
  /** The field to correct, where it is one. */
  field: z.enum(["number", "expiry", "cvc"]).optional(),
});

export const confirmSandboxPayment = endpoint({
  method: "POST",
  url: "/api/sandbox/payment-intents/:id/confirm",
  config: { access: "public", limit: { points: 60, seconds: 60 } },
  schema: {
    tags,
    summary: "Pay with a test card, or keep it; what card does what is in the documentation of the sandbox",
    params: z.object({ id: intentId }),
    body: z.object({
      clientSecret,
      card: Card,
      /** Where the bank's page sends the buyer; an address of this site. */
      returnUrl: z.url({ protocol: /^https?$/ }).max(2_000),
    }),
    response: {
      200: z.object({
        status: IntentStatus,
        error: CardProblem.optional(),
        /** The bank's page, when the card asks for authentication. */
        redirectUrl: z.string().optional(),
      }),
    },
  },
});

/** The card is saved already: its bank wanted to see the buyer. */
export const authenticateSandboxPayment = endpoint({
  method: "POST",
  url: "/api/sandbox/payment-intents/:id/authenticate",
  config: { access: "public", limit: { points: 60, seconds: 60 } },
  schema: {
    tags,
    summary: "Go to the bank of a saved card that was not charged without its buyer",
    params: z.object({ id: intentId }),
    body: z.object({ clientSecret, returnUrl: z.url({ protocol: /^https?$/ }).max(2_000) }),
    response: { 200: z.object({ status: IntentStatus, redirectUrl: z.string().optional() }) },
  },
});

export const getSandboxPayment = endpoint({
  method: "GET",
  url: "/api/sandbox/payment-intents/:id",
  config: { access: "public", limit: { points: 120, seconds: 60 } },
  schema: {
    tags,
    summary: "How a payment stands, for the browser that holds its client secret",
    params: z.object({ id: intentId }),
    querystring: z.object({ client_secret: clientSecret }),
    response: {
      200: z.object({
        id: z.string(),
        status: IntentStatus,
        amountCents: SumCents,
        currency: z.string(),
        failureMessage: z.string().nullable(),
        /** The bank's page, while it waits for the buyer. */
        redirectUrl: z.string().nullable(),
      }),
    },
  },
});

export const getSandboxBankPage = endpoint({
  method: "GET",
  url: "/api/sandbox/bank/:token",
  config: { access: "public", limit: { points: 120, seconds: 60 } },
  schema: {
    tags,
    summary: "What the bank asks the buyer",
    params: z.object({ token: bankToken }),
    response: {
      200: z.object({
        amountCents: SumCents,
        currency: z.string(),
        brand: z.string(),
        last4: z.string(),
        answered: z.boolean(),
      }),
    },
  },
});

/** A form's target: takes `application/x-www-form-urlencoded`, answers 303 to the page that the payment returns to. */
export const answerSandboxBank = endpoint({
  method: "POST",
  url: "/api/sandbox/bank/:token",
  config: { access: "public", limit: { points: 60, seconds: 60 } },
  schema: {
    tags,
    summary: "The buyer's answer to the bank; leads back to the shop",
    params: z.object({ token: bankToken }),
    body: z.object({ answer: z.enum(["complete", "fail"]) }),
  },
});

export const getSandboxAccountPage = endpoint({
  method: "GET",
  url: "/api/sandbox/accounts/:token",
  config: { access: "public", limit: { points: 120, seconds: 60 } },
  schema: {
    tags,
    summary: "A creator's account at the sandbox, for whoever was given its link",
    params: z.object({ token: bankToken }),
    response: {
      200: z.object({
        displayName: z.string(),
        transfersActive: z.boolean(),
        /** What was transferred to it and not taken back; cents of every currency. */
        receivedCents: SumCents,
      }),
    },
  },
});

/** A form's target, like the bank's. */
export const completeSandboxOnboarding = endpoint({
  method: "POST",
  url: "/api/sandbox/accounts/:token",
  config: { access: "public", limit: { points: 60, seconds: 60 } },
  schema: {
    tags,
    summary: "Finish the onboarding of an account; leads back to the store",
    params: z.object({ token: bankToken }),
  },
});

const Dispute = z.object({
  id: z.string(),
  paymentIntent: z.string(),
  amount: SumCents,
  reason: z.string(),
  status: z.enum(["open", "won", "lost", "closed"]),
  isInquiry: z.boolean(),
  createdAt: Timestamp,
});

export const listSandboxDisputes = endpoint({
  method: "GET",
  url: "/api/dev/sandbox/disputes",
  config: { access: "local" },
  schema: {
    tags,
    summary: "The newest disputes, inquiries and fraud warnings of the sandbox's cards",
    response: { 200: z.array(Dispute) },
  },
});

export const decideSandboxDispute = endpoint({
  method: "POST",
  url: "/api/dev/sandbox/disputes/:id",
  config: { access: "local" },
  schema: {
    tags,
    summary: "Decide a dispute in the bank's place",
    params: z.object({ id: z.string().max(100) }),
    body: z.object({ outcome: z.enum(["won", "lost"]) }),
    response: { 200: Dispute },
  },
});

const Faults = z.object({
  /** So many of the next events are lost. */
  dropNext: z.int().min(0).max(1_000),
  /** Every event is this late. */
  delaySeconds: z.int().min(0).max(86_400),
  /** Every event is delivered so many times more. */
  duplicates: z.int().min(0).max(50),
  /** Events that wait together are delivered newest first. */
  reorder: z.boolean(),
});

export const getSandboxFaults = endpoint({
  method: "GET",
  url: "/api/dev/sandbox/faults",
  config: { access: "local" },
  schema: {
    tags,
    summary: "What goes wrong on purpose with the sandbox's webhooks",
    response: { 200: Faults },
  },
});

export const setSandboxFaults = endpoint({
  method: "PATCH",
  url: "/api/dev/sandbox/faults",
  config: { access: "local" },
  schema: {
    tags,
    summary: "Make the sandbox's webhooks late, repeated, reordered or lost",
    body: Faults.partial(),
    response: { 200: Faults },
  },
});
