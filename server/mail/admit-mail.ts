import type pg from "pg";
import { hotStatement, statement } from "#server/database/statement.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { creatorRoom } from "./creator-room.ts";
import { allMails } from "./all-mails.ts";
import { causeOf, waitsForRoom } from "./mail-causes.ts";
import type { MailTemplate } from "./mail-template.ts";
import type { Services } from "#server/services.ts";
import { isTrusted } from "#server/database/unpaid-accounts.ts";

/** Mails within a day to one mailbox that nobody proved or paid for: of one creator, and of all. */
const ofCreator = 3;
const ofAll = 10;
/** Within this time a creator's receipts of free orders make one mail. */
const collectedMs = 10 * 60_000;
const dayMs = 86_400_000;
/** So many orders are listed in a mail that collects them; the link to all of them is below. */
const listed = 20;

/**
 * The one place that holds back mail which a stranger can cause: every mail of the outbox passes here before it is sent.
 * True when it may leave now. Else the row says what became of it: it waits, joined a receipt that waits, or is not sent.
 * A mail is counted once, whatever is repeated, and two at the same time are counted one after the other.
 */
export async function admitMail(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  mailId: string,
): Promise<boolean> {
  const [asked] = await selectCause(pool, mailId);
  const perDay = asked && perDayOf(asked.template);
  if (perDay !== undefined && (await skipPastDay(pool, mailId, perDay)).length > 0) return false;
  if (!asked?.isLimited || asked.isCounted) return true;
  const mail = { ...asked, id: mailId };
  return inTransaction(pool, async (client) => {
    // The mailbox first, then the creator: nobody who waits for a mailbox holds a creator.
    await lockMailbox(client, mail.recipient);
    if (mail.ownerId !== null) await lockCreator(client, mail.ownerId);
    const now = clock.now();
    const verdict = await judge(client, mail, now);
    return carryOut(client, mail, verdict, now);
  });
}

/** How many of a template a day may go to one recipient; undefined where its limit is another. */
function perDayOf(template: string): number | undefined {
  const limit = (allMails as Record<string, MailTemplate | undefined>)[template]?.limit;
  return typeof limit === "object" ? limit.perDay : undefined;
}

type Limited = {
  id: string;
  /** Null where it is on behalf of nobody: those share one number, as a creator's do. */
  ownerId: string | null;
  mailbox: string;
  recipient: string;
  isReceipt: boolean;
  hasWaited: boolean;
  /** Whether it waits for the creator's day, and counts for it. */
  waits: boolean;
};

type Verdict =
  | { kind: "PASS" }
  | { kind: "WAIT"; until: Date }
  | { kind: "JOIN"; waitingId: string }
  | { kind: "SKIP"; reason: string };

async function judge(client: pg.PoolClient, mail: Limited, now: Date): Promise<Verdict> {
  const { ownerId } = mail;
  if (mail.isReceipt && ownerId !== null) {
    const [waiting] = await selectWaitingReceipt(client, ownerId, mail.recipient, mail.id);
    if (waiting) return { kind: "JOIN", waitingId: waiting.id };
  }
  const sent = await selectCounted(client, mail.mailbox, ownerId, new Date(now.getTime() - dayMs));
  if (sent.length >= ofAll) return { kind: "SKIP", reason: "Its address has had its mails of the day" };
  const own = sent.filter(({ isOwn }) => isOwn);
  const lastReceipt = mail.isReceipt ? own.find(({ isReceipt }) => isReceipt) : undefined;
  const collectedAt = lastReceipt && new Date(lastReceipt.countedAt.getTime() + collectedMs);
  if (collectedAt && collectedAt > now) return { kind: "WAIT", until: collectedAt };
  const first = own[ofCreator - 1];
  if (first && !mail.isReceipt)
    return { kind: "SKIP", reason: "Its address has had this creator's mails of the day" };
  if (first) return { kind: "WAIT", until: new Date(first.countedAt.getTime() + dayMs) };
  if (ownerId === null || !mail.waits) return { kind: "PASS" };
  const selectRoom = mail.isReceipt ? selectRoomForReceipt : selectRoomForNews;
  const [left] = await selectRoom(client, ownerId, now);
  const isNext = (left?.room ?? 0) > 0 && (mail.hasWaited || !left?.isOvertaking);
  return isNext ? { kind: "PASS" } : { kind: "WAIT", until: now };
}

type Room = { room: number | null; isOvertaking: boolean | null };

/** `isOvertaking`: mails of the same kind (said as their index says it) have waited longer for the creator's next day. */
const roomFor = (kind: string) => `
  select ${creatorRoom("$1::uuid", "$2::timestamptz")} as room,
         exists (select from mail_outbox where owner_id = $1::uuid and state = 'WAITING' and ${kind} and due_at <= $2::timestamptz)
         and not ${isTrusted("$1::uuid")} as "isOvertaking"`;

const selectRoomForReceipt = statement("mail_room_for_receipt")<Room, [ownerId: string, now: Date]>(
  roomFor("template = 'receipt'"),
);
const selectRoomForNews = statement("mail_room_for_news")<Room, [ownerId: string, now: Date]>(
  roomFor("template <> 'receipt'"),
);

