import { afterFile } from "#tests/support/after-file.ts";
import { checkPayouts, connectPayouts } from "#contract/payouts/payouts.ts";
import {
  completeSandboxOnboarding,
  confirmSandboxPayment,
  decideSandboxDispute,
  listSandboxDisputes,
} from "#contract/dev/sandbox.ts";
import { openAffiliateLink } from "#server/features/affiliates/clicks.ts";
import { billWhatIsDue } from "#server/payments/sandbox/bill-subscriptions.ts";
import { runFollowUps } from "#server/payments/sandbox/follow-ups.ts";
import { deliverWebhooks, goodCard, pay, type SandboxEvent, sendWebhook } from "#tests/support/buy.ts";
import { balanceOf } from "#tests/support/stripe-server/connect/balance.ts";
import { startStripeServer } from "#tests/support/stripe-server/start-stripe-server.ts";
import { confirmInBrowser } from "#tests/support/stripe-server/talk-to-stripe.ts";
import { type Caller, type TestApp, testApp } from "#tests/support/test-app.ts";

type TestAppOptions = Required<NonNullable<Parameters<typeof testApp>[1]>>;
type CardForm = { setupIntentId: string; clientSecret: string };
type Payable = { paymentIntentId: string | null; clientSecret: string | null };

/** A shop with one of the payment providers behind it, and what only happens at the provider. */
export type Gateway = {
  app: TestApp;
  /** The buyer pays with a good card, with one whose payment the bank will dispute, or with the one of that number. */
  pay(browser: Caller, checkout: Payable, how?: { disputed?: boolean; number?: string }): Promise<void>;
  /** A member gives another card in the provider's form. */
  giveCard(form: CardForm, number: string): Promise<void>;
  /** Time goes by: the provider bills what falls due, and the shop hears of it. */
  pass(time: { days?: number; hours?: number }): Promise<void>;
  /** The shop hears everything that the provider has to say, and works off what follows. */
  deliver(): Promise<void>;
  /** Whatever the provider ever said is said once more, the newest first, as if it were new. */
  hearAgain(): Promise<void>;
  /** The buyer's bank takes the money of a payment back. */
  dispute(paymentIntentId: string): Promise<void>;
  /** The bank decides for the creator. */
  win(paymentIntentId: string): Promise<void>;
  /** What the provider's own books say it took and gave back, in cents. */
  booksOf(paymentIntentId: string): Promise<{ receivedCents: number; refundedCents: number }>;
  /** Whom the provider keeps beside its payments: the addresses of its customers. */
  customerAddresses(): Promise<string[]>;
  /** The creator gets an account of their own, which their sales go to from now on. */
  connect(seller: Caller): Promise<void>;
  /** What the account that a payment went to has from all its payments, less our fees and what was given back. */
  accountCentsOf(paymentIntentId: string): Promise<number>;
};

/** Paid, or authorized first. */
const isGood = (status: unknown): boolean => status === "succeeded" || status === "requires_capture";

/** A twentieth of a sale, where it goes to the creator's account. */
const environment = { PLATFORM_FEE_BPS: "500" };

/** A page that an affiliate's link leads to; those of the web app are not built here. */
const prepare: TestAppOptions["prepare"] = async (app, services) => {
  app.get("/u/:handle", async (request, reply) => {
    await openAffiliateLink(services, request, reply);
    return {};
  });
};

export async function sandboxGateway(): Promise<Gateway> {
  const app = await testApp(environment, { prepare });
  const { pool } = app.services;
  return {
    app,
    async pay(browser, checkout, { disputed = false, number = goodCard.number } = {}) {
      const card = { ...goodCard, number: disputed ? "4000000000000259" : number };
      const { status } = await pay(browser, checkout, card);
      if (!isGood(status)) throw new Error(`the card did not pay: ${status}`);
    },
    async giveCard({ setupIntentId: id, clientSecret }, number) {
      const card = { ...goodCard, number };
      const { body } = await app.call(confirmSandboxPayment, {
        params: { id },
        body: { clientSecret, card, returnUrl: "http://localhost:3000/order" },
      });
      if (body.status !== "succeeded") throw new Error(`the card was not kept: ${body.status}`);
    },
    async pass(time) {
      app.clock.advance(time);
      await billWhatIsDue(app.services);
      await deliverWebhooks(app);
    },
    deliver: () => deliverWebhooks(app),
    async hearAgain() {
      const { rows } = await pool.query<SandboxEvent>(
        "select 'again_' || id as id, type, data from sandbox.events order by created_at desc, id desc",
      );
      for (const event of rows) await sendWebhook(app, event);
      await app.runJobs();
    },
    async dispute() {
      app.clock.advance({ seconds: 5 });
      await runFollowUps(app.services);
    },
    async win(paymentIntentId) {
      const { body } = await app.call(listSandboxDisputes);
      const id = body.find(({ paymentIntent }) => paymentIntent === paymentIntentId)?.id ?? "";
      const { status } = await app.call(decideSandboxDispute, { params: { id }, body: { outcome: "won" } });
      if (status !== 200) throw new Error(`the dispute was not decided: ${status}`);
    },
    async booksOf(paymentIntentId) {
      const { rows } = await pool.query<{ receivedCents: number; refundedCents: number }>(
        `select amount_received as "receivedCents",
                (select coalesce(sum(r.amount), 0)::int from sandbox.refunds r
                  where r.payment_intent = i.id and r.status = 'succeeded') as "refundedCents"
           from sandbox.payment_intents i where i.id = $1`,
        [paymentIntentId],
      );
      return rows[0] ?? { receivedCents: 0, refundedCents: 0 };
    },
    async customerAddresses() {
      const { rows } = await pool.query<{ email: string }>(
        `select receipt_email as email from sandbox.payment_intents where receipt_email is not null
         union all select receipt_email from sandbox.subscriptions where receipt_email <> ''`,
      );
      return rows.map(({ email }) => email);
    },
    async connect(seller) {
      const token = (await startOnboarding(seller)).split("/").at(-1) ?? "";
      await app.call(completeSandboxOnboarding, { params: { token } });
      await finishOnboarding(seller);
    },
    async accountCentsOf(paymentIntentId) {
      const { rows } = await pool.query<{ cents: number }>(
        `select coalesce(sum((p.amount_received - p.application_fee)::bigint * (p.amount_received - r.refunded) / p.amount_received), 0)::int as cents
           from sandbox.payment_intents p
           cross join lateral (select coalesce(sum(amount), 0) as refunded from sandbox.refunds
                                where payment_intent = p.id and status = 'succeeded') r
          where p.status = 'succeeded'
            and p.destination = (select destination from sandbox.payment_intents where id = $1)`,
        [paymentIntentId],
      );
      return rows[0]?.cents ?? 0;
    },
  };
}

