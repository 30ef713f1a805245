import type pg from "pg";
import { mailboxOf } from "#server/database/schema/mailbox-of.ts";
import { hotStatement } from "#server/database/statement.ts";
import { keyedToken } from "#server/secrets/secrets.ts";

/**
 * SQL: whether this browser has been shown to have had a product's free trial: by an order of its own, or by a card and an
 * address that were refused one. What it has not been shown itself is told to nobody.
 */
export const hadTrial = (productId: string, browserHash: string): string => `(
  exists (select from checkout_sessions refused
           where refused.browser_hash = ${browserHash} and refused.product_id = ${productId} and refused.trial_refused)
  or exists (select from order_browsers own
               join orders begun on begun.id = own.order_id
               join membership_trials had on had.checkout_session_id = begun.checkout_session_id
              where own.browser_hash = ${browserHash} and had.product_id = ${productId}))`;

type Claim = {
  productId: string;
  sessionId: string;
  email: string;
  /** Null where the provider names none. */
  cardFingerprint: string | null;
  now: Date;
};

/**
 * Takes the one free trial of a product that a mailbox and a card have, for this checkout. False where either has had it in
 * another one; of two at once, one has it, and the other waits to hear so. Claiming again changes nothing.
 */
export async function claimTrial(
  client: pg.PoolClient,
  secret: string,
  { productId, sessionId, email, cardFingerprint, now }: Claim,
): Promise<boolean> {
  const [address] = await selectMailbox(client, email);
  const keyOf = (kind: string, value: string) => keyedToken(secret, "membership-trial", `${kind}\0${value}`);
  await insertTrial(
    client,
    productId,
    sessionId,
    keyOf("mailbox", address?.mailbox ?? email),
    cardFingerprint && keyOf("card", cardFingerprint),
    now,
  );
  return (await selectTrial(client, sessionId)).length > 0;
}

const selectMailbox = hotStatement("memberships_trial_mailbox")<{ mailbox: string }, [email: string]>(
  `select ${mailboxOf("$1::text")} as mailbox`,
);

const insertTrial = hotStatement("memberships_insert_trial")<
  never,
  [productId: string, sessionId: string, mailboxKey: string, cardKey: string | null, now: Date]
>(`insert into membership_trials (product_id, checkout_session_id, mailbox_key, card_key, created_at)
   values ($1, $2, $3, $4, $5) on conflict do nothing`);

const selectTrial = hotStatement("memberships_select_trial")<never, [sessionId: string]>(
  "select from membership_trials where checkout_session_id = $1",
);

/** From now on this browser is asked to pay for the product at once. */
export const recordTrialRefusal = hotStatement("memberships_refuse_trial")<never, [sessionId: string]>(
  "update checkout_sessions set trial_refused = true where session_id = $1",
);

/** Where nothing came of it. */
export const releaseTrial = hotStatement("memberships_release_trial")<never, [sessionId: string]>(
  "delete from membership_trials where checkout_session_id = $1",
);
