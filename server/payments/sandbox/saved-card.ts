import type pg from "pg";
import { hotStatement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import type { CardError } from "#server/database/schema/sandbox.ts";
import type { PaymentIntent, SavedCardCharge } from "#server/payments/payment-gateway.ts";
import { attemptAfter } from "./charge-attempt.ts";
import { intentSnapshot, newEventId } from "./events.ts";
import { intentOf } from "./intent-row.ts";
import { createIntent, getIntentRow, unexpectedState } from "./intents.ts";
import { behaviourNamed, type ChargeResult } from "./test-cards.ts";

/** What the provider says of a card whose bank wants to see the buyer. */
export const authenticationRequired: CardError = {
  code: "authentication_required",
  declineCode: "authentication_required",
  message: "Your bank wants you to confirm this payment.",
};

/** Charges the card that an earlier payment saved; once per key, whoever asks and how often. */
export async function chargeSavedCard(
  pool: pg.Pool,
  input: SavedCardCharge,
  now: Date,
): Promise<PaymentIntent> {
  const { paidIntentId, ...intent } = input;
  const paid = await getIntentRow(pool, paidIntentId);
  if (paid.status !== "succeeded" || !paid.saves_card || !paid.payment_method)
    throw unexpectedState("lend its card", paid.status);
  const made = await createIntent(pool, { ...intent, saveCard: false }, now);
  const { pays, saved = pays, dispute } = behaviourNamed(paid.behaviour ?? "unknown");
  const result: ChargeResult =
    saved.kind === "asks" ? { kind: "declines", error: authenticationRequired } : saved;
  const attempt = attemptAfter(result, dispute !== undefined, now);
  const [charged] = await confirmSaved(
    pool,
    made.id,
    attempt.status,
    paid.payment_method,
    attempt.error ? JSON.stringify({ ...attempt.error, paymentMethod: paid.payment_method }) : null,
    attempt.followUpAt,
    now,
    newEventId(),
    attempt.event,
  );
  if (charged) wakeListeners(pool, "sandbox_events");
  return intentOf(await getIntentRow(pool, made.id));
}

/** Only an intent that nobody has tried to pay: a repetition finds the outcome of the first. */
const confirmSaved = hotStatement("sandbox_confirm_saved")<
  { id: string },
  [string, string, string, string | null, Date | null, Date, string, string]
>(`with changed as (
     update sandbox.payment_intents set
       status = $2, amount_received = case when $2 = 'succeeded' then amount else 0 end,
       payment_method = case when $4::jsonb is null then $3 end, last_error = $4, follow_up_at = $5, updated_at = $6
     where id = $1 and status = 'requires_payment_method' and payment_method is null and last_error is null
     returning *
   ), told as (
     insert into sandbox.events (id, type, data, deliver_at, created_at) select $7, $8, ${intentSnapshot}, $6, $6 from changed
   )
   select id from changed`);