/** The adapter of Stripe, with a Stripe on this machine that shares the shop's clock and calls its webhook. */
export async function stripeGateway(): Promise<Gateway> {
  let now = () => new Date();
  const stripe = await startStripeServer({ now: () => now() });
  const app = await testApp(
    {
      ...environment,
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecrets.join(","),
      STRIPE_API_BASE: stripe.url,
    },
    { prepare },
  );
  afterFile(() => stripe.close());
  now = () => app.clock.now();
  stripe.sendWebhooksTo(`${await app.app.listen({ host: "127.0.0.1", port: 0 })}/webhook/stripe`);

  async function deliver() {
    await stripe.webhooks.settled();
    const refused = stripe.webhooks.deliveries.filter(({ status }) => status !== 200);
    if (refused.length > 0) throw new Error(`webhooks were refused: ${JSON.stringify(refused)}`);
    await app.runJobs();
  }
  const chargeOf = (paymentIntentId: string) =>
    stripe.ledger().charges.find(({ intentId }) => intentId === paymentIntentId);
  return {
    app,
    async pay(_browser, { clientSecret }, { number = goodCard.number } = {}) {
      const answer = await confirmInBrowser(stripe, clientSecret ?? "", { number });
      if (!isGood(answer["status"])) throw new Error(`the card did not pay: ${JSON.stringify(answer)}`);
    },
    async giveCard({ clientSecret }, number) {
      const answer = await confirmInBrowser(stripe, clientSecret, { number });
      if (answer["status"] !== "succeeded")
        throw new Error(`the card was not kept: ${JSON.stringify(answer)}`);
    },
    async pass(time) {
      app.clock.advance(time);
      stripe.advanceClock(stripe.now());
      await deliver();
    },
    deliver,
    async hearAgain() {
      for (const event of [...stripe.state.tables.events.values()].toReversed())
        stripe.webhooks.resend({ ...event, id: `${event.id}again` });
      await deliver();
    },
    async dispute(paymentIntentId) {
      stripe.openDispute(chargeOf(paymentIntentId)?.id ?? "");
    },
    async win(paymentIntentId) {
      const dispute = stripe.ledger().disputes.find(({ intentId }) => intentId === paymentIntentId);
      stripe.closeDispute(dispute?.id ?? "", "won");
    },
    async booksOf(paymentIntentId) {
      const charge = chargeOf(paymentIntentId);
      return { receivedCents: charge?.amountCents ?? 0, refundedCents: charge?.refundedCents ?? 0 };
    },
    customerAddresses: async () =>
      [...stripe.state.tables.customers.values()].flatMap(({ deleted, email }) =>
        deleted || email === null ? [] : [email],
      ),
    async connect(seller) {
      const body = new URLSearchParams({ result: "complete" });
      await fetch(await startOnboarding(seller), { method: "POST", body, redirect: "manual" });
      await finishOnboarding(seller);
    },
    async accountCentsOf(paymentIntentId) {
      const { transfers } = stripe.ledger();
      const transfer = transfers.find(({ chargeId }) => chargeId === chargeOf(paymentIntentId)?.id);
      const { available, pending } = balanceOf(stripe.state, transfer?.accountId ?? "");
      return (available.get("usd") ?? 0) + (pending.get("usd") ?? 0);
    },
  };
}

/** The provider's page where the creator says who they are. */
const startOnboarding = async (seller: Caller) => (await seller.call(connectPayouts)).body.url;

async function finishOnboarding(seller: Caller): Promise<void> {
  const { body } = await seller.call(checkPayouts);
  if (body.state !== "READY") throw new Error(`the creator's account is not ready: ${body.state}`);
}
