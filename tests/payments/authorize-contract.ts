import { beforeAll, describe, expect, test } from "vitest";
import type { NewIntent, PaymentGateway } from "#server/payments/payment-gateway.ts";
import type { GatewayUnderTest } from "./gateway-contract.ts";

type Given = {
  harness: GatewayUnderTest;
  gateway: PaymentGateway;
  order: (change?: Partial<NewIntent>) => NewIntent;
};

/** What every gateway must do with a payment that is authorized before it is captured. */
export function describeAuthorizing(given: () => Given): void {
  describe("authorizing first", () => {
    let gateway: PaymentGateway;
    beforeAll(() => {
      gateway = given().gateway;
    });
    const tooLate = { code: "payment_intent_unexpected_state" };
    const authorized = async () => {
      const { harness, order } = given();
      const intent = await gateway.createIntent(order({ authorizeFirst: true }));
      await harness.pay(intent);
      return intent;
    };

    test("takes nothing until it is captured, and captures once", async () => {
      const { id } = await authorized();
      expect(await gateway.getIntent(id)).toMatchObject({ status: "requires_capture", receivedCents: 0 });
      expect(await gateway.findPayment(id)).toBeUndefined();
      const captured = await Promise.all([gateway.captureIntent(id), gateway.captureIntent(id)]);
      for (const each of captured) expect(each).toMatchObject({ status: "succeeded", receivedCents: 4_900 });
      expect(await gateway.captureIntent(id)).toMatchObject({ status: "succeeded" });
      expect(await gateway.findPayment(id)).toMatchObject({ receivedCents: 4_900, refundedCents: 0 });
      await expect(gateway.releaseIntent(id)).rejects.toMatchObject(tooLate);
    });

    test("takes nothing at all once it is released", async () => {
      const { id } = await authorized();
      expect(await gateway.releaseIntent(id)).toMatchObject({ status: "canceled", receivedCents: 0 });
      expect(await gateway.releaseIntent(id)).toMatchObject({ status: "canceled" });
      expect(await gateway.findPayment(id)).toBeUndefined();
      await expect(gateway.captureIntent(id)).rejects.toMatchObject(tooLate);
    });

    test("an authorized payment is neither changed nor cancelled with its checkout", async () => {
      const { id } = await authorized();
      await expect(gateway.cancelIntent(id)).rejects.toMatchObject(tooLate);
      const change = {
        amountCents: 50,
        receiptEmail: "a@example.com",
        metadata: {},
        idempotencyKey: `late_${id}`,
      };
      await expect(gateway.updateIntent(id, change)).rejects.toMatchObject(tooLate);
      expect(await gateway.captureIntent(id)).toMatchObject({ receivedCents: 4_900 });
    });

    test("a change says anew whether it authorizes first", async () => {
      const { harness, order } = given();
      const intent = await gateway.createIntent(order({ authorizeFirst: true }));
      const change = { amountCents: 5_000, receiptEmail: "a@example.com", metadata: {} };
      await gateway.updateIntent(intent.id, { ...change, idempotencyKey: `off_${intent.id}` });
      await gateway.updateIntent(intent.id, {
        ...change,
        authorizeFirst: true,
        idempotencyKey: `on_${intent.id}`,
      });
      await gateway.updateIntent(intent.id, { ...change, idempotencyKey: `off_again_${intent.id}` });
      await harness.pay(intent);
      expect(await gateway.getIntent(intent.id)).toMatchObject({ status: "succeeded", receivedCents: 5_000 });
    });

    test("its saved card can be charged once it is captured", async () => {
      const { order } = given();
      const { id } = await authorized();
      const { saveCard: _, ...extra } = order({ amountCents: 700, idempotencyKey: `extra_${id}` });
      await gateway.captureIntent(id);
      expect(await gateway.chargeSavedCard({ ...extra, paidIntentId: id })).toMatchObject({
        status: "succeeded",
        receivedCents: 700,
      });
    });
  });
}
