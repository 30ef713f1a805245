import type { Services } from "#server/services.ts";

/** Tells the operator of payments that were kept aside and name nobody's sale: no creator sees them. */
export async function tellOfOwnerless({ pool, log }: Services): Promise<void> {
  const { rows } = await pool.query<{ paymentIntentId: string; receivedCents: number }>(
    `select payment_intent_id as "paymentIntentId", received_cents as "receivedCents"
       from quarantined_payments where owner_id is null and resolved_at is null order by created_at limit 20`,
  );
  for (const payment of rows)
    log.error(
      payment,
      "a payment names no sale of ours: give it back at the provider, or find out what it was for",
    );
}
