import type { StuckItem } from "#contract/operator/operator.ts";
import { isUuid } from "#contract/uuid.ts";
import { comesAfter, cutPage, type Placed, placeMicros, placeOf } from "#server/database/newest-first.ts";
import { statement } from "#server/database/statement.ts";
import { Invalid } from "#server/errors.ts";
import { isQueued } from "#server/jobs/keep-failed-jobs.ts";
import type { Services } from "#server/services.ts";
import { withoutAddresses } from "./without-addresses.ts";

type Kind = StuckItem["kind"];
type Row = Omit<StuckItem, "kind"> & Placed;
type Named = { name: string; count: number };
type Found = { items: StuckItem[]; nextCursor: string | null; names: Named[] };

const perPage = 25;
const mostNames = 50;

/**
 * Jobs that failed for good; mails that did, that are held after a restore, or are late; news of payments that nobody has acted
 * on. The newest first.
 */
export async function listStuck(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  { kind, name, cursor }: { kind: Kind; name?: string | undefined; cursor?: string | undefined },
): Promise<Found> {
  const [afterMicros, afterId] = placeOf(cursor);
  if (kind !== "WEBHOOK" && !isUuid(afterId)) throw Invalid({ cursor: "This page does not exist" });
  const now = clock.now();
  const [rows, names] = await {
    JOB: async () => jobs(pool, name, afterMicros, afterId),
    MAIL: async () =>
      [
        await selectMails(pool, afterMicros, afterId, name ?? null, now),
        await countMails(pool, now),
      ] as const,
    WEBHOOK: async () =>
      [
        await selectEvents(pool, afterMicros, numberOf(afterId), name ?? null, now),
        await countEvents(pool, now),
      ] as const,
  }[kind]();
  const { shown, nextCursor } = cutPage(rows, perPage);
  const items = shown.map((item) => ({
    ...item,
    kind,
    why: withoutAddresses(item.why),
  }));
  return { items, nextCursor, names: [...names] };
}

/** Of the tables of the queue's library, which are there once a worker has run. */
async function jobs(
  pool: Services["pool"],
  name: string | undefined,
  afterMicros: string,
  afterId: string,
): Promise<readonly [Row[], Named[]]> {
  if (!(await hasQueues(pool))) return [[], []];
  const { rows } = await pool.query<Row>(
    `select id, name, 'FAILED' as state, coalesce(output->>'message', '') as why, completed_on as at,
            ${placeMicros("completed_on")} as "placeMicros"
       from pgboss.job
      where state = 'failed' and ${isQueued} and ($3::text is null or name = $3)
        and ${comesAfter("completed_on", "id", ["$1", "$2"])}
      order by completed_on desc, id desc limit ${perPage + 1}`,
    [afterMicros, afterId, name ?? null],
  );
  const counted = await pool.query<Named>(
    `select name, count(*)::int as count from pgboss.job where state = 'failed' and ${isQueued}
      group by name order by 2 desc, 1 limit ${mostNames}`,
  );
  return [rows, counted.rows];
}

/** Whether a worker has ever run here. */
export async function hasQueues(pool: Services["pool"]): Promise<boolean> {
  const { rows } = await pool.query<{ there: boolean }>(
    "select to_regclass('pgboss.job') is not null as there",
  );
  return rows[0]?.there ?? false;
}

/** SQL: whether a mail waits for somebody, at `now`. A claim while it is being sent ends within minutes. */
const isStuckMail = (now: string) =>
  `(state = 'FAILED' or state = 'QUEUED' and (due_at = 'infinity' or coalesce(due_at, created_at) < ${now}::timestamptz - interval '10 minutes'))`;

const selectMails = statement("operator_select_mails")<
  Row,
  [afterMicros: string, afterId: string, template: string | null, now: Date]
>(
  `select id, template as name, case when state = 'FAILED' then 'FAILED' when due_at = 'infinity' then 'HELD' else 'LATE' end as state,
          coalesce(failure, '') as why, created_at as at, ${placeMicros("created_at")} as "placeMicros"
     from mail_outbox
    where ${isStuckMail("$4")} and ($3::text is null or template = $3) and ${comesAfter("created_at", "id", ["$1", "$2"])}
    order by created_at desc, id desc limit ${perPage + 1}`,
);

const countMails = statement("operator_count_mails")<Named, [now: Date]>(
  `select template as name, count(*)::int as count from mail_outbox where ${isStuckMail("$1")}
    group by template order by 2 desc, 1 limit ${mostNames}`,
);

const isOpenEvent = (now: string) =>
  `handled_at is null and provider not like 'mail-%' and received_at < ${now}::timestamptz - interval '5 minutes'`;

/** Numbers name them; a place has the form of those of all other lists. */
const selectEvents = statement("operator_select_webhooks")<
  Row,
  [afterMicros: string, afterNumber: number, type: string | null, now: Date]
>(
  `select id::text as id, type as name, 'FAILED' as state, coalesce(failure, '') as why, received_at as at,
          ${placeMicros("received_at")} as "placeMicros"
     from webhook_events
    where ${isOpenEvent("$4")} and ($3::text is null or type = $3)
      and (received_at, id) < (timestamptz 'epoch' + $1::int8 * interval '1 microsecond', $2::int8)
    order by received_at desc, webhook_events.id desc limit ${perPage + 1}`,
);

const numberOf = (afterId: string): number =>
  /^\d+$/.test(afterId) ? Number(afterId) : Number.MAX_SAFE_INTEGER;

const countEvents = statement("operator_count_webhooks")<Named, [now: Date]>(
  `select type as name, count(*)::int as count from webhook_events where ${isOpenEvent("$1")}
    group by type order by 2 desc, 1 limit ${mostNames}`,
);
