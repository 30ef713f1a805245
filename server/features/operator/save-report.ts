import type { ReportReason } from "#contract/operator/report-reasons.ts";
import { statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

/** What is past these in a day is answered like any other, and not kept: of one store, and of all together. */
const mostOfStore = 100;
const mostOfAll = 2_000;

type Said = {
  reason: ReportReason;
  words: string;
  email: string | null;
  productSlug: string | undefined;
  visitorHash: string;
};

/**
 * Keeps what a visitor reports. While nobody has seen to it, what the same visitor says of the same thing is one report, with
 * their newest words. Nobody is mailed for it. Throws 404 for what is no store.
 */
export async function saveReport(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  handle: string,
  { reason, words, email, productSlug, visitorHash }: Said,
): Promise<void> {
  const now = clock.now();
  const [store] = await selectStore(pool, handle.toLowerCase(), productSlug?.toLowerCase() ?? null);
  if (!store) throw NotFound("Creator not found");
  await insertReport(pool, store.ownerId, store.productId, reason, words, email, visitorHash, now);
}

const selectStore = statement("operator_select_reported")<
  { ownerId: string; productId: string | null },
  [handle: string, slug: string | null]
>(
  `select u.id as "ownerId", p.id as "productId"
     from users u left join products p on p.owner_id = u.id and p.slug = $2
    where u.handle = $1 and not u.is_platform and u.erased_at is null`,
);

const today = (where: string, most: number) =>
  `(select count(*) from (select from abuse_reports r where ${where} and r.created_at > $7::timestamptz - interval '1 day' limit ${most}) found) < ${most}`;

const insertReport = statement("operator_insert_report")<
  never,
  [
    ownerId: string,
    productId: string | null,
    reason: ReportReason,
    words: string,
    email: string | null,
    visitorHash: string,
    now: Date,
  ]
>(
  `insert into abuse_reports (owner_id, product_id, reason, words, email, visitor_hash, created_at)
   select $1::uuid, $2::uuid, $3, $4, $5, $6, $7::timestamptz
    where ${today("r.owner_id = $1", mostOfStore)} and ${today("true", mostOfAll)}
       or exists (select from abuse_reports r where r.owner_id = $1 and r.visitor_hash = $6 and r.closed_at is null)
   on conflict (owner_id, coalesce(product_id, owner_id), visitor_hash) where closed_at is null
   do update set times = least(abuse_reports.times + 1, 1000), reason = excluded.reason, words = excluded.words, email = excluded.email`,
);
