import { hotStatement, statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { closeCheckout } from "./close-checkout.ts";
import { expireSessions } from "./expire-sessions.ts";
import { syncPayment } from "./sync-payment.ts";
import { findUpsellPayment, offerMinutes } from "./find-upsell-payment.ts";
import { cancelUpsell } from "./cancel-upsell.ts";

type DueSession = {
  id: string;
  paymentIntentId: string;
  providerSubscriptionId: string | null;
  expired: boolean;
};

/**
 * Finds payments whose webhook was lost: asks the gateway about every open checkout that has been quiet for two minutes,
 * then again after twice the time, until the session expires; then its intent is cancelled. Only an answer counts: where
 * there was none, or this process died before it asked, it is asked again two minutes later.
 */
export async function reconcilePayments(services: Services): Promise<void> {
  const { pool, clock, log } = services;
  const now = clock.now();
  for (const session of await takeDue(pool, now)) {
    try {
      if (session.expired) await closeCheckout(services, session);
      else {
        await syncPayment(services, session.paymentIntentId);
        await recordAnswer(pool, session.id, now);
      }
    } catch (error) {
      log.error({ err: error, checkoutSessionId: session.id }, "could not reconcile a payment");
    }
  }
  const unpriced = await selectUnpriced(pool, now);
  await expireSessions(
    pool,
    unpriced.map(({ id }) => id),
  );
  await reconcileUpsells(services);
}

const takeDue = statement("checkout_take_due")<DueSession, [now: Date]>(
  `update checkout_sessions set next_check_at = $1::timestamptz + interval '2 minutes'
    where session_id in (
      select session_id from checkout_sessions
       where status = 'ACTIVE' and payment_intent_id is not null and next_check_at <= $1
       order by next_check_at limit 200 for update skip locked)
      and payment_intent_id is not null
   returning session_id as id, payment_intent_id as "paymentIntentId", provider_subscription_id as "providerSubscriptionId", expires_at <= $1 as expired`,
);

const selectUnpriced = statement("checkout_select_unpriced")<{ id: string }, [now: Date]>(
  "select session_id as id from checkout_sessions where status = 'ACTIVE' and payment_intent_id is null and expires_at <= $1 limit 500",
);

/** Does nothing to what the answer ended, nor where pay was pressed meanwhile. */
const recordAnswer = hotStatement("checkout_record_answer")<
  never,
  [sessionId: string, askedAt: Date]
>(`update checkout_sessions
      set checks = checks + 1,
          next_check_at = $2::timestamptz + least(interval '2 minutes' * power(2, checks), interval '6 hours', expires_at - $2::timestamptz)
    where session_id = $1 and status = 'ACTIVE' and next_check_at = $2::timestamptz + interval '2 minutes'`);

type OpenUpsell = {
  orderId: string;
  upsellId: string;
  paymentIntentId: string | null;
  shownAt: Date;
  old: boolean;
};

/**
 * Accepted add-ons whose payment nobody heard of for two minutes: asks the gateway, and gives the payment and the stock it
 * holds up after half an hour.
 */
async function reconcileUpsells(services: Services): Promise<void> {
  const { pool, clock, log } = services;
  for (const row of await selectOpen(pool, clock.now(), offerMinutes)) {
    const { orderId, upsellId, old } = row;
    try {
      const paymentIntentId = row.paymentIntentId ?? (await findUpsellPayment(services.payments, row));
      if (old) await cancelUpsell(services, orderId, upsellId, paymentIntentId, true);
      else if (paymentIntentId) await syncPayment(services, paymentIntentId);
    } catch (error) {
      log.error({ err: error, orderId, upsellId }, "could not reconcile an add-on");
    }
  }
}

const selectOpen = statement("upsell_select_open")<OpenUpsell, [now: Date, offerMinutes: number]>(
  `select order_id as "orderId", upsell_id as "upsellId", payment_intent_id as "paymentIntentId", shown_at as "shownAt",
          shown_at <= $1::timestamptz - make_interval(mins => $2) as old
     from upsell_offers
    where decision is null and amount_cents is not null and shown_at <= $1::timestamptz - interval '2 minutes'
    order by shown_at limit 200`,
);
