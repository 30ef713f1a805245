import { seenByNobody } from "#server/database/seen-by-nobody.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";

/** Tells the operator of payments that were kept aside and name nobody's sale: no creator sees them. */
export async function reportOwnerless({ pool, log }: Services): Promise<void> {
  for (const payment of await selectOwnerless(pool))
    log.error(
      payment,
      "a payment was kept aside that no creator sees: give it back at the provider, or find out what it was for",
    );
}

const selectOwnerless = statement("ledger_select_ownerless")<
  { paymentIntentId: string; receivedCents: number },
  []
>(
  `select payment_intent_id as "paymentIntentId", received_cents as "receivedCents"
     from quarantined_payments where ${seenByNobody} order by created_at limit 20`,
);
