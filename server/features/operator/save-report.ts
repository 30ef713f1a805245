import type { ReportReason } from "#contract/operator/report-reasons.ts";
import { statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

/** Reports of a day that are kept wherever they come from: of one store, and of all together. */
const mostOfStore = 100;
const mostOfAll = 2_000;
/** Past those, a network's first report of a store is kept up to here, so that a few visitors can't use a store's reports up. */
const mostOfStoreByNewNetworks = 1_000;
const mostOfAllByNewNetworks = 10_000;

type Said = {
  reason: ReportReason;
  words: string;
  email: string | null;
  productSlug: string | undefined;
  visitorHash: string;
  networkHash: string;
};

/**
 * Keeps what a visitor reports. While nobody has seen to it, what the same visitor says of the same thing is one report, with
 * their newest words. What is past the limits is answered like any other, and counted on the network's newest report of the
 * store. Nobody is mailed for it. Throws 404 for what is no store.
 */
export async function saveReport(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  handle: string,
  { reason, words, email, productSlug, visitorHash, networkHash }: Said,
): Promise<void> {
  const now = clock.now();
  const [store] = await selectStore(pool, handle.toLowerCase(), productSlug?.toLowerCase() ?? null);
  if (!store) throw NotFound("Creator not found");
  const { ownerId, productId } = store;
  const values = [ownerId, productId, reason, words, email, visitorHash, now, networkHash] as const;
  const kept = await insertReport(pool, ...values);
  if (kept.length === 0) await countReport(pool, ownerId, networkHash);
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
  { id: string },
  [
    ownerId: string,
    productId: string | null,
    reason: ReportReason,
    words: string,
    email: string | null,
    visitorHash: string,
    now: Date,
    networkHash: string,
  ]
>(
  `insert into abuse_reports (owner_id, product_id, reason, words, email, visitor_hash, created_at, network_hash)
   select $1::uuid, $2::uuid, $3, $4, $5, $6, $7::timestamptz, $8
    where ${today("r.owner_id = $1", mostOfStore)} and ${today("true", mostOfAll)}
       or exists (select from abuse_reports r where r.owner_id = $1 and r.visitor_hash = $6 and r.closed_at is null)
       or not exists (select from abuse_reports r
                       where r.owner_id = $1 and r.network_hash = $8 and r.created_at > $7::timestamptz - interval '1 day')
          and ${today("r.owner_id = $1", mostOfStoreByNewNetworks)} and ${today("true", mostOfAllByNewNetworks)}
   on conflict (owner_id, coalesce(product_id, owner_id), visitor_hash) where closed_at is null
   do update set times = least(abuse_reports.times + 1, 1000), reason = excluded.reason, words = excluded.words, email = excluded.email
   returning id`,
);

const countReport = statement("operator_count_report")<never, [ownerId: string, networkHash: string]>(
  `update abuse_reports set times = least(times + 1, 1000)
    where id = (select r.id from abuse_reports r where r.owner_id = $1 and r.network_hash = $2
                 order by r.created_at desc, r.id desc limit 1)`,
);
