import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { GatewayUnderTest } from "./gateway-contract.ts";

/** How every gateway reads webhooks; part of `describeGateway`. */
export function describeWebhooks(harness: () => GatewayUnderTest): void {
  describe("reading webhooks", () => {
    const event = {
      id: "evt_1",
      object: "event",
      type: "payment_intent.succeeded",
      data: { object: { id: "pi_1", object: "payment_intent" } },
    };

    test("a signed event is read", () => {
      const { rawBody, headers } = harness().signedWebhook(event);
      expect(harness().gateway.readWebhook(rawBody, headers)).toMatchObject({
        id: "evt_1",
        type: "payment_intent.succeeded",
        objectId: "pi_1",
        paymentIntentId: "pi_1",
      });
    });

    test("a refund's event names its payment", () => {
      const refund = { id: "re_1", object: "refund", payment_intent: "pi_1" };
      const { rawBody, headers } = harness().signedWebhook({
        ...event,
        type: "refund.created",
        data: { object: refund },
      });
      expect(harness().gateway.readWebhook(rawBody, headers)).toMatchObject({
        objectId: "re_1",
        paymentIntentId: "pi_1",
      });
    });

    test("what was told since a moment is told again when it is asked for, with the same ids", async () => {
      const { gateway, pay } = harness();
      const intent = await gateway.createIntent({
        amountCents: 4_900,
        currency: "usd",
        receiptEmail: "buyer@example.com",
        saveCard: false,
        metadata: {},
        idempotencyKey: randomUUID(),
      });
      await pay(intent);
      const refund = await gateway.refund({ paymentIntentId: intent.id, idempotencyKey: randomUUID() });
      const listed = async (since: Date) => {
        const events = [];
        for await (const told of gateway.listEvents(since)) events.push(told);
        return events.filter(({ paymentIntentId }) => paymentIntentId === intent.id);
      };
      const events = await listed(new Date(0));
      expect(events).toContainEqual({
        id: expect.stringMatching(/^evt_/),
        type: "payment_intent.succeeded",
        objectId: intent.id,
        paymentIntentId: intent.id,
      });
      expect(events).toContainEqual({
        id: expect.stringMatching(/^evt_/),
        type: "refund.created",
        objectId: refund.id,
        paymentIntentId: intent.id,
      });
      expect(await listed(new Date(0))).toEqual(events);
      expect(await listed(new Date(Date.now() + 100 * 365 * 86_400_000))).toEqual([]);
    });

    test("one that is signed, and is no event that we can read, is refused", () => {
      const { object } = event.data;
      const odd = [
        null,
        7,
        "text",
        [],
        {},
        { ...event, id: 7 },
        { ...event, type: null },
        { ...event, data: [] },
        { ...event, data: { object: "pi_1" } },
        { ...event, data: { object: { ...object, id: { id: "pi_1" } } } },
        { ...event, data: { object: { ...object, payment_intent: 7 } } },
      ];
      for (const body of odd) {
        const { rawBody, headers } = harness().signedWebhook(body as object);
        expect(() => harness().gateway.readWebhook(rawBody, headers), JSON.stringify(body)).toThrow(
          expect.objectContaining({ code: "bad_signature" }),
        );
      }
    });

    test("one that was signed over other bytes, five minutes ago, or not at all is refused", () => {
      const { rawBody, headers } = harness().signedWebhook(event);
      const badSignature = expect.objectContaining({ code: "bad_signature" });
      expect(() => harness().gateway.readWebhook(Buffer.from(`${rawBody.toString()} `), headers)).toThrow(
        badSignature,
      );
      expect(() => harness().gateway.readWebhook(rawBody, {})).toThrow(badSignature);
      const late = harness().signedWebhook(event, 301);
      expect(() => harness().gateway.readWebhook(late.rawBody, late.headers)).toThrow(badSignature);
      const justInTime = harness().signedWebhook(event, 295);
      expect(harness().gateway.readWebhook(justInTime.rawBody, justInTime.headers).id).toBe("evt_1");
    });
  });
}
