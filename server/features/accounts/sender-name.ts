import { and, eq, sql } from "drizzle-orm";
import type pg from "pg";
import type { z } from "zod";
import type { getSenderName as contract, reviewStates, SenderName } from "#contract/accounts/sender-name.ts";
import { type Db, dbOn } from "#server/database/client.ts";
import { creatorName } from "#server/database/creator-name.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { senderNameReviews } from "#server/database/schema/sender-names.ts";
import { statement } from "#server/database/statement.ts";
import { Conflict, NotFound, Unauthorized } from "#server/errors.ts";
import { canBeApproved, senderName } from "#server/mail/sender-name.ts";
import type { Services } from "#server/services.ts";
import { type Client, recordEvent } from "./recovery/record-event.ts";

/** The name that emails would show for what is typed, and what became of its review. */
export async function getSenderName(
  { pool }: Pick<Services, "pool">,
  creatorId: string,
  { firstName, lastName, handle }: z.output<typeof contract.schema.querystring>,
): Promise<z.output<typeof SenderName>> {
  const [store] = await selectStore(pool, creatorId);
  if (!store) throw Unauthorized();
  const name = [firstName, lastName].filter(Boolean).join(" ").trim() || handle;
  const { review, isPlatform } = store;
  const own = review?.name === name && review.handle === handle ? review : null;
  const shown = senderName({ name, handle, isPlatform, isNameApproved: own?.state === "APPROVED" });
  return {
    ...shown,
    canAppeal: canBeApproved(shown.replacedFor),
    review: own && { state: own.state, answer: own.answer, createdAt: new Date(own.createdAt) },
  };
}

/**
 * Asks the operator to approve the saved name. A request for a name that was declined may be made again. Throws 409 where there
 * is nothing to approve, and where a request is open.
 */
export async function requestNameReview(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  ownerId: string,
  note: string,
  client: Client,
): Promise<void> {
  await inTransaction(pool, async (connection) => {
    const [store] = await lockStore(connection, ownerId);
    if (!store) throw Unauthorized();
    const { name, handle, isPlatform } = store;
    const [found] = await selectStore(connection, ownerId);
    const review = found?.review ?? null;
    const isNameApproved = review?.state === "APPROVED" && review.name === name && review.handle === handle;
    if (!canBeApproved(senderName({ name, handle, isPlatform, isNameApproved }).replacedFor))
      throw Conflict("There's nothing to review about your name.", "NOTHING_TO_REVIEW");
    const now = clock.now();
    const [asked] = await saveRequest(connection, ownerId, name, handle, note, now);
    if (!asked) throw Conflict("You've already asked for a review of this name.", "ALREADY_ASKED");
    await recordEvent(dbOn(connection), ownerId, "SENDER_NAME_REVIEW_REQUESTED", client, now, { name });
  });
}

/** Decides a request and tells the creator, in the caller's transaction. Throws 404, and 409 where it was decided before. */
export async function decideNameReview(
  client: pg.PoolClient,
  id: string,
  { decision, answer }: { decision: "APPROVED" | "DECLINED"; answer: string },
  now: Date,
): Promise<{ ownerId: string }> {
  const [decided] = await saveDecision(client, id, decision, answer, now);
  if (!decided) {
    if ((await selectReview(client, id)).length === 0) throw NotFound();
    throw Conflict("This request was decided already.", "DECIDED");
  }
  const { ownerId, name } = decided;
  const detail = { name, ...(answer && { reason: answer }) };
  await recordEvent(dbOn(client), ownerId, `SENDER_NAME_${decision}`, undefined, now, detail);
  return { ownerId };
}

/** Ends the review of a name or handle that its creator has changed, in the transaction that changes it. */
export async function endStaleNameReview(tx: Db, ownerId: string): Promise<void> {
  const isStale = sql`exists (select from users u where u.id = ${ownerId}
    and (${senderNameReviews.name} <> ${sql.raw(creatorName("u"))} or ${senderNameReviews.handle} <> u.handle))`;
  await tx.delete(senderNameReviews).where(and(eq(senderNameReviews.ownerId, ownerId), isStale));
}

type Review = {
  name: string;
  handle: string;
  state: (typeof reviewStates)[number];
  answer: string;
  /** ISO text. */
  createdAt: string;
};

const selectStore = statement("accounts_select_name_review")<
  { isPlatform: boolean; review: Review | null },
  [ownerId: string]
>(
  `select u.is_platform as "isPlatform",
          case when r.owner_id is not null then json_build_object('name', r.name, 'handle', r.handle, 'state', r.state,
            'answer', r.answer, 'createdAt', r.created_at) end as review
     from users u left join sender_name_reviews r on r.owner_id = u.id where u.id = $1`,
);

const lockStore = statement("accounts_lock_name")<
  { name: string; handle: string; isPlatform: boolean },
  [ownerId: string]
>(
  `select ${creatorName("u")} as name, u.handle, u.is_platform as "isPlatform" from users u where u.id = $1 for no key update`,
);

/** No row where this very name waits for an answer. */
const saveRequest = statement("accounts_save_name_review")<
  { id: string },
  [ownerId: string, name: string, handle: string, note: string, now: Date]
>(
  `insert into sender_name_reviews as r (owner_id, name, handle, note, created_at) values ($1, $2, $3, $4, $5)
   on conflict (owner_id) do update
     set id = excluded.id, name = excluded.name, handle = excluded.handle, note = excluded.note, state = 'OPEN', answer = '',
         decided_at = null, created_at = excluded.created_at
     where not (r.state = 'OPEN' and r.name = excluded.name and r.handle = excluded.handle)
   returning id`,
);

const saveDecision = statement("accounts_decide_name_review")<
  { ownerId: string; name: string },
  [id: string, state: string, answer: string, now: Date]
>(
  `update sender_name_reviews set state = $2, answer = $3, decided_at = $4 where id = $1 and state = 'OPEN'
   returning owner_id as "ownerId", name`,
);

const selectReview = statement("accounts_select_name_review_by_id")<{ id: string }, [id: string]>(
  "select id from sender_name_reviews where id = $1",
);
