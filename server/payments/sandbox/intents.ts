import { createHash, randomBytes } from "node:crypto";
import type pg from "pg";
import { sqlState } from "#server/database/client.ts";
import { hotStatement } from "#server/database/statement.ts";
import {
  type IntentChange,
  GatewayError,
  isSetup,
  type NewIntent,
  type NewSetup,
  type PaymentIntent,
} from "#server/payments/payment-gateway.ts";
import { newToken } from "#server/secrets/secrets.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { intentSnapshot, newEventId } from "./events.ts";
import { type IntentRow, intentColumns, intentOf } from "./intent-row.ts";

/** A new id such as `pi_sbx_…`. */
export const newId = (prefix: string): string => `${prefix}_sbx_${randomBytes(12).toString("hex")}`;

/** What a call was made with, so that a key that comes again with other parameters is noticed. */
export const fingerprint = (...parameters: unknown[]): string =>
  createHash("sha256").update(JSON.stringify(parameters)).digest("base64url");

const insertIntent = hotStatement("sandbox_create_intent")<
  { id: string; client_secret: string; idempotency_fingerprint: string | null },
  [
    string,
    string,
    number,
    string,
    string,
    string | null,
    string,
    string,
    string,
    Date,
    string | null,
    number,
    boolean,
  ]
>(`with made as (
     insert into sandbox.payment_intents
       (id, client_secret, amount, currency, receipt_email, setup_future_usage, metadata, idempotency_key, idempotency_fingerprint, created_at, updated_at,
        destination, application_fee, captures_later)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $12, $13)
     on conflict (idempotency_key) do nothing
     returning id, client_secret, idempotency_fingerprint
   )
   select * from made
   union all
   select id, client_secret, idempotency_fingerprint from sandbox.payment_intents
   where idempotency_key = $8 and not exists (select from made)`);

/** A setup is a row of its own name, of no amount: its card is asked for, declined and authenticated like any other. */
export const createSetup = (pool: pg.Pool, input: NewSetup, now: Date): Promise<PaymentIntent> =>
  createIntent(pool, { ...input, ...ofSetup, saveCard: true }, now, "seti");

export const updateSetup = (pool: pg.Pool, id: string, input: NewSetup, now: Date): Promise<PaymentIntent> =>
  updateIntent(pool, id, { ...input, ...ofSetup }, now);

const ofSetup = { amountCents: 0, currency: "usd" };

/** One round trip; a repetition finds the first row, and its first answer follows from the parameters. */
export async function createIntent(
  pool: pg.Pool,
  input: NewIntent,
  now: Date,
  kind: "pi" | "seti" = "pi",
): Promise<PaymentIntent> {
  const id = newId(kind);
  checkParameters(id, input);
  const { amountCents, currency, receiptEmail, saveCard, metadata, payee = null, idempotencyKey } = input;
  const print = fingerprint(
    amountCents,
    currency,
    receiptEmail,
    saveCard,
    Object.entries(metadata).sort(),
    payee,
    input.authorizeFirst ?? false,
  );
  const insert = () =>
    insertIntent(
      pool,
      id,
      `${id}_secret_${newToken()}`,
      amountCents,
      currency,
      receiptEmail,
      saveCard ? "off_session" : null,
      JSON.stringify(metadata),
      idempotencyKey,
      print,
      now,
      payee?.accountId ?? null,
      payee?.feeCents ?? 0,
      input.authorizeFirst ?? false,
    );
  // Nothing comes back when the same key is being written at this very moment: then it is there now.
  const row = (await insert())[0] ?? (await insert())[0];
  if (!row)
    throw new GatewayError("unavailable", "The sandbox could not decide which request came first", true);
  if (row.idempotency_fingerprint !== print) throw idempotencyConflict();
  return {
    id: row.id,
    clientSecret: row.client_secret,
    amountCents,
    receivedCents: 0,
    currency,
    status: "requires_payment_method",
    metadata,
    paymentMethodId: null,
    card: null,
    payee,
    failureMessage: null,
    failureCode: null,
    failedAttempt: null,
  };
}

const changeIntent = hotStatement("sandbox_update_intent")<
  { idempotency_fingerprint: string | null; answer: IntentRow },
  [string, string, number, string, string, Date, string, number | null, boolean]
>(`with known as (
     select idempotency_fingerprint, answer from sandbox.updates where idempotency_key = $1
   ), changed as (
     update sandbox.payment_intents set
       amount = $3, receipt_email = $4, metadata = metadata || $5, updated_at = $6,
       application_fee = coalesce($8, application_fee), captures_later = $9,
       -- What the bank was asked about has changed, so the buyer must be asked again.
       status = case when status = 'requires_action' and amount <> $3 then 'requires_payment_method' else status end,
       next_action = case when amount <> $3 then null else next_action end
     where id = $2 and status in ('requires_payment_method', 'requires_confirmation', 'requires_action')
       and invoice is null and ($8::int is null or destination is not null) and not exists (select from known)
     returning *
   ), answered as (
     select ${intentColumns} from changed pi left join sandbox.payment_methods pm on pm.id = pi.payment_method
   ), kept as (
     insert into sandbox.updates (idempotency_key, idempotency_fingerprint, answer, created_at)
     select $1, $7, to_jsonb(answered), $6 from answered
   )
   select idempotency_fingerprint, answer from known
   union all
   select null, to_jsonb(answered) from answered`);

