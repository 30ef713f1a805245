import type pg from "pg";
import type { BankQuestion } from "#server/database/schema/sandbox.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { newToken } from "#server/secrets/secrets.ts";
import { bankPath, type Confirmation, getIntentBySecret } from "./confirm-payment.ts";
import { intentSnapshot, newEventId } from "./events.ts";

/**
 * Sends a buyer to the bank of the saved card that wanted to see them; once. Any other payment is left as it is. Throws
 * `resource_missing` when id and secret do not match.
 */
export async function authenticateSavedCard(
  pool: pg.Pool,
  { id, clientSecret, returnPath, now }: { id: string; clientSecret: string; returnPath: string; now: Date },
): Promise<Confirmation> {
  const question: BankQuestion = { token: newToken(), returnPath };
  const [asked] = await ask(pool, id, clientSecret, JSON.stringify(question), now, newEventId());
  if (asked) {
    wakeListeners(pool, "sandbox_events");
    return { status: "requires_action", redirectPath: bankPath(question.token) };
  }
  const { status, next_action: earlier } = await getIntentBySecret(pool, id, clientSecret);
  const waits = status === "requires_action" && earlier !== null && earlier.answer === undefined;
  return { status, ...(waits && { redirectPath: bankPath(earlier.token) }) };
}

const ask = statement("sandbox_authenticate_saved")<
  { id: string },
  [id: string, clientSecret: string, question: string, now: Date, eventId: string]
>(`with changed as (
     update sandbox.payment_intents set
       status = 'requires_action', payment_method = last_error ->> 'paymentMethod', last_error = null, next_action = $3, updated_at = $4
      where id = $1 and client_secret = $2 and status = 'requires_payment_method'
        and last_error ->> 'code' = 'authentication_required' and last_error ->> 'paymentMethod' is not null
     returning *
   ), told as (
     insert into sandbox.events (id, type, data, deliver_at, created_at)
     select $5, 'payment_intent.requires_action', ${intentSnapshot}, $4, $4 from changed
   )
   select id from changed`);
