import type pg from "pg";
import { NotFound } from "#server/errors.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { isSetup } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";
import { attemptAfter, authorizedOr, followUpOf, toldAs } from "./charge-attempt.ts";
import { intentSnapshot, newEventId } from "./events.ts";
import { type IntentRow, intentColumns } from "./intent-row.ts";
import { settleInvoice } from "./settle-invoice.ts";
import { behaviourNamed, type ChargeResult } from "./test-cards.ts";

/** What the bank's page says; `answered` once the buyer has decided. */
export type BankPage = {
  amountCents: number;
  currency: string;
  brand: string;
  last4: string;
  answered: boolean;
};

/** The page behind a token. Throws `NotFound` when the payment has moved on. */
export async function getBankPage(pool: pg.Pool, token: string): Promise<BankPage> {
  const { amount, currency, brand, last4, next_action: question } = await getAskedIntent(pool, token);
  return {
    amountCents: amount,
    currency,
    brand: brand ?? "",
    last4: last4 ?? "",
    answered: question?.answer !== undefined,
  };
}

/**
 * The buyer's answer to the bank. Gives the path to return to, with the three parameters that Stripe adds; an answer
 * that comes twice leads to the same place and changes nothing.
 */
export async function answerBank(
  services: Pick<Services, "db" | "pool" | "clock">,
  token: string,
  isAuthenticated: boolean,
): Promise<string> {
  const { pool } = services;
  const now = services.clock.now();
  const asked = await getAskedIntent(pool, token);
  if (asked.next_action?.answer) return returnPath(asked, asked.next_action.answer);
  const behaviour = behaviourNamed(asked.behaviour ?? "unknown");
  const result: ChargeResult = isAuthenticated
    ? (behaviour.authenticated ?? { kind: "succeeds" })
    : notAuthenticated;
  const attempt = attemptAfter(result, behaviour.dispute !== undefined && !isSetup(asked), now);
  const answer = attempt.status === "succeeded" ? "succeeded" : "failed";
  const [answered] = await answerQuestion(
    pool,
    token,
    attempt.status,
    attempt.error ? JSON.stringify(attempt.error) : null,
    JSON.stringify({ answer }),
    attempt.followUpAt,
    now,
    newEventId(),
    attempt.event,
  );
  if (answered) {
    if (answered.invoice !== null && attempt.status === "succeeded")
      await settleInvoice(services, answered.invoice);
    wakeListeners(pool, "sandbox_events");
    return returnPath(asked, answer);
  }
  // Another answer was quicker.
  const current = await getAskedIntent(pool, token);
  return returnPath(current, current.next_action?.answer ?? "failed");
}

const notAuthenticated: ChargeResult = {
  kind: "declines",
  error: {
    code: "payment_intent_authentication_failure",
    declineCode: null,
    message:
      "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
  },
};

const answerQuestion = statement("sandbox_answer_question")<
  { invoice: string | null },
  [
    token: string,
    status: string,
    error: string | null,
    answer: string,
    followUpAt: Date | null,
    now: Date,
    eventId: string,
    event: string,
  ]
>(`with changed as (
    update sandbox.payment_intents set
      status = ${authorizedOr("$2")}, amount_received = case when ${authorizedOr("$2")} = 'succeeded' then amount else 0 end,
      last_error = $3, next_action = next_action || $4, follow_up_at = ${followUpOf("$2", "$5::timestamptz")}, updated_at = $6
    where next_action ->> 'token' = $1 and status = 'requires_action'
    returning *
  ), told as (
    insert into sandbox.events (id, type, data, deliver_at, created_at) select $7, ${toldAs("$8::text")}, ${intentSnapshot}, $6, $6 from changed
  )
  select invoice from changed`);

async function getAskedIntent(pool: pg.Pool, token: string): Promise<IntentRow> {
  const [row] = await selectAsked(pool, token);
  if (!row) throw NotFound("This page is no longer valid");
  return row;
}

const selectAsked = statement("sandbox_select_asked")<IntentRow, [token: string]>(
  `select ${intentColumns} from sandbox.payment_intents pi
   left join sandbox.payment_methods pm on pm.id = pi.payment_method where pi.next_action ->> 'token' = $1`,
);

function returnPath(intent: IntentRow, answer: "succeeded" | "failed"): string {
  const url = new URL(intent.next_action?.returnPath ?? "/", "http://sandbox.invalid");
  const kind = isSetup(intent) ? "setup_intent" : "payment_intent";
  url.searchParams.set(kind, intent.id);
  url.searchParams.set(`${kind}_client_secret`, intent.client_secret);
  url.searchParams.set("redirect_status", answer);
  return `${url.pathname}${url.search}`;
}
