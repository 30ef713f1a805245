import type { NameReview } from "#contract/operator/sender-names.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { comesAfter, cutPage, type Placed, placeMicros, placeOf } from "#server/database/newest-first.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { decideNameReview } from "#server/features/accounts/sender-name.ts";
import { senderName } from "#server/mail/sender-name.ts";
import type { Services } from "#server/services.ts";
import { recordAct } from "./operator-events.ts";

const perPage = 25;

/** Requests to review a sender name that are open, or decided, the newest first. */
export async function listNameReviews(
  { pool }: Pick<Services, "pool">,
  { state, cursor }: { state: "OPEN" | "DECIDED"; cursor?: string | undefined },
): Promise<{ reviews: NameReview[]; nextCursor: string | null }> {
  const [afterMicros, afterId] = placeOf(cursor);
  const { shown, nextCursor } = cutPage(
    await selectReviews(pool, afterMicros, afterId, state === "OPEN"),
    perPage,
  );
  const reviews = shown.map((review) => ({
    ...review,
    replacedFor: senderName({ ...review, isPlatform: false, isNameApproved: review.state === "APPROVED" })
      .replacedFor,
  }));
  return { reviews, nextCursor };
}

/** Approves or declines a sender name. Throws as `decideNameReview` does. */
export async function decideSenderName(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  operatorId: string,
  id: string,
  decided: { decision: "APPROVED" | "DECLINED"; answer: string },
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const now = clock.now();
    const { ownerId } = await decideNameReview(client, id, decided, now);
    const kind = `SENDER_NAME_${decided.decision}` as const;
    await recordAct(client, operatorId, { kind, ownerId, reason: decided.answer }, now);
  });
  wakeListeners(pool, "job_outbox");
}

const selectReviews = statement("operator_select_name_reviews")<
  Omit<NameReview, "replacedFor"> & Placed,
  [afterMicros: string, afterId: string, isOpen: boolean]
>(
  `select r.id, r.owner_id as "creatorId", r.handle, r.name, r.note, r.state, r.answer, r.created_at as "createdAt",
          r.decided_at as "decidedAt", ${placeMicros("r.created_at")} as "placeMicros"
     from sender_name_reviews r
    where (r.state = 'OPEN') = $3 and ${comesAfter("r.created_at", "r.id", ["$1", "$2"])}
    order by r.created_at desc, r.id desc limit ${perPage + 1}`,
);
