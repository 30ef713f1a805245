import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startStripeServer, type StripeServer } from "#tests/support/stripe-server/start-stripe-server.ts";
import { confirmInBrowser, stripeClient } from "#tests/support/stripe-server/talk-to-stripe.ts";

let server: StripeServer;
let stripe: Stripe;
beforeAll(async () => {
  server = await startStripeServer();
  stripe = stripeClient(server);
});
afterAll(() => server.close());

const day = 24 * 60 * 60 * 1000;
const makeAccount = () =>
  stripe.v2.core.accounts.create({
    contact_email: "creator@example.com",
    display_name: "A creator",
    dashboard: "express",
    identity: { country: "us", entity_type: "individual" },
    configuration: {
      recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
    },
    defaults: {
      currency: "usd",
      responsibilities: { fees_collector: "application", losses_collector: "application" },
    },
    include: ["configuration.recipient", "requirements"],
  });
const readyAccount = async () => {
  const { id } = await makeAccount();
  server.setAccountReady(id);
  return id;
};
const paid = async (more: Partial<Stripe.PaymentIntentCreateParams> = {}, number = "4242424242424242") => {
  const intent = await stripe.paymentIntents.create({ amount: 10_000, currency: "usd", ...more });
  await confirmInBrowser(server, intent.client_secret ?? "", { number });
  return stripe.paymentIntents.retrieve(intent.id, { expand: ["latest_charge"] });
};
const chargeOf = (intent: Stripe.PaymentIntent) => intent.latest_charge as Stripe.Charge;
/** What somebody has, arrived or on its way. */
const balanceOf = async (account?: string) => {
  const { available, pending } = await stripe.balance.retrieve({}, account ? { stripeAccount: account } : {});
  return [...available, ...pending].reduce((sum, { amount }) => sum + amount, 0);
};

test("an account waits for its owner, whose link opens once", async () => {
  const account = await makeAccount();
  const status = (from: Stripe.V2.Core.Account) =>
    from.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.status;
  expect(status(account)).toBe("restricted");
  expect(account.requirements?.entries?.length).toBeGreaterThan(0);
  await expect(stripe.accounts.createLoginLink(account.id)).rejects.toThrow(/onboarding/);
  const link = await stripe.v2.core.accountLinks.create({
    account: account.id,
    use_case: {
      type: "account_onboarding",
      account_onboarding: { refresh_url: "http://shop.test/again", return_url: "http://shop.test/back" },
    },
  });
  expect((await fetch(link.url)).status).toBe(200);
  const second = await fetch(link.url, { redirect: "manual" });
  expect(second.headers.get("location")).toBe("http://shop.test/again");
  const body = new URLSearchParams({ result: "complete" });
  const done = await fetch(link.url, { method: "POST", body, redirect: "manual" });
  expect(done.headers.get("location")).toBe("http://shop.test/back");
  const include = ["configuration.recipient" as const];
  expect(status(await stripe.v2.core.accounts.retrieve(account.id, { include }))).toBe("active");
  expect((await stripe.v2.core.accounts.retrieve(account.id)).configuration).toBeNull();
  expect((await stripe.accounts.createLoginLink(account.id)).url).toMatch(/^http/);
});

describe("a destination charge", () => {
  test("passes the money on, keeps our fee, and every balance adds up", async () => {
    const account = await readyAccount();
    const before = await balanceOf();
    const intent = await paid({ application_fee_amount: 1000, transfer_data: { destination: account } });
    expect(await balanceOf(account)).toBe(9000);
    expect((await balanceOf()) - before).toBe(1000 - 320);
    expect(server.ledger().transfers.at(-1)).toMatchObject({ accountId: account, amountCents: 10_000 });
    await stripe.refunds.create({
      payment_intent: intent.id,
      amount: 3333,
      reverse_transfer: true,
      refund_application_fee: true,
    });
    expect(await balanceOf(account)).toBe(9000 - 3333 + 333);
    await stripe.refunds.create({
      payment_intent: intent.id,
      reverse_transfer: true,
      refund_application_fee: true,
    });
    expect(await balanceOf(account)).toBe(0);
    expect((await balanceOf()) - before).toBe(-320);
  });

  test("to an account that is not ready is refused", async () => {
    const { id } = await makeAccount();
    await expect(paid({ transfer_data: { destination: id } })).rejects.toMatchObject({
      code: "insufficient_capabilities_for_transfer",
    });
    await expect(paid({ transfer_data: { destination: "acct_none" } })).rejects.toMatchObject({
      code: "resource_missing",
    });
  });

  test("changes its fee with its amount, its destination never", async () => {
    const account = await readyAccount();
    const intent = await stripe.paymentIntents.create({
      amount: 10_000,
      currency: "usd",
      application_fee_amount: 1000,
      transfer_data: { destination: account },
    });
    await expect(stripe.paymentIntents.update(intent.id, { amount: 500 })).rejects.toMatchObject({
      param: "application_fee_amount",
    });
    expect(
      await stripe.paymentIntents.update(intent.id, { amount: 500, application_fee_amount: 50 }),
    ).toMatchObject({ amount: 500, application_fee_amount: 50 });
    const transfer_data = { destination: account } as object;
    await expect(stripe.paymentIntents.update(intent.id, { transfer_data })).rejects.toMatchObject({
      code: "parameter_unknown",
    });
  });
});

