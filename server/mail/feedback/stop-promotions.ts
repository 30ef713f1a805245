import type pg from "pg";
import { statement } from "#server/database/statement.ts";
import type { FeedbackKind } from "./mail-report.ts";

/** A creator's mails that advertise stop at so many of what left in `windowDays`, for `stopDays`. */
const windowDays = 30;
const stopDays = 30;
/** Hard bounces: one in `hardOneIn`, once `hardFrom` have left. */
const hardOneIn = 20;
const hardFrom = 200;
/** Complaints: one in `complaintOneIn`, once so many have left; before that `complaintsAtMost`. */
const complaintOneIn = 1_000;
const complaintsAtMost = 3;

/**
 * Stops a creator's mails where too many came back, or were called spam. What is counted begins anew after a stop. Two reports at the same time are counted one after the other.
 */
export async function stopWhereTooMany(
  client: pg.PoolClient,
  ownerId: string,
  kind: Exclude<FeedbackKind, "SOFT">,
  now: Date,
): Promise<void> {
  await lockOwner(client, ownerId);
  const oneIn = kind === "HARD" ? hardOneIn : complaintOneIn;
  const [figures] = await selectFigures(client, ownerId, kind, now, windowDays, oneIn, hardFrom);
  if (!figures || figures.isStopped) return;
  const [sent, counted] = [figures.sent ?? 0, figures.counted ?? 0];
  // `sent` is counted no further than it matters.
  const isTooMany =
    kind === "HARD"
      ? sent >= hardFrom && counted * hardOneIn >= sent
      : counted * complaintOneIn >= sent && (sent >= complaintOneIn || counted >= complaintsAtMost);
  if (isTooMany)
    await insertStop(
      client,
      ownerId,
      kind === "HARD" ? "BOUNCES" : "COMPLAINTS",
      sent,
      counted,
      now,
      stopDays,
    );
}

const lockOwner = statement("mail_lock_stops")<never, [ownerId: string]>(
  "select pg_advisory_xact_lock(hashtextextended('stops of ' || $1, 0))",
);

const selectFigures = statement("mail_select_feedback_figures")<
  { sent: number | null; counted: number | null; isStopped: boolean },
  [ownerId: string, kind: string, now: Date, windowDays: number, oneIn: number, atLeast: number]
>(`with since as (
     select greatest($3::timestamptz - make_interval(days => $4::int),
                     (select max(until) from promotion_stops where owner_id = $1 and until <= $3)) as moment),
   counted as (
     select count(*)::int as counted from mail_feedback f, since
      where f.owner_id = $1 and f.created_at > since.moment and f.is_promotion and f.kind = $2)
   select counted.counted,
          (select count(*)::int from (
             select from promotions p, since
              where p.owner_id = $1 and p.claimed_at > since.moment limit greatest($6::int, counted.counted * $5::int + 1)) left_here) as sent,
          exists (select from promotion_stops where owner_id = $1 and until > $3) as "isStopped"
     from counted`);

const insertStop = statement("mail_insert_stop")<
  never,
  [ownerId: string, reason: string, sent: number, counted: number, now: Date, stopDays: number]
>(`insert into promotion_stops (owner_id, reason, sent, counted, created_at, until)
   values ($1, $2, $3, $4, $5::timestamptz, $5::timestamptz + make_interval(days => $6::int))`);