/** Writes the verdict, unless another process was faster: then the row is no longer queued, or is counted. */
async function carryOut(
  client: pg.PoolClient,
  { id, ownerId }: Limited,
  verdict: Verdict,
  now: Date,
): Promise<boolean> {
  const [mail] = await lockQueued(client, id);
  if (!mail || mail.isCounted) return mail !== undefined;
  if (verdict.kind === "PASS") await pass(client, id, ownerId, now);
  if (verdict.kind === "WAIT") await wait(client, id, ownerId, verdict.until);
  if (verdict.kind === "SKIP") await skip(client, id, ownerId, verdict.reason);
  if (verdict.kind === "JOIN") await join(client, verdict.waitingId, id, ownerId);
  return verdict.kind === "PASS";
}

/** `$2` is over: the mail `$1` that waits lists its order too. */
const join = statement("mail_join")<never, [waitingId: string, id: string, ownerId: string | null]>(`
  with joined as (
    update mail_outbox set owner_id = $3, state = 'MERGED', due_at = null where id = $2 returning data)
  update mail_outbox w set data = w.data || jsonb_build_object('alsoOrderIds', coalesce(w.data->'alsoOrderIds', '[]') || (joined.data->'orderId'))
    from joined
   where w.id = $1 and jsonb_array_length(coalesce(w.data->'alsoOrderIds', '[]')) < ${listed - 1}
     and w.data->'orderId' <> joined.data->'orderId'
     and not coalesce(w.data->'alsoOrderIds', '[]') @> (joined.data->'orderId')`);

/** Whatever is decided about mails to one mailbox, however its address is written, is decided one after the other. */
export const lockMailbox = statement("mail_lock_mailbox")<never, [email: string]>(
  "select pg_advisory_xact_lock(hashtextextended('mail to ' || mailbox_of($1), 0))",
);
const lockCreator = statement("mail_lock_creator")<never, [ownerId: string]>(
  "select pg_advisory_xact_lock(hashtextextended('mail of ' || $1, 0))",
);

const selectWaitingReceipt = statement("mail_select_waiting_receipt")<
  { id: string },
  [ownerId: string, recipient: string, exceptId: string]
>(
  `select id from mail_outbox
    where owner_id = $1 and lower(recipient) = lower($2) and state = 'WAITING' and template = 'receipt' and id <> $3`,
);

const selectCounted = statement("mail_select_counted")<
  { countedAt: Date; isOwn: boolean | null; isReceipt: boolean },
  [mailbox: string, ownerId: string | null, since: Date]
>(
  `select counted_at as "countedAt", owner_id is not distinct from $2::uuid as "isOwn", template = 'receipt' as "isReceipt"
     from mail_outbox where mailbox = $1 and counted_at > $3 order by counted_at desc limit ${ofAll}`,
);

const lockQueued = statement("mail_lock_queued")<{ isCounted: boolean }, [id: string]>(
  `select counted_at is not null as "isCounted" from mail_outbox where id = $1 and state = 'QUEUED' for update`,
);

const pass = statement("mail_pass")<never, [id: string, ownerId: string | null, now: Date]>(
  "update mail_outbox set owner_id = $2, counted_at = $3 where id = $1",
);
const wait = statement("mail_wait")<never, [id: string, ownerId: string | null, until: Date]>(
  "update mail_outbox set owner_id = $2, state = 'WAITING', due_at = $3 where id = $1",
);
const skip = statement("mail_skip")<never, [id: string, ownerId: string | null, reason: string]>(
  "update mail_outbox set owner_id = $2, state = 'SKIPPED', due_at = null, failure = $3 where id = $1",
);

const selectCause = hotStatement("mail_select_cause")<
  {
    /** Whether it goes to an address that anybody may have typed. */
    isLimited: boolean | null;
    ownerId: string | null;
    isCounted: boolean;
    mailbox: string;
    recipient: string;
    template: string;
    isReceipt: boolean;
    waits: boolean;
    hasWaited: boolean;
  },
  [mailId: string]
>(`select cause.is_limited as "isLimited", cause.owner_id as "ownerId", m.counted_at is not null as "isCounted", m.mailbox, m.recipient,
          m.template, m.template = 'receipt' as "isReceipt", m.${waitsForRoom} as waits, m.owner_id is not null as "hasWaited"
     from mail_outbox m left join lateral (select true as is_limited, limiting.owner_id from (${causeOf("m")}) limiting) cause on true
    where m.id = $1 and m.state = 'QUEUED'`);

/** Goes by what was queued before it, so that two at the same time need not wait for each other. */
const skipPastDay = hotStatement("mail_skip_past_day")<{ id: string }, [mailId: string, perDay: number]>(
  `update mail_outbox m set state = 'SKIPPED', due_at = null, failure = 'Its recipient has had many of its kind today'
    where m.id = $1 and m.state = 'QUEUED' and $2::int <= (
      select count(*) from mail_outbox before
       where lower(before.recipient) = lower(m.recipient) and before.template = m.template and before.state <> 'SKIPPED'
         and before.created_at > m.created_at - interval '1 day' and (before.created_at, before.id) < (m.created_at, m.id))
   returning m.id`,
);
