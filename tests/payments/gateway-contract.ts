import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type {
  GatewayErrorCode,
  NewIntent,
  PaymentGateway,
  PaymentIntent,
} from "#server/payments/payment-gateway.ts";
import { describeAuthorizing } from "./authorize-contract.ts";
import { describeForgetting } from "./delete-payer-contract.ts";
import { describeSavedCards } from "./saved-card-contract.ts";
import { describeWebhooks } from "./webhook-contract.ts";

/** A gateway under test, and what only its provider's side can do. */
export type GatewayUnderTest = {
  gateway: PaymentGateway;
  /** Pays as a buyer with a good card in a browser would. */
  pay(intent: PaymentIntent): Promise<void>;
  /** A webhook as the provider sends it, signed `ageSeconds` ago (default now). */
  signedWebhook(event: object, ageSeconds?: number): { rawBody: Buffer; headers: Record<string, string> };
};

/** What every gateway must do, whoever the provider is. Run it against the stand-in and against each real adapter. */
export function describeGateway(name: string, makeGateway: () => Promise<GatewayUnderTest>): void {
  describe(`${name} as a payment gateway`, () => {
    let harness: GatewayUnderTest;
    let gateway: PaymentGateway;
    beforeAll(async () => {
      harness = await makeGateway();
      gateway = harness.gateway;
    });

    const order = (change: Partial<NewIntent> = {}): NewIntent => ({
      amountCents: 4_900,
      currency: "usd",
      receiptEmail: "buyer@example.com",
      saveCard: true,
      metadata: { checkout_session: "s1", cart_version: "1" },
      idempotencyKey: randomUUID(),
      ...change,
    });
    const change = (more: Partial<Parameters<PaymentGateway["updateIntent"]>[1]> = {}) => ({
      amountCents: 5_900,
      receiptEmail: "buyer@example.com",
      metadata: { cart_version: "2" },
      idempotencyKey: randomUUID(),
      ...more,
    });
    const paidIntent = async (amountCents = 4_900) => {
      const intent = await gateway.createIntent(order({ amountCents }));
      await harness.pay(intent);
      return intent;
    };
    const refusal = (code: GatewayErrorCode) => ({ name: "Error", code, retryable: false });

    describeAuthorizing(() => ({ harness, gateway, order }));

    describe("creating", () => {
      test("a new intent waits for a card and carries what it was made with", async () => {
        const intent = await gateway.createIntent(order());
        expect(intent).toMatchObject({
          amountCents: 4_900,
          receivedCents: 0,
          currency: "usd",
          status: "requires_payment_method",
          metadata: { checkout_session: "s1", cart_version: "1" },
          card: null,
          failureMessage: null,
          failureCode: null,
        });
        expect(intent.clientSecret).toMatch(new RegExp(`^${intent.id}_secret_.{16,}`));
        expect(await gateway.getIntent(intent.id)).toEqual(intent);
      });

      test("the same key gives the same intent, also when it was changed meanwhile", async () => {
        const input = order();
        const first = await gateway.createIntent(input);
        await gateway.updateIntent(first.id, change());
        expect(await gateway.createIntent(input)).toEqual(first);
      });

      test("twenty calls at once with one key make one intent", async () => {
        const input = order();
        const intents = await Promise.all(Array.from({ length: 20 }, () => gateway.createIntent(input)));
        expect(new Set(intents.map(({ id }) => id)).size).toBe(1);
      });

      test.each([
        ["amount", { amountCents: 5_000 }],
        ["address", { receiptEmail: "other@example.com" }],
        ["metadata", { metadata: { cart_version: "2" } }],
      ])("a key that comes again with another %s is refused", async (_what, other) => {
        const input = order();
        await gateway.createIntent(input);
        await expect(gateway.createIntent({ ...input, ...other })).rejects.toMatchObject(
          refusal("idempotency_conflict"),
        );
      });

      test("an amount under 50 cents, or above what it carries, is refused, and its key stays free", async () => {
        const input = order({ amountCents: 49 });
        await expect(gateway.createIntent(input)).rejects.toMatchObject(refusal("amount_too_small"));
        await expect(
          gateway.createIntent(order({ amountCents: gateway.highestPaymentCents + 1 })),
        ).rejects.toMatchObject(refusal("amount_too_large"));
        expect(await gateway.createIntent({ ...input, amountCents: 50 })).toMatchObject({ amountCents: 50 });
      });
    });

    describe("changing", () => {
      test("amount and metadata change together, and the client secret stays", async () => {
        const intent = await gateway.createIntent(order());
        const changed = await gateway.updateIntent(intent.id, change());
        expect(changed).toMatchObject({
          id: intent.id,
          clientSecret: intent.clientSecret,
          amountCents: 5_900,
        });
        expect(changed.metadata).toEqual({ checkout_session: "s1", cart_version: "2" });
        expect(await gateway.getIntent(intent.id)).toEqual(changed);
      });

      test("a late repetition of an earlier change gives its first answer and changes nothing", async () => {
        const intent = await gateway.createIntent(order());
        const second = change();
        const answer = await gateway.updateIntent(intent.id, second);
        await gateway.updateIntent(
          intent.id,
          change({ amountCents: 7_900, metadata: { cart_version: "3" } }),
        );
        expect(await gateway.updateIntent(intent.id, second)).toEqual(answer);
        expect(await gateway.getIntent(intent.id)).toMatchObject({
          amountCents: 7_900,
          metadata: { cart_version: "3" },
        });
        await expect(
          gateway.updateIntent(intent.id, { ...second, amountCents: 1_000 }),
        ).rejects.toMatchObject(refusal("idempotency_conflict"));
      });

      test("ten calls at once with one key change it once, and all get that answer", async () => {
        const intent = await gateway.createIntent(order());
        const input = change();
        const answers = await Promise.all(
          Array.from({ length: 10 }, () => gateway.updateIntent(intent.id, input)),
        );
        expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      });

      test("nothing changes once it is paid", async () => {
        const intent = await paidIntent();
        await expect(gateway.updateIntent(intent.id, change())).rejects.toMatchObject(
          refusal("payment_intent_unexpected_state"),
        );
        expect(await gateway.getIntent(intent.id)).toMatchObject({
          status: "succeeded",
          amountCents: 4_900,
          receivedCents: 4_900,
        });
      });

      test("an intent that is not there is missing", async () => {
        await expect(gateway.updateIntent("pi_none", change())).rejects.toMatchObject(
          refusal("resource_missing"),
        );
        await expect(gateway.getIntent("pi_none")).rejects.toMatchObject(refusal("resource_missing"));
        await expect(gateway.cancelIntent("pi_none")).rejects.toMatchObject(refusal("resource_missing"));
        await expect(
          gateway.refund({ paymentIntentId: "pi_none", idempotencyKey: randomUUID() }),
        ).rejects.toMatchObject(refusal("resource_missing"));
      });
    });

    describe("paying and canceling", () => {
      test("a paid intent names its card and what was received", async () => {
        const { id } = await paidIntent();
        const paid = await gateway.getIntent(id);
        expect(paid).toMatchObject({
          status: "succeeded",
          receivedCents: 4_900,
          card: { brand: "visa", last4: "4242" },
          failureMessage: null,
          failureCode: null,
        });
        expect(paid.paymentMethodId).toBeTypeOf("string");
      });

      test("an open intent can be canceled, again and again", async () => {
        const { id } = await gateway.createIntent(order());
        expect(await gateway.cancelIntent(id)).toMatchObject({ id, status: "canceled" });
        expect(await gateway.cancelIntent(id)).toMatchObject({ id, status: "canceled" });
        await expect(gateway.updateIntent(id, change())).rejects.toMatchObject(
          refusal("payment_intent_unexpected_state"),
        );
      });

      test("a paid intent cannot be canceled", async () => {
        const { id } = await paidIntent();
        await expect(gateway.cancelIntent(id)).rejects.toMatchObject(
          refusal("payment_intent_unexpected_state"),
        );
        expect(await gateway.getIntent(id)).toMatchObject({ status: "succeeded" });
      });
    });

    describeSavedCards(() => harness, { order, paidIntent });

    describe("refunding", () => {
      test("everything goes back when no amount is named, and then nothing is left", async () => {
        const { id: paymentIntentId } = await paidIntent();
        const idempotencyKey = randomUUID();
        const refund = await gateway.refund({ paymentIntentId, idempotencyKey });
        expect(refund).toMatchObject({ status: "succeeded", amountCents: 4_900, metadata: {} });
        expect(await gateway.refund({ paymentIntentId, idempotencyKey })).toEqual(refund);
        expect(await gateway.getRefund(refund.id)).toEqual(refund);
        await expect(gateway.refund({ paymentIntentId, idempotencyKey: randomUUID() })).rejects.toMatchObject(
          refusal("charge_already_refunded"),
        );
      });

      test("parts go back until the whole is reached, never more", async () => {
        const { id: paymentIntentId } = await paidIntent();
        const part = (amountCents?: number) =>
          gateway.refund({
            paymentIntentId,
            idempotencyKey: randomUUID(),
            ...(amountCents && { amountCents }),
          });
        expect(await part(1_000)).toMatchObject({ amountCents: 1_000 });
        await expect(part(3_901)).rejects.toMatchObject(refusal("amount_too_large"));
        expect(await part()).toMatchObject({ amountCents: 3_900 });
      });

      test("of ten refunds of a third at once, three go through", async () => {
        const { id: paymentIntentId } = await paidIntent(3_000);
        const refund = () =>
          gateway.refund({ paymentIntentId, amountCents: 1_000, idempotencyKey: randomUUID() });
        const results = await Promise.allSettled(Array.from({ length: 10 }, refund));
        expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
      });

      test("ten calls at once with one key give money back once", async () => {
        const { id: paymentIntentId } = await paidIntent();
        const input = { paymentIntentId, amountCents: 1_000, idempotencyKey: randomUUID() };
        const refunds = await Promise.all(Array.from({ length: 10 }, () => gateway.refund(input)));
        expect(new Set(refunds.map(({ id }) => id)).size).toBe(1);
        await expect(gateway.refund({ ...input, amountCents: 999 })).rejects.toMatchObject(
          refusal("idempotency_conflict"),
        );
      });

      test("a refund carries what it was made with", async () => {
        const { id: paymentIntentId } = await paidIntent();
        const input = { paymentIntentId, metadata: { refund: "r1" }, idempotencyKey: randomUUID() };
        const refund = await gateway.refund(input);
        expect(refund.metadata).toEqual({ refund: "r1" });
        expect(await gateway.getRefund(refund.id)).toEqual(refund);
        await expect(gateway.refund({ ...input, metadata: { refund: "r2" } })).rejects.toMatchObject(
          refusal("idempotency_conflict"),
        );
      });

      test("refunds and disputes that are not there are missing", async () => {
        await expect(gateway.getRefund("re_none")).rejects.toMatchObject(refusal("resource_missing"));
        await expect(gateway.getDispute("dp_none")).rejects.toMatchObject(refusal("resource_missing"));
        await expect(gateway.getDispute("issfr_none")).rejects.toMatchObject(refusal("resource_missing"));
      });

      test("an unpaid intent has nothing to give back", async () => {
        const { id } = await gateway.createIntent(order());
        await expect(
          gateway.refund({ paymentIntentId: id, idempotencyKey: randomUUID() }),
        ).rejects.toMatchObject(refusal("payment_intent_unexpected_state"));
      });
    });

    describeForgetting(() => harness, { order, paidIntent });
    describeWebhooks(() => harness);
  });
}
