import type { AbuseReport } from "#contract/operator/abuse-reports.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { comesAfter, cutPage, type Placed, placeMicros, placeOf } from "#server/database/newest-first.ts";
import { statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { recordAct } from "./operator-events.ts";

const perPage = 25;

/** Reports that nobody has seen to, or that somebody has, the newest first. */
export async function listAbuseReports(
  { pool }: Pick<Services, "pool">,
  { state, cursor }: { state: "OPEN" | "CLOSED"; cursor?: string | undefined },
): Promise<{ reports: AbuseReport[]; nextCursor: string | null }> {
  const [afterMicros, afterId] = placeOf(cursor);
  const rows = await selectReports(pool, afterMicros, afterId, state === "OPEN");
  const { shown, nextCursor } = cutPage(rows, perPage);
  return { reports: shown, nextCursor };
}

/** Marks a report as seen to; once more changes nothing. Throws 404. */
export async function closeAbuseReport(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  operatorId: string,
  id: string,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const [report] = await selectReport(client, id);
    if (!report) throw NotFound();
    if (report.isClosed) return;
    const now = clock.now();
    await writeClosed(client, id, now);
    await recordAct(client, operatorId, { kind: "REPORT_CLOSED", ownerId: report.ownerId, subject: id }, now);
  });
}

const selectReports = statement("operator_select_reports")<
  AbuseReport & Placed,
  [afterMicros: string, afterId: string, isOpen: boolean]
>(
  `select r.id, u.handle, u.id as "creatorId", r.reason, r.words, r.email, r.times,
          case when p.id is not null then json_build_object('id', p.id, 'title', p.title, 'slug', p.slug) end as product,
          r.closed_at as "closedAt", r.created_at as "createdAt", ${placeMicros("r.created_at")} as "placeMicros"
     from abuse_reports r join users u on u.id = r.owner_id left join products p on p.id = r.product_id
    where (r.closed_at is null) = $3 and ${comesAfter("r.created_at", "r.id", ["$1", "$2"])}
    order by r.created_at desc, r.id desc limit ${perPage + 1}`,
);

const selectReport = statement("operator_select_report")<
  { ownerId: string; isClosed: boolean },
  [id: string]
>(
  `select owner_id as "ownerId", closed_at is not null as "isClosed" from abuse_reports where id = $1 for update`,
);

const writeClosed = statement("operator_close_report")<never, [id: string, now: Date]>(
  "update abuse_reports set closed_at = $2, visitor_hash = '', network_hash = '' where id = $1 and closed_at is null",
);
