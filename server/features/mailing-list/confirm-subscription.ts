import type pg from "pg";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { Invalid } from "#server/errors.ts";
import { queueTagsOfSubscriber } from "#server/features/social/conversations/give-conversation-tags.ts";
import { deleteReturn } from "#server/mail/feedback/delete-return.ts";
import { sameText } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";
import { giveThanks, type Thanks } from "./give-thanks.ts";
import { confirmCode, readConfirmToken } from "./subscription-links.ts";

/** Wrong codes that one mail bears: a guess of six digits is right once in a million. */
const wrongCodesAtMost = 5;

/** The link's token, or the code with the address that it was mailed to. */
type Proof = { token?: string | undefined; email?: string | undefined; code?: string | undefined };

/**
 * Puts an address on the list that has proved itself by the code or the link of its mail, and gives it what the list
 * promises as thanks, once. One that came by a reply's link gets the tags of its conversation. Repeated, it answers the same. Throws 422 with one message for whatever does not fit.
 */
export async function confirmSubscription(
  services: Services,
  handle: string,
  proof: Proof,
  { browserHash, replyLinkCode }: { browserHash: string; replyLinkCode: string | undefined },
): Promise<{ thanks: Thanks | null }> {
  const { pool, clock, secret } = services;
  const confirmed = await inTransaction(pool, async (client) => {
    const now = clock.now();
    const asked = await lockAsked(client, secret, handle.toLowerCase(), proof);
    if (!asked) return undefined;
    if (proof.token === undefined && !isCodeOf(secret, asked, proof.code ?? "")) {
      await countWrongCode(client, asked.id);
      return undefined;
    }
    if (asked.state !== "SUBSCRIBED") {
      await recordConfirmed(client, asked.id, now);
      await deleteReturn(client, asked.email);
      if (replyLinkCode) await queueTagsOfSubscriber(client, asked.ownerId, replyLinkCode, asked.id, now);
    }
    return { thanks: await giveThanks(client, asked, browserHash, now) };
  });
  if (!confirmed)
    throw Invalid(
      proof.token !== undefined
        ? { token: "This link has been used or has expired. Please enter your address again." }
        : { code: "Invalid or expired code." },
    );
  wakeListeners(pool, "job_outbox");
  return confirmed;
}

type Asked = {
  id: string;
  ownerId: string;
  email: string;
  state: "PENDING" | "SUBSCRIBED" | "UNSUBSCRIBED";
  round: number;
  thanksOrderId: string | null;
};

/** The row that a proof is of, as far as its mail is the newest one and bears another try. */
async function lockAsked(
  client: pg.PoolClient,
  secret: string,
  handle: string,
  proof: Proof,
): Promise<Asked | undefined> {
  if (proof.token === undefined) {
    const [asked] = await lockByAddress(client, handle, proof.email ?? "", wrongCodesAtMost);
    return asked;
  }
  const made = readConfirmToken(secret, proof.token);
  const [asked] = made ? await lockByRound(client, handle, made.id, made.round) : [];
  return asked;
}

/** A code as people type it: with a space in the middle, perhaps. */
const isCodeOf = (secret: string, asked: Asked, typed: string) =>
  sameText(typed.replaceAll(/\D/g, ""), confirmCode(secret, asked));

const columns = `b.id, b.owner_id as "ownerId", b.email, b.state, b.round, b.thanks_order_id as "thanksOrderId"
    from subscribers b join users u on u.id = b.owner_id and u.handle = $1`;

const lockByAddress = statement("mailing_list_lock_by_address")<
  Asked,
  [handle: string, email: string, wrongCodes: number]
>(`select ${columns} where lower(b.email) = lower($2) and b.wrong_codes < $3 for update of b`);

const lockByRound = statement("mailing_list_lock_by_round")<
  Asked,
  [handle: string, id: string, round: number]
>(`select ${columns} where b.id = $2 and b.round = $3 for update of b`);

const countWrongCode = statement("mailing_list_count_wrong_code")<never, [id: string]>(
  "update subscribers set wrong_codes = wrong_codes + 1 where id = $1",
);

const recordConfirmed = statement("mailing_list_record_confirmed")<never, [id: string, now: Date]>(
  "update subscribers set state = 'SUBSCRIBED', confirmed_at = $2, unsubscribed_at = null where id = $1",
);
