import type pg from "pg";
import type { Audience } from "#contract/mailings/audience.ts";
import { creatorZone } from "#server/database/creator-zone.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { insertMailingLinks } from "#server/features/social/links/mailing-links.ts";
import type { Services } from "#server/services.ts";
import { AudienceSql } from "./audience-sql.ts";
import { examineMailing } from "./check-mailing.ts";
import { composeMailing, findMailingParts, type LetterParts } from "./compose-mailing.ts";
import { isSent } from "./is-sent.ts";
import { judgedPeople } from "./judged-people.ts";

type Needs = Pick<Services, "pool" | "clock" | "config" | "log">;

const atOnce = 100;
/** Later than this nobody knows whether it is still wanted: its creator says so. */
const lateHours = 2;

/** Begins the mailings whose time has come, asks about those whose time went by, and ends those that nobody waits of. */
export async function startMailings(services: Needs, stopping?: AbortSignal): Promise<void> {
  const { pool, clock } = services;
  await recordLate(pool, clock.now(), lateHours);
  for (const { id } of await selectDue(pool, clock.now(), atOnce)) {
    try {
      await startMailing(services, id);
    } catch (error) {
      // The others do not wait for it; it is tried again, and asks its creator once it is late.
      services.log.error({ err: error, mailingId: id }, "a mailing did not begin");
    }
    stopping?.throwIfAborted();
  }
  await recordSent(pool, clock.now());
}

/**
 * Fixes whom a mailing goes to: one statement writes a row for everybody whom the conditions fit, those who may not be written
 * to with the reason. In one transaction with its state, so that it is done once, or not at all. What cannot leave as it is,
 * since its coupon ended or its creator's mails are paused, asks its creator: it is not spent on nobody. What is for nobody
 * becomes a draft again.
 */
export async function startMailing(services: Needs, id: string): Promise<void> {
  const { pool, clock } = services;
  const parts = await findMailingParts(pool, id, clock.now());
  if (!parts) return;
  const { problems } = await examineMailing(services, parts);
  if (problems.some(({ level }) => level === "BLOCK"))
    return void (await recordBlocked(pool, id, clock.now()));
  const targets = await targetsOf(services, parts);
  await inTransaction(pool, async (client) => {
    const now = clock.now();
    const [mailing] = await lockDue(client, id, now);
    if (!mailing) return;
    const people = await insertRecipients(client, mailing, now);
    if (people === 0) return void (await recordRefused(client, id));
    await insertMailingLinks(client, { ...mailing, now }, targets);
    await recordStarted(client, id, people, now);
  });
}

/** The paths of ours that it leads to. */
async function targetsOf(services: Needs, parts: LetterParts): Promise<string[]> {
  const targets = new Set<string>();
  const { linkPath } = await composeMailing(services, parts, (path) => void targets.add(path));
  return [...targets.add(linkPath)];
}

type Due = {
  id: string;
  ownerId: string;
  audience: Audience;
  sendOn: string | null;
  byPersonZone: boolean;
  zone: string;
};

/** Whose clocks are known from a checkout of theirs with this creator; the others' are the creator's. */
const knownZones = `,
  zones as (
    select distinct on (k.mailbox) k.mailbox, k.time_zone
      from abandoned_carts k join pg_timezone_names z on z.name = k.time_zone
     where k.owner_id = $1 order by k.mailbox, k.left_at desc)`;

async function insertRecipients(client: pg.PoolClient, mailing: Due, now: Date): Promise<number> {
  const sql = new AudienceSql({ ...mailing, now });
  const id = sql.value(mailing.id, "uuid");
  const { sendOn, byPersonZone, zone } = mailing;
  const dueAt =
    byPersonZone && sendOn !== null
      ? `greatest($2, ${sql.value(sendOn, "timestamp")} at time zone coalesce(z.time_zone, ${sql.value(zone, "text")}))`
      : "$2";
  const [written] = await sql.query<{ people: number }>(
    client,
    `${judgedPeople} ${byPersonZone ? knownZones : ""},
     written as (
       insert into promotions (owner_id, event, template, email, mailbox, mailing_id, data, state, reason, wanted_at, due_at, settled_at, created_at)
       select $1, 'mailing:' || ${id}, 'mailing', j.email, j.mailbox, ${id},
              jsonb_build_object('mailingId', ${id}, 'name', left(j.name, 100)),
              case when j.reason is null then 'QUEUED' else 'SKIPPED' end, j.reason, ${dueAt}, ${dueAt},
              case when j.reason is not null then $2::timestamptz end, $2
         from judged j ${byPersonZone ? "left join zones z on z.mailbox = j.mailbox" : ""}
       on conflict do nothing returning 1)
     select count(*)::int as people from written`,
  );
  return written?.people ?? 0;
}

const selectDue = statement("mailings_select_due")<{ id: string }, [now: Date, atMost: number]>(
  "select id from mailings where state = 'SCHEDULED' and send_at <= $1 order by send_at, id limit $2",
);

const recordLate = statement("mailings_record_late")<never, [now: Date, hours: number]>(
  `update mailings set state = 'LATE', updated_at = $1
    where state = 'SCHEDULED' and send_at < $1::timestamptz - make_interval(hours => $2::int)`,
);

const recordBlocked = statement("mailings_record_blocked")<never, [id: string, now: Date]>(
  "update mailings set state = 'LATE', updated_at = $2 where id = $1 and state = 'SCHEDULED' and send_at <= $2",
);

const lockDue = statement("mailings_lock_due")<Due, [id: string, now: Date]>(
  `select m.id, m.owner_id as "ownerId", m.audience, m.send_on as "sendOn", m.by_person_zone as "byPersonZone", ${creatorZone("u")} as zone
     from mailings m join users u on u.id = m.owner_id
    where m.id = $1 and m.state = 'SCHEDULED' and m.send_at <= $2 for update of m`,
);

const recordStarted = statement("mailings_record_started")<never, [id: string, people: number, now: Date]>(
  "update mailings set state = 'SENDING', started_at = $3, audience_count = $2, updated_at = $3 where id = $1",
);

const recordRefused = statement("mailings_record_refused")<never, [id: string]>(
  "update mailings set state = 'DRAFT' where id = $1 and state = 'SCHEDULED'",
);

const recordSent = statement("mailings_record_sent")<never, [now: Date]>(
  `update mailings m set state = 'SENT', finished_at = $1, updated_at = $1 where ${isSent}`,
);
