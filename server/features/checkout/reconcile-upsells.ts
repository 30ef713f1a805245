import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { findUpsellPayment, offerMinutes } from "./find-upsell-payment.ts";
import { syncPayment } from "./sync-payment.ts";
import { cancelUpsell } from "./cancel-upsell.ts";

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
export async function reconcileUpsells(services: Services): Promise<void> {
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
