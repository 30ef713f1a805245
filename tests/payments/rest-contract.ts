import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type {
  GatewaySubscription,
  NewSubscription,
  SubscriptionGateway,
} from "#server/payments/subscription-gateway.ts";

type Given = {
  gateway(): SubscriptionGateway;
  /** A membership whose first bill, of $19 unless told, is paid with a good card. */
  begun(more?: Partial<NewSubscription>): Promise<GatewaySubscription>;
  /** Lets time pass at the provider, and what falls due in it happen. */
  advanceDays(days: number): Promise<void>;
};

/** What every gateway must do with memberships that rest for a while. */
export function testRests({ gateway, begun, advanceDays }: Given): void {
  const restsFor = async (days: number, running: GatewaySubscription) => {
    const until = new Date((running.currentPeriodEnd?.getTime() ?? 0) + days * 86_400_000);
    const resting = await gateway().pauseSubscription(running.id, until, randomUUID());
    expect(resting.status).toBe("active");
    expect(Math.abs(until.getTime() - (resting.pausedUntil?.getTime() ?? 0))).toBeLessThan(1000);
  };

  test("a rest that ends within the paid period costs nothing, and then it is billed as before", async () => {
    const running = await begun();
    await restsFor(40, running);
    const resumed = await gateway().resumeSubscription(running.id, randomUUID());
    expect(resumed).toMatchObject({ status: "active", pausedUntil: null });
    expect(resumed.currentPeriodEnd).toEqual(running.currentPeriodEnd);
    expect(resumed.latestInvoice?.id).toBe(running.latestInvoice?.id);
    await advanceDays(32);
    const { latestInvoice } = await gateway().getSubscription(running.id);
    expect(latestInvoice).toMatchObject({ status: "paid", periodStart: running.currentPeriodEnd });
  });

  test.each([
    { interval: "month" as const, months: 1 },
    { interval: "year" as const, months: 12 },
  ])(
    "after a rest beyond the paid $interval a whole one is billed at once, and once",
    async ({ interval, months }) => {
      const running = await begun({ interval });
      await restsFor(60, running);
      await advanceDays(months * 30.5 + 12);
      const resting = await gateway().getSubscription(running.id);
      expect(resting).toMatchObject({ status: "active", pausedUntil: expect.any(Date) });
      // A provider may write bills while it rests, but asks nobody to pay them.
      expect([running.latestInvoice?.id, "void"]).toContain(
        resting.latestInvoice?.status === "void" ? "void" : resting.latestInvoice?.id,
      );
      const resume = () => gateway().resumeSubscription(running.id, randomUUID());
      await Promise.allSettled([resume(), resume(), resume()]);
      const resumed = await resume();
      expect(resumed).toMatchObject({
        status: "active",
        pausedUntil: null,
        latestInvoice: { reason: "subscription_cycle", status: "paid", amountCents: 1_900 },
      });
      expect(resumed.currentPeriodEnd).toEqual(resumed.latestInvoice?.periodEnd);
      const { periodStart, periodEnd } = resumed.latestInvoice ?? {};
      const days = ((periodEnd?.getTime() ?? 0) - (periodStart?.getTime() ?? 0)) / 86_400_000;
      expect(Math.abs(days - months * 30.5)).toBeLessThan(4);
      await advanceDays(days - 1);
      expect((await resume()).latestInvoice?.id).toBe(resumed.latestInvoice?.id);
    },
  );

  test("one that has ended is not resumed", async () => {
    const { id } = await begun();
    await gateway().cancelSubscription(id, "NOW", randomUUID());
    await expect(gateway().resumeSubscription(id, randomUUID())).rejects.toMatchObject({
      name: "Error",
      code: "payment_intent_unexpected_state",
      retryable: false,
    });
  });
}