describe("a transfer", () => {
  test("needs money that has arrived, or the charge that brings it", async () => {
    const own = await startStripeServer();
    const client = stripeClient(own);
    const account = await client.v2.core.accounts
      .create({
        contact_email: "c@example.com",
        dashboard: "express",
        identity: { country: "us" },
        configuration: {
          recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
        },
        defaults: {
          responsibilities: { fees_collector: "application", losses_collector: "application" },
        },
      })
      .then(({ id }) => id);
    own.setAccountReady(account);
    const intent = await client.paymentIntents.create({ amount: 5000, currency: "usd" });
    await confirmInBrowser(own, intent.client_secret ?? "");
    const { latest_charge } = await client.paymentIntents.retrieve(intent.id);
    const transfer = { amount: 2000, currency: "usd", destination: account };
    const refused = { code: "balance_insufficient" };
    await expect(client.transfers.create(transfer)).rejects.toMatchObject(refused);
    const source = { ...transfer, source_transaction: latest_charge as string };
    expect(await client.transfers.create(source)).toMatchObject({ amount: 2000 });
    await expect(client.transfers.create({ ...source, amount: 3001 })).rejects.toMatchObject({
      statusCode: 400,
    });
    own.advanceClock(new Date(own.now().getTime() + 3 * day));
    expect(await client.transfers.create(transfer)).toMatchObject({ amount: 2000 });
    await expect(client.transfers.create(transfer)).rejects.toMatchObject(refused);
    await own.close();
  });

  test("is taken back in parts, never more than there is", async () => {
    const account = await readyAccount();
    const charge = chargeOf(await paid());
    const transfer = await stripe.transfers.create({
      amount: 5000,
      currency: "usd",
      destination: account,
      source_transaction: charge.id,
    });
    await stripe.transfers.createReversal(transfer.id, { amount: 2000 });
    expect(await stripe.transfers.retrieve(transfer.id)).toMatchObject({
      amount_reversed: 2000,
      reversed: false,
    });
    await expect(stripe.transfers.createReversal(transfer.id, { amount: 3001 })).rejects.toThrow();
    await stripe.transfers.createReversal(transfer.id);
    expect(await stripe.transfers.retrieve(transfer.id)).toMatchObject({ reversed: true });
    expect(await balanceOf(account)).toBe(0);
  });
});

describe("a dispute", () => {
  test("takes the money and a fee, and gives both back when it is won", async () => {
    const before = await balanceOf();
    const intent = await paid({}, "4000000000000259");
    const [dispute] = (await stripe.disputes.list({ payment_intent: intent.id })).data;
    expect(dispute).toMatchObject({ status: "needs_response", amount: 10_000, reason: "fraudulent" });
    expect((await balanceOf()) - before).toBe(-320 - 1500);
    await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      code: "refund_disputed_payment",
    });
    const won = await stripe.disputes.update(dispute?.id ?? "", {
      evidence: { uncategorized_text: "winning_evidence" },
    });
    expect(won.status).toBe("won");
    expect((await balanceOf()) - before).toBe(10_000 - 320);
    await expect(stripe.disputes.close(won.id)).rejects.toThrow(/closed/);
  });

  test.each([
    ["4000000000002685", "losing_evidence", "lost"],
    ["4000000000001976", "winning_evidence", "warning_closed"],
    ["4000000000001976", "escalate_inquiry_evidence", "needs_response"],
  ])("of the card %s ends as its evidence says: %s", async (number, uncategorized_text, status) => {
    const intent = await paid({}, number);
    const [dispute] = (await stripe.disputes.list({ payment_intent: intent.id })).data;
    const after = await stripe.disputes.update(dispute?.id ?? "", { evidence: { uncategorized_text } });
    expect(after.status).toBe(status);
  });

  test("is sometimes only a warning", async () => {
    const intent = await paid({}, "4000000000005423");
    const { data } = await stripe.radar.earlyFraudWarnings.list({ payment_intent: intent.id });
    expect(data).toMatchObject([{ actionable: true, charge: chargeOf(intent).id }]);
    expect((await stripe.disputes.list({ payment_intent: intent.id })).data).toEqual([]);
  });
});
