import type { Mailing, MailingOutcomes, MailingSummary } from "#contract/mailings/mailings.ts";
import { comesAfter, cutPage, type Placed, placeMicros, placeOf } from "#server/database/newest-first.ts";
import { statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

type Pool = Pick<Services, "pool">;

const perPage = 30;
/** A page of the creator's mailings, the newest first. */
export async function listMailings(
  { pool }: Pool,
  ownerId: string,
  cursor: string | undefined,
): Promise<{ mailings: MailingSummary[]; nextCursor: string | null }> {
  const rows = await selectPage(pool, ownerId, ...placeOf(cursor), perPage + 1);
  const { shown, nextCursor } = cutPage(rows, perPage);
  return { mailings: shown, nextCursor };
}

/** One of the creator's mailings. Throws 404 for any other id. */
export async function getMailing({ pool }: Pool, ownerId: string, id: string): Promise<Mailing> {
  const [mailing] = await selectOne(pool, ownerId, id);
  if (!mailing) throw NotFound("Mailing not found");
  return mailing;
}

/** SQL: what became of the people of the mailing `m`, as JSON; null before it began. */
export const outcomesOf = (m: string): string => `
  case when ${m}.started_at is not null then (
    select json_build_object('audience', ${m}.audience_count, 'sent', coalesce(sum(n) filter (where state = 'SENT'), 0),
             'skipped', coalesce(sum(n) filter (where state = 'SKIPPED'), 0), 'failed', coalesce(sum(n) filter (where state = 'FAILED'), 0),
             'unknown', coalesce(sum(n) filter (where state = 'UNKNOWN'), 0),
             'waiting', coalesce(sum(n) filter (where state in ('QUEUED', 'CLAIMED')), 0))
      from (select r.state, count(*) as n from promotions r where r.mailing_id = ${m}.id group by r.state) states) end`;

const summary = `m.id, m.subject, m.state, m.started_at as "startedAt", m.finished_at as "finishedAt", m.updated_at as "updatedAt",
  case when m.send_on is not null then json_build_object('on', m.send_on, 'byPersonZone', m.by_person_zone) end as schedule`;

const selectPage = statement("mailings_select_page")<
  MailingSummary & Placed & { outcomes: MailingOutcomes | null },
  [ownerId: string, micros: string, id: string, atMost: number]
>(`select ${summary}, ${outcomesOf("m")} as outcomes,
          ${placeMicros("m.created_at")} as "placeMicros"
     from mailings m
    where m.owner_id = $1 and ${comesAfter("m.created_at", "m.id", ["$2", "$3"])}
    order by m.created_at desc, m.id desc limit $4`);

const selectOne = statement("mailings_select")<Mailing, [ownerId: string, id: string]>(
  `select ${summary}, m.content, m.audience, m.product_id as "productId", m.coupon_id as "couponId", m.revision
     from mailings m where m.owner_id = $1 and m.id = $2`,
);
