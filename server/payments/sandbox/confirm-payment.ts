import type pg from "pg";
import { hotStatement } from "#server/database/statement.ts";
import type { BankQuestion, CardError } from "#server/database/schema/sandbox.ts";
import { isSetup, type PaymentIntentStatus } from "#server/payments/payment-gateway.ts";
import { newToken, sameText } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { type Attempt, attemptAfter, authorizedOr, followUpOf, toldAs } from "./charge-attempt.ts";
import { type CardField, type CheckedCard, checkCard, type TypedCard } from "./card-check.ts";
import { intentSnapshot, newEventId, type SandboxEventType } from "./events.ts";
import type { IntentRow } from "./intent-row.ts";
import { getIntentRow, newId } from "./intents.ts";
import { settleInvoice } from "./settle-invoice.ts";
import { behaviourNamed } from "./test-cards.ts";

export type Confirmation = {
  status: PaymentIntentStatus;
  error?: CardError & { field?: CardField };
  /** The bank's page, where the card asks for authentication. */
  redirectPath?: string;
};

/**
 * Pays an intent with a card. Of any number of calls at once one takes effect; the others are told how it stands.
 * `returnPath` is where the bank's page sends the buyer. Throws `resource_missing` when id and secret do not match.
 */
export async function confirmPayment(
  services: Pick<Services, "db" | "pool" | "clock">,
  input: { id: string; clientSecret: string; card: TypedCard; returnPath: string; now: Date },
): Promise<Confirmation> {
  const { pool } = services;
  const { id, clientSecret, now } = input;
  const card = checkCard(input.card, now);
  if ("error" in card) {
    const { status } = await getIntentBySecret(pool, id, clientSecret);
    return { status, error: { ...card.error, field: card.field } };
  }
  const question: BankQuestion = { token: newToken(), returnPath: input.returnPath };
  const attempt = attemptOf(card, id, now);
  const [paid] = await confirmIntent(
    pool,
    id,
    clientSecret,
    attempt.status,
    newId("pm"),
    attempt.error ? JSON.stringify(attempt.error) : null,
    attempt.status === "requires_action" ? JSON.stringify(question) : null,
    attempt.followUpAt,
    now,
    card.behaviour,
    card.brand,
    card.last4,
    card.expiresAt,
    newEventId(),
    attempt.event,
  );
  if (!paid) return { status: (await getIntentBySecret(pool, id, clientSecret)).status };
  if (paid.invoice !== null && attempt.status === "succeeded") await settleInvoice(services, paid.invoice);
  wakeListeners(pool, "sandbox_events");
  return {
    status: paid.status,
    ...(attempt.error && { error: attempt.error }),
    ...(attempt.status === "requires_action" && { redirectPath: bankPath(question.token) }),
  };
}

/** Where the bank asks the buyer. */
export const bankPath = (token: string): string => `/sandbox/bank/${token}`;

/** The row of an intent for someone who holds its client secret; anyone else gets `resource_missing`. */
export async function getIntentBySecret(pool: pg.Pool, id: string, clientSecret: string): Promise<IntentRow> {
  const row = await getIntentRow(pool, id);
  // A wrong secret and an unknown id look the same.
  return sameText(row.client_secret, clientSecret) ? row : getIntentRow(pool, "");
}

const confirmIntent = hotStatement("sandbox_confirm_intent")<
  { id: string; invoice: string | null; status: PaymentIntentStatus },
  [
    string,
    string,
    string,
    string,
    string | null,
    string | null,
    Date | null,
    Date,
    string,
    string,
    string,
    Date,
    string,
    SandboxEventType,
  ]
>(`with changed as (
     update sandbox.payment_intents set
       status = ${authorizedOr("$3")}, amount_received = case when ${authorizedOr("$3")} = 'succeeded' then amount else 0 end,
       payment_method = $4, last_error = $5, next_action = $6, follow_up_at = ${followUpOf("$3", "$7::timestamptz")}, updated_at = $8
     where id = $1 and client_secret = $2 and status in ('requires_payment_method', 'requires_confirmation', 'requires_action')
     returning *
   ), card as (
     insert into sandbox.payment_methods (id, behaviour, brand, last4, expires_at, created_at) select $4, $9, $10, $11, $12, $8 from changed
   ), told as (
     insert into sandbox.events (id, type, data, deliver_at, created_at) select $13, ${toldAs("$14::text")}, ${intentSnapshot}, $8, $8 from changed
   )
   select id, invoice, status from changed`);

function attemptOf(card: CheckedCard, id: string, now: Date): Attempt {
  const behaviour = behaviourNamed(card.behaviour);
  return attemptAfter(behaviour.pays, behaviour.dispute !== undefined && !isSetup({ id }), now);
}
