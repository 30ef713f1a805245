import { hotStatement } from "#server/database/statement.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import type { GatewayInvoice, GatewaySubscription, Plan } from "#server/payments/subscription-gateway.ts";
import type { Services } from "#server/services.ts";
import { planOf } from "./apply-next-plan.ts";
import { lockMembership, recordBill } from "./record-bill.ts";
import { syncMemberPrice } from "./member-prices.ts";
import { notifyOfEnd } from "./creator-news.ts";
import { newsOf, queueMemberNews } from "./member-news.ts";

/**
 * Brings a membership up to date: asks the provider how it and its newest bill stand (and `invoiceId`, where news was of
 * another one), and writes that down. A bill that was paid becomes an order, one that failed a mail, each once; its member hears of every other change. News may
 * come in any order, twice or not at all, and any number of calls may follow the same membership at once: each draws a
 * number before it asks, and what was asked for later stands. False when there is no membership of ours by that name.
 */
export async function syncMembership(
  services: Services,
  providerSubscriptionId: string,
  invoiceId?: string,
): Promise<boolean> {
  const { pool, payments } = services;
  const [drawn] = await drawNumber(pool, providerSubscriptionId);
  if (!drawn) return false;
  const subscription = await payments.subscriptions.getSubscription(providerSubscriptionId);
  const bills = await billsToRecord(services, subscription, invoiceId);
  await inTransaction(pool, async (client) => {
    const [locked] = await lockMembership(client, drawn.id);
    if (!locked) return;
    const now = services.clock.now();
    // Whoever wrote a higher number asked after this call had begun: what this one came to tell stands in their answer.
    const isOvertaken = BigInt(locked.askedNumber) > BigInt(drawn.number);
    const { interval, priceCents } = subscription.plan;
    const billingInterval = interval === "year" ? "YEAR" : "MONTH";
    const isPaid = subscription.latestInvoice?.status === "paid";
    const [taken] =
      isOvertaken || !isPaid ? [] : await takeMovedProduct(client, drawn.id, billingInterval, priceCents);
    const membership = { ...locked, ...taken };
    let hasFailed = false;
    for (const bill of bills)
      if (!isOvertaken || bill.status === "paid") {
        const isNewest = bill.id === subscription.latestInvoice?.id;
        const [before] = isNewest ? [] : await selectProductBefore(client, drawn.id, bill.periodStart);
        hasFailed = (await recordBill(client, { ...membership, ...before }, bill, now)) || hasFailed;
      }
    if (isOvertaken) return void (await writePaidPeriod(client, drawn.id));
    const state = stateOf(subscription);
    const [written] = await writeMembership(
      client,
      drawn.id,
      ...state,
      now,
      drawn.number,
      billingInterval,
      priceCents,
    );
    if (written && lacksPlan(subscription, planOf(written.nextInterval, written.nextPriceCents)))
      await queueNextPlan(client, providerSubscriptionId);
    await syncMemberPrice(client, drawn.id, now);
    const news = newsOf(membership, {
      ...subscription,
      billingInterval,
      status: state[0],
      hasMoved: taken !== undefined,
    });
    await notifyOfEnd(client, membership, subscription, { status: state[0], isUnpaid: hasFailed }, now);
    // The mail of a last failure says that it was the end.
    if (news && !(news === "ENDED" && hasFailed))
      await queueMemberNews(client, drawn.id, membership.email, news, drawn.number, now);
  });
  wakeListeners(pool, "job_outbox");
  return true;
}

/**
 * Cancelling and keeping it, and a process that died in between, leave it without the plan that its member agreed to. One that
 * it is billed by already has begun there.
 */
const lacksPlan = (
  { status, cancelAtPeriodEnd, plan, nextPlan }: GatewaySubscription,
  wanted: Plan | null,
): boolean =>
  status === "active" &&
  !cancelAtPeriodEnd &&
  !isSame(nextPlan, wanted) &&
  !(nextPlan === null && isSame(plan, wanted));

const isSame = (one: Plan | null, other: Plan | null): boolean =>
  one?.interval === other?.interval && one?.priceCents === other?.priceCents;

/**
 * Oldest first: the bill that news was of, and the newest one. Where that begins after the end of all that is known to be paid,
 * the news of others before it may be lost: those that were paid come, too.
 */
async function billsToRecord(
  { pool, payments: { subscriptions } }: Services,
  { id, latestInvoice }: GatewaySubscription,
  invoiceId: string | undefined,
): Promise<GatewayInvoice[]> {
  const latest = latestInvoice ? [latestInvoice] : [];
  const [gap] = latestInvoice ? await selectGap(pool, id, latestInvoice.id, latestInvoice.periodStart) : [];
  const missed = gap ? await subscriptions.listPaidInvoices(id, gap.since) : [];
  const bills = [...missed.filter((bill) => bill.id !== latestInvoice?.id), ...latest];
  if (invoiceId === undefined || bills.some((bill) => bill.id === invoiceId)) return bills;
  return [await subscriptions.getInvoice(invoiceId), ...bills];
}

