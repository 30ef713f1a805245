import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import type { Services } from "#server/services.ts";
import { atOnce, creatorRoom } from "./creator-room.ts";
import { sendMailJob } from "./queue-mail.ts";

/** So many mails are let go in one run. */
const inOneRun = 500;

/**
 * Queues waiting mails whose time has come, in turns: each creator's first, then each one's second, and so on; receipts
 * before what a creator announces. A creator who may send no more today costs one look, however many of theirs wait.
 */
export async function releaseWaitingMails({ pool, clock }: Services): Promise<void> {
  const released = await release(pool, clock.now(), sendMailJob);
  if (released.length > 0) wakeListeners(pool, "job_outbox");
}

/** Two kinds of mail, each with an index of its own. */
const receipts = "template = 'receipt'";
const news = "template <> 'receipt'";

/** The creators of whom mails of a kind wait, found by one look each. */
const waitingOwners = (kind: string) => `
  (with recursive owners as (
    (select owner_id from mail_outbox where state = 'WAITING' and ${kind} order by owner_id limit 1)
    union all
    select (select m.owner_id from mail_outbox m where m.state = 'WAITING' and m.${kind} and m.owner_id > owners.owner_id
             order by m.owner_id limit 1)
      from owners where owners.owner_id is not null)
  select owner_id from owners where owner_id is not null)`;

/** SQL: the mails of a kind of one of them whose time has come at `$1`. */
const dueOf = (kind: string) =>
  `mail_outbox where state = 'WAITING' and ${kind} and owner_id = owners.owner_id and due_at <= $1`;

const due = (kind: string, rank: number) => `
  (select id, due_at, ${rank} as rank from ${dueOf(kind)}
    order by due_at limit ${atOnce})`;

/** SQL: whether a mail waits whose time has come at `$1`, and whose creator may send it today. */
export const isAnyMailReleasable = [receipts, news]
  .map(
    (kind) => `exists (
    select from ${waitingOwners(kind)} owners
     where exists (select from ${dueOf(kind)}) and ${creatorRoom("owners.owner_id", "$1::timestamptz")} > 0)`,
  )
  .join(" or ");

const release = statement("mail_release")<{ id: string }, [now: Date, job: string]>(`
  with owners as materialized (
    select waiting.owner_id, ${creatorRoom("waiting.owner_id", "$1::timestamptz")} as room
      from (${waitingOwners(receipts)} union ${waitingOwners(news)}) waiting),
  turns as (
    select next.id from owners cross join lateral (
      select m.id, m.due_at, row_number() over (order by m.rank, m.due_at, m.id) as turn
        from (${due(receipts, 1)} union all ${due(news, 2)}) m) next
     where owners.room > 0 and next.turn <= owners.room
     order by next.turn, next.due_at limit ${inOneRun}),
  released as (
    update mail_outbox m set state = 'QUEUED', due_at = $1 from turns
     where m.id = turns.id and m.state = 'WAITING' returning m.id)
  insert into job_outbox (name, data) select $2, jsonb_build_object('mailId', id) from released returning id`);