/** One round trip: the change and the memory of its key are one statement. */
export async function updateIntent(
  pool: pg.Pool,
  id: string,
  input: IntentChange,
  now: Date,
): Promise<PaymentIntent> {
  checkParameters(id, input);
  const { amountCents, receiptEmail, metadata, payee = null, authorizeFirst = false, idempotencyKey } = input;
  const print = fingerprint(
    id,
    amountCents,
    receiptEmail,
    Object.entries(metadata).sort(),
    payee,
    authorizeFirst,
  );
  const change = () =>
    changeIntent(
      pool,
      idempotencyKey,
      id,
      amountCents,
      receiptEmail,
      JSON.stringify(metadata),
      now,
      print,
      payee?.feeCents ?? null,
      authorizeFirst,
    );
  const row = await withSecondLook(change);
  if (!row) throw await refusal(pool, id, "update");
  if (row.idempotency_fingerprint !== null && row.idempotency_fingerprint !== print)
    throw idempotencyConflict();
  return intentOf(row.answer);
}

/**
 * Runs a keyed statement again when another call with the same key may have come in between: it then either broke the
 * key's uniqueness, or found the intent already moved on.
 */
export async function withSecondLook<Row>(statement: () => Promise<Row[]>): Promise<Row | undefined> {
  try {
    const [row] = await statement();
    if (row) return row;
  } catch (error) {
    if (sqlState(error) !== "23505") throw error;
  }
  return (await statement())[0];
}

const selectIntent = hotStatement("sandbox_get_intent")<
  IntentRow,
  [string]
>(`select ${intentColumns} from sandbox.payment_intents pi
   left join sandbox.payment_methods pm on pm.id = pi.payment_method where pi.id = $1`);

/** The row of an intent; `resource_missing` when there is none. */
export async function getIntentRow(pool: pg.Pool, id: string): Promise<IntentRow> {
  const [row] = await selectIntent(pool, id);
  if (!row) throw new GatewayError("resource_missing", "No such payment_intent");
  return row;
}

const markCanceled = hotStatement("sandbox_cancel_intent")<
  IntentRow,
  [string, Date, string]
>(`with changed as (
     update sandbox.payment_intents set status = 'canceled', next_action = null, updated_at = $2
     where id = $1 and status in ('requires_payment_method', 'requires_confirmation', 'requires_action') and invoice is null
     returning *
   ), told as (
     insert into sandbox.events (id, type, data, deliver_at, created_at)
     select $3, 'payment_intent.canceled', ${intentSnapshot}, $2, $2 from changed
   )
   select ${intentColumns} from changed pi left join sandbox.payment_methods pm on pm.id = pi.payment_method`);

/** Ends an intent that is not paid. */
export async function cancelIntent(pool: pg.Pool, id: string, now: Date): Promise<PaymentIntent> {
  const [row] = await markCanceled(pool, id, now, newEventId());
  if (row) {
    wakeListeners(pool, "sandbox_events");
    return intentOf(row);
  }
  const current = await getIntentRow(pool, id);
  if (current.status !== "canceled") throw refusalOf(current, "cancel");
  return intentOf(current);
}

async function refusal(pool: pg.Pool, id: string, verb: string): Promise<GatewayError> {
  return refusalOf(await getIntentRow(pool, id), verb);
}

const refusalOf = ({ invoice, status }: IntentRow, verb: string): GatewayError =>
  invoice !== null && status.startsWith("requires_")
    ? new GatewayError("parameter_invalid", "The payment of a membership's bill goes by its subscription")
    : unexpectedState(verb, status);

/** The refusal of a call that comes too late. */
export const unexpectedState = (verb: string, status: string): GatewayError =>
  new GatewayError(
    "payment_intent_unexpected_state",
    `This payment_intent cannot ${verb}: its status is ${status}`,
  );

/** The refusal of a key that came with other parameters before. */
export const idempotencyConflict = (): GatewayError =>
  new GatewayError("idempotency_conflict", "This idempotency key was used with other parameters before");

/** As with Stripe. */
export const highestPaymentCents = 99_999_999;

/** As strict as Stripe is, so that what runs here runs there. */
function checkParameters(
  id: string,
  {
    amountCents,
    metadata,
    payee,
    idempotencyKey,
  }: Pick<NewIntent, "amountCents" | "metadata" | "payee" | "idempotencyKey">,
) {
  if (!Number.isInteger(amountCents))
    throw new GatewayError("parameter_invalid", "The amount must be whole cents");
  if (amountCents < 50 && !isSetup({ id }))
    throw new GatewayError("amount_too_small", "The amount must be at least 50 cents");
  if (amountCents > highestPaymentCents)
    throw new GatewayError("amount_too_large", "The amount must have at most eight digits");
  if (payee && (payee.feeCents < 0 || payee.feeCents > amountCents))
    throw new GatewayError("parameter_invalid", "The fee must be a part of the amount");
  if (!idempotencyKey || idempotencyKey.length > 255)
    throw new GatewayError("parameter_invalid", "An idempotency key has 1 to 255 characters");
  const entries = Object.entries(metadata);
  if (entries.length > 50 || entries.some(([key, value]) => !key || key.length > 40 || value.length > 500)) {
    throw new GatewayError(
      "parameter_invalid",
      "Metadata holds at most 50 keys of 40 characters with values of 500",
    );
  }
}
