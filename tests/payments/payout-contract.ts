import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { GatewayErrorCode, PaymentGateway, PaymentIntent } from "#server/payments/payment-gateway.ts";
import type { PayoutGateway } from "#server/payments/payout-gateway.ts";

/** A gateway under test, and what only its provider's side can do. */
export type PayoutsUnderTest = {
  gateway: PaymentGateway;
  /** Pays as a buyer with a good card in a browser would. */
  pay(intent: PaymentIntent): Promise<void>;
  /** Goes through the provider's own page as the account's owner would. */
  completeOnboarding(link: string): Promise<void>;
};

/** What every gateway must do with accounts and transfers, whoever the provider is. */
export function describePayouts(name: string, makeHarness: () => Promise<PayoutsUnderTest>): void {
  describe(`${name} as a way to pay creators`, () => {
    let harness: PayoutsUnderTest;
    let payouts: PayoutGateway;
    beforeAll(async () => {
      harness = await makeHarness();
      payouts = harness.gateway.payouts;
    });

    const pages = {
      returnUrl: "http://localhost:3000/admin?tab=settings&account=returned",
      refreshUrl: "http://localhost:3000/admin?tab=settings&account=again",
    };
    const newAccount = () =>
      payouts.createAccount({
        email: "creator@example.com",
        displayName: "A Creator",
        idempotencyKey: randomUUID(),
      });
    const readyAccount = async () => {
      const { id } = await newAccount();
      await harness.completeOnboarding(await payouts.onboardingLink(id, pages));
      return id;
    };
    const paidIntent = async (accountId?: string) => {
      const intent = await harness.gateway.createIntent({
        amountCents: 4_900,
        currency: "usd",
        receiptEmail: "buyer@example.com",
        saveCard: true,
        metadata: {},
        payee: accountId ? { accountId, feeCents: 490 } : undefined,
        idempotencyKey: randomUUID(),
      });
      await harness.pay(intent);
      return intent.id;
    };
    const transferOf = (accountId: string, sourcePaymentIntentId: string | undefined) => ({
      accountId,
      amountCents: 4_410,
      currency: "usd",
      group: "order_1",
      sourcePaymentIntentId,
      metadata: { payment: "p1" },
      idempotencyKey: randomUUID(),
    });
    const refusal = (code: GatewayErrorCode) => ({ name: "Error", code, retryable: false });

    test("a new account receives nothing until its owner has said who they are", async () => {
      const made = await newAccount();
      expect(made).toEqual({ id: made.id, transfersActive: false, needsInformation: true });
      expect(await payouts.getAccount(made.id)).toEqual(made);
      await harness.completeOnboarding(await payouts.onboardingLink(made.id, pages));
      expect(await payouts.getAccount(made.id)).toEqual({
        id: made.id,
        transfersActive: true,
        needsInformation: false,
      });
      expect(await payouts.dashboardLink(made.id)).toMatch(/^(https?:\/)?\/.+/);
    });

    test("ten calls at once with one key make one account", async () => {
      const input = { email: "c@example.com", displayName: "C", idempotencyKey: randomUUID() };
      const made = await Promise.all(Array.from({ length: 10 }, () => payouts.createAccount(input)));
      expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    });

    test("an account that is not there is missing", async () => {
      await expect(payouts.getAccount("acct_none")).rejects.toMatchObject(refusal("resource_missing"));
      await expect(payouts.onboardingLink("acct_none", pages)).rejects.toMatchObject(
        refusal("resource_missing"),
      );
    });

    test("a payment for an account names it and our fee, which follows the amount", async () => {
      const accountId = await readyAccount();
      const input = {
        amountCents: 4_900,
        currency: "usd",
        receiptEmail: "buyer@example.com",
        saveCard: true,
        metadata: {},
        payee: { accountId, feeCents: 490 },
        idempotencyKey: randomUUID(),
      };
      const intent = await harness.gateway.createIntent(input);
      expect(intent.payee).toEqual(input.payee);
      const changed = await harness.gateway.updateIntent(intent.id, {
        amountCents: 5_900,
        receiptEmail: "buyer@example.com",
        metadata: {},
        payee: { accountId, feeCents: 590 },
        idempotencyKey: randomUUID(),
      });
      expect(changed.payee).toEqual({ accountId, feeCents: 590 });
      await harness.pay(changed);
      expect(await harness.gateway.getIntent(intent.id)).toMatchObject({
        status: "succeeded",
        payee: { accountId, feeCents: 590 },
      });
      const addOn = await harness.gateway.chargeSavedCard({
        paidIntentId: intent.id,
        amountCents: 1_500,
        currency: "usd",
        receiptEmail: "buyer@example.com",
        metadata: {},
        payee: { accountId, feeCents: 0 },
        idempotencyKey: randomUUID(),
      });
      expect(addOn).toMatchObject({ status: "succeeded", payee: { accountId, feeCents: 0 } });
    });

    test("a payment that went to an account is refunded like any other, in parts too", async () => {
      const id = await paidIntent(await readyAccount());
      const part = await harness.gateway.refund({
        paymentIntentId: id,
        amountCents: 1_000,
        idempotencyKey: randomUUID(),
      });
      expect(part).toMatchObject({ status: "succeeded", amountCents: 1_000 });
      const rest = await harness.gateway.refund({ paymentIntentId: id, idempotencyKey: randomUUID() });
      expect(rest.amountCents).toBe(3_900);
    });

    test("money of a payment that stayed with us is passed on once per key", async () => {
      const input = transferOf(await readyAccount(), await paidIntent());
      const made = await payouts.transfer(input);
      expect(made).toEqual({
        id: made.id,
        accountId: input.accountId,
        amountCents: 4_410,
        reversedCents: 0,
      });
      expect(await payouts.transfer(input)).toEqual(made);
      expect(await payouts.getTransfer(made.id)).toEqual(made);
      await expect(payouts.transfer({ ...input, amountCents: 1 })).rejects.toMatchObject(
        refusal("idempotency_conflict"),
      );
    });

    test("a transfer is found by its group and what it was made with, for as long as it exists", async () => {
      const group = `payment_${randomUUID()}`;
      const input = { ...transferOf(await readyAccount(), await paidIntent()), group };
      expect(await payouts.findTransfer(input)).toBeUndefined();
      const made = await payouts.transfer(input);
      expect(await payouts.findTransfer(input)).toEqual(made);
      expect(await payouts.findTransfer({ group, metadata: { payment: "p2" } })).toBeUndefined();
      expect(await payouts.findTransfer({ ...input, group: "payment_other" })).toBeUndefined();
    });

    test("transfers since a moment are listed with what they were made with, and earlier ones are not", async () => {
      const listSince = async (since: Date) => {
        const listed = [];
        for await (const transfer of payouts.listTransfers(since)) listed.push(transfer);
        return listed;
      };
      const input = transferOf(await readyAccount(), await paidIntent());
      const made = await payouts.transfer(input);
      const metadata = input.metadata;
      await payouts.reverseTransfer({
        transferId: made.id,
        amountCents: 410,
        metadata,
        idempotencyKey: randomUUID(),
      });
      const ever = await listSince(new Date(0));
      const found = ever.find(({ id }) => id === made.id);
      expect(found).toEqual({
        ...made,
        reversedCents: 410,
        currency: "usd",
        metadata,
        madeAt: expect.any(Date),
      });
      expect(await listSince(new Date((found?.madeAt.getTime() ?? 0) + 1_000))).toEqual([]);
    });

    test("ten calls at once with one key pass it on once", async () => {
      const input = transferOf(await readyAccount(), await paidIntent());
      const made = await Promise.all(Array.from({ length: 10 }, () => payouts.transfer(input)));
      expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    });

    test("never more than the payment brought, and nothing to an account that is not ready", async () => {
      const ready = await readyAccount();
      const paid = await paidIntent();
      await expect(payouts.transfer({ ...transferOf(ready, paid), amountCents: 4_901 })).rejects.toThrow();
      const { id } = await newAccount();
      await expect(payouts.transfer(transferOf(id, paid))).rejects.toMatchObject({ retryable: false });
      await expect(payouts.transfer(transferOf("acct_none", paid))).rejects.toMatchObject({
        retryable: false,
      });
    });

    test("a transfer is taken back in parts, once per key, and never beyond the whole", async () => {
      const { id: transferId } = await payouts.transfer(transferOf(await readyAccount(), await paidIntent()));
      const part = {
        transferId,
        amountCents: 1_410,
        metadata: { transfer: "t1" },
        idempotencyKey: randomUUID(),
      };
      expect(await payouts.hasReversal(part)).toBe(false);
      expect(await payouts.reverseTransfer(part)).toMatchObject({ reversedCents: 1_410 });
      expect(await payouts.reverseTransfer(part)).toMatchObject({ reversedCents: 1_410 });
      expect(await payouts.hasReversal(part)).toBe(true);
      expect(await payouts.hasReversal({ transferId, metadata: { transfer: "t2" } })).toBe(false);
      const next = (amountCents: number) => ({ ...part, amountCents, idempotencyKey: randomUUID() });
      await expect(payouts.reverseTransfer(next(3_001))).rejects.toMatchObject({ retryable: false });
      await payouts.reverseTransfer(next(3_000));
      expect(await payouts.getTransfer(transferId)).toMatchObject({
        amountCents: 4_410,
        reversedCents: 4_410,
      });
    });
  });
}
