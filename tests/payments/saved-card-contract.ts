import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { GatewayUnderTest } from "./gateway-contract.ts";
import type {
  GatewayErrorCode,
  NewIntent,
  PaymentIntent,
  SavedCardCharge,
} from "#server/payments/payment-gateway.ts";

/** What a contract of its own takes from `describeGateway`. */
export type Makes = {
  order: (change?: Partial<NewIntent>) => NewIntent;
  paidIntent: (amountCents?: number) => Promise<PaymentIntent>;
};

/** What an add-on charges to the card of a paid intent. */
export const addOn = (paidIntentId: string, amountCents = 1_500): SavedCardCharge => ({
  paidIntentId,
  amountCents,
  currency: "usd",
  receiptEmail: "buyer@example.com",
  metadata: { order: "o1", upsell: "u1" },
  idempotencyKey: randomUUID(),
});

const refusal = (code: GatewayErrorCode) => ({ name: "Error", code, retryable: false });

/** How every gateway charges the card that an earlier payment saved; part of `describeGateway`. */
export function describeSavedCards(harness: () => GatewayUnderTest, { order, paidIntent }: Makes): void {
  describe("charging the saved card", () => {
    test("the card of a paid intent pays an add-on at once, once per key", async () => {
      const { id } = await paidIntent();
      const input = addOn(id);
      const charged = await harness().gateway.chargeSavedCard(input);
      expect(charged).toMatchObject({
        status: "succeeded",
        amountCents: 1_500,
        receivedCents: 1_500,
        metadata: { order: "o1", upsell: "u1" },
        card: { last4: "4242" },
      });
      expect(charged.id).not.toBe(id);
      expect(await harness().gateway.chargeSavedCard(input)).toEqual(charged);
      await expect(harness().gateway.chargeSavedCard({ ...input, amountCents: 1_600 })).rejects.toMatchObject(
        refusal("idempotency_conflict"),
      );
    });

    test("ten calls at once with one key charge it once", async () => {
      const { id } = await paidIntent();
      const input = addOn(id);
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => harness().gateway.chargeSavedCard(input)),
      );
      expect(new Set(answers.map((answer) => answer.id)).size).toBe(1);
    });

    test("an intent that is not paid, or kept no card, lends none", async () => {
      const open = await harness().gateway.createIntent(order());
      await expect(harness().gateway.chargeSavedCard(addOn(open.id))).rejects.toMatchObject(
        refusal("payment_intent_unexpected_state"),
      );
      const forgetful = await harness().gateway.createIntent(order({ saveCard: false }));
      await harness().pay(forgetful);
      await expect(harness().gateway.chargeSavedCard(addOn(forgetful.id))).rejects.toMatchObject(
        refusal("payment_intent_unexpected_state"),
      );
    });
  });
}
