import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { GatewayUnderTest } from "./gateway-contract.ts";
import { addOn, type Makes } from "./saved-card-contract.ts";

/** How every gateway forgets a buyer; part of `describeGateway`. */
export function describeForgetting(harness: () => GatewayUnderTest, { order, paidIntent }: Makes): void {
  describe("forgetting a payer", () => {
    const noCard = { name: "Error", code: "payment_intent_unexpected_state", retryable: false };

    test("takes the saved card, and leaves the payment and what can be given back of it", async () => {
      const { gateway } = harness();
      const { id } = await paidIntent();
      const charged = await gateway.chargeSavedCard(addOn(id));
      const before = await gateway.getIntent(id);
      await gateway.deletePayer(id);
      await expect(gateway.chargeSavedCard(addOn(id))).rejects.toMatchObject(noCard);
      expect(await gateway.getIntent(id)).toEqual(before);
      for (const paymentIntentId of [id, charged.id])
        expect(await gateway.refund({ paymentIntentId, idempotencyKey: randomUUID() })).toMatchObject({
          status: "succeeded",
        });
    });

    test("leaves another purchase of the same address as it was", async () => {
      const { gateway } = harness();
      const [mine, other] = [await paidIntent(), await paidIntent()];
      await gateway.deletePayer(mine.id);
      expect(await gateway.chargeSavedCard(addOn(other.id))).toMatchObject({ status: "succeeded" });
    });

    test("changes nothing when it is repeated, or there is nobody to forget", async () => {
      const { gateway } = harness();
      const paid = await paidIntent();
      const given = await gateway.cancelIntent((await gateway.createIntent(order())).id);
      const cardless = await gateway.createIntent(order({ saveCard: false }));
      for (const id of [paid.id, paid.id, given.id, cardless.id, "pi_none"])
        await expect(gateway.deletePayer(id)).resolves.toBeUndefined();
      await Promise.all(Array.from({ length: 5 }, () => gateway.deletePayer(paid.id)));
      expect(await gateway.getIntent(paid.id)).toMatchObject({ status: "succeeded", receivedCents: 4_900 });
    });
  });
}