/** When the newest bill that is known began, where one that is not begins later than what is paid ends. */
const selectGap = hotStatement("memberships_select_gap")<
  { since: Date },
  [providerSubscriptionId: string, providerInvoiceId: string, periodStart: Date]
>(`select coalesce((select max(period_start) from subscription_invoices i where i.subscription_id = s.id), s.created_at) as since
     from subscriptions s
    where s.provider_subscription_id = $1 and s.current_period_end < $3
      and not exists (select from subscription_invoices i where i.provider_invoice_id = $2)`);

type State = [
  status: string,
  unpaidSince: Date | null,
  endedAt: Date | null,
  cancelAtPeriodEnd: boolean,
  pausedUntil: Date | null,
  cardBrand: string | null,
  cardLast4: string | null,
  cardExpiresAt: Date | null,
];

/**
 * A provider that only rests its collection goes on calling the membership active; for us it is paused. So is one that
 * goes on, by whoever's doing, in a period whose bill nobody owes: only a period that was paid for opens anything.
 */
function stateOf(subscription: GatewaySubscription): State {
  const { status, pausedUntil, endedAt, cancelAtPeriodEnd, card, latestInvoice } = subscription;
  const rests = pausedUntil !== null || latestInvoice?.status === "void";
  const owes = status === "past_due" || status === "unpaid";
  return [
    status === "active" && rests ? "paused" : status,
    owes && latestInvoice?.status === "open" ? latestInvoice.periodStart : null,
    endedAt,
    cancelAtPeriodEnd,
    pausedUntil,
    card?.brand ?? null,
    card?.last4 ?? null,
    card?.expiresAt ?? null,
  ];
}

/** Drawn before the provider is asked: of two answers, the one with the higher number says how it stands now. */
const drawNumber = hotStatement("memberships_draw_number")<
  { id: string; number: string },
  [providerSubscriptionId: string]
>(`select id, nextval('membership_asks') as number from subscriptions where provider_subscription_id = $1`);

/** The plan that it was to move to is the one that was paid by now: bills from here on are of its product. Asked where the newest bill is paid. */
const takeMovedProduct = hotStatement("memberships_take_moved_product")<
  { productId: string },
  [id: string, interval: "MONTH" | "YEAR", priceCents: number]
>(`update subscriptions set product_id = moving_product_id, moving_product_id = null, moving_price_cents = null
    where id = $1 and moving_price_cents = $3 and billing_interval = $2
   returning product_id as "productId"`);

/** What the bill before that moment paid for: one of which news comes late is of the same, whatever was moved to since. */
const selectProductBefore = hotStatement("memberships_select_product_before")<
  { productId: string },
  [id: string, periodStart: Date]
>(`select o.product_id as "productId" from subscription_invoices i join orders o on o.id = i.order_id
    where i.subscription_id = $1 and i.period_start < $2 order by i.period_start desc limit 1`);

/** What has been paid for, whatever period the provider counts: access lasts no longer. */
const paidPeriod = `current_period_end = coalesce(
  (select max(period_end) from subscription_invoices i where i.subscription_id = s.id and i.status = 'PAID'), s.current_period_end)`;

const writePaidPeriod = hotStatement("memberships_write_paid_period")<never, [id: string]>(
  `update subscriptions s set ${paidPeriod} where s.id = $1`,
);

/** SQL: billed by the plan that it moves to, whose product begins once that is paid (`takeMovedProduct`). */
const isMoving = "moving_price_cents is not distinct from $13";

/** What was agreed to for later has begun where it is billed now, and goes with what ends or moved otherwise. */
const planIsOver = `(billing_interval <> $12 or (next_billing_interval = $12 and next_price_cents = $13 and not ${isMoving})
  or $2 in ('canceled', 'unpaid', 'incomplete', 'incomplete_expired'))`;

const writeMembership = hotStatement("memberships_write_membership")<
  { nextInterval: "MONTH" | "YEAR" | null; nextPriceCents: number | null },
  [id: string, ...State, now: Date, askedNumber: string, interval: "MONTH" | "YEAR", priceCents: number]
>(`update subscriptions s set
     status = $2, past_due_at = case when $2 in ('past_due', 'unpaid') then coalesce($3, s.past_due_at, $10) end,
     ended_at = $4, cancel_at_period_end = $5, paused_until = $6,
     card_brand = coalesce($7, s.card_brand), card_last4 = coalesce($8, s.card_last4),
     card_expires_at = coalesce($9, s.card_expires_at), updated_at = $10, asked_number = $11,
     next_billing_interval = case when not ${planIsOver} then next_billing_interval end,
     next_price_cents = case when not ${planIsOver} then next_price_cents end,
     billing_interval = $12, price_cents = case when ${isMoving} then s.price_cents else $13 end, ${paidPeriod}
   where s.id = $1
   returning next_billing_interval as "nextInterval", next_price_cents as "nextPriceCents"`);

const queueNextPlan = hotStatement("memberships_queue_next_plan")<never, [providerSubscriptionId: string]>(
  `insert into job_outbox (name, data) values ('apply-next-plan', jsonb_build_object('providerSubscriptionId', $1::text))`,
);
