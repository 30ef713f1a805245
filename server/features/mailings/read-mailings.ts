import type { Mailing, MailingOutcomes, MailingSummary } from "#contract/mailings/mailings.ts";
import { statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

type Pool = Pick<Services, "pool">;

const perPage = 30;
/** Before every row. */
const start = "9999999999999999_ffffffff-ffff-ffff-ffff-ffffffffffff";

/** A page of the creator's mailings, the newest first. */
export async function listMailings(
  { pool }: Pool,
  ownerId: string,
  cursor: string | undefined,
): Promise<{ mailings: MailingSummary[]; nextCursor: string | null }> {
  const [micros = "", id = ""] = (cursor ?? start).split("_");
  const rows = await selectPage(pool, ownerId, micros, id, perPage + 1);
  const last = rows.length > perPage ? rows[perPage - 1] : undefined;
  return {
    mailings: rows.slice(0, perPage),
    nextCursor: last ? `${last.placeMicros}_${last.id}` : null,
  };
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
  MailingSummary & { outcomes: MailingOutcomes | null; placeMicros: string },
  [ownerId: string, micros: string, id: string, atMost: number]
>(`select ${summary}, ${outcomesOf("m")} as outcomes,
          (extract(epoch from m.created_at) * 1000000)::int8::text as "placeMicros"
     from mailings m
    where m.owner_id = $1 and (m.created_at, m.id) < (timestamptz 'epoch' + $2::int8 * interval '1 microsecond', $3::uuid)
    order by m.created_at desc, m.id desc limit $4`);

const selectOne = statement("mailings_select")<Mailing, [ownerId: string, id: string]>(
  `select ${summary}, m.content, m.audience, m.product_id as "productId", m.coupon_id as "couponId", m.revision
     from mailings m where m.owner_id = $1 and m.id = $2`,
);
