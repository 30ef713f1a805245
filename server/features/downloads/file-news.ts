import type { FileNews } from "#contract/downloads/downloads.ts";
import { type Queryable, statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { downloadIsOpen } from "./open-download.ts";

const day = 86_400_000;

/** What is known of a product's file and its past buyers. */
export type ProductNews = Omit<FileNews, "pastBuyers" | "untold"> & {
  pastBuyers: number;
  untold: number;
  /** The file that is there now; null where none was uploaded. */
  uploadId: string | null;
};

/** Whom a new version of a product's file could be announced to. Throws 404 for a product of somebody else's. */
export async function getFileNews(
  { clock }: Pick<Services, "clock">,
  client: Queryable,
  ownerId: string,
  productId: string,
): Promise<ProductNews> {
  const now = clock.now();
  const [row] = await selectNews(client, productId, ownerId, now);
  if (!row) throw NotFound("Product not found");
  const { lastAt, ...news } = row;
  const nextAt = lastAt && new Date(lastAt.getTime() + day);
  return { ...news, nextAt: nextAt && nextAt > now ? nextAt : null };
}

/** SQL: downloads (`d`) with their buyers (`c`) that are open at the moment of a parameter; a condition may follow. */
export const openDownloads = (now: string): string => `
  from digital_downloads d
  join orders o on o.id = d.order_id
  join customers c on c.id = d.customer_id
 where ${downloadIsOpen(now)}`;

const selectNews = statement("downloads_select_news")<
  Omit<ProductNews, "nextAt"> & { lastAt: Date | null },
  [productId: string, ownerId: string, now: Date]
>(
  `select u.id as "uploadId", told.created_at as "announcedAt",
          (select max(created_at) from file_announcements where product_id = p.id) as "lastAt",
          buyers.past as "pastBuyers", case when told.id is null then buyers.earlier else 0 end as untold
     from products p
     left join uploads u on u.id = p.digital_file_id and p.digital_file_type = 'UPLOAD' and u.state = 'STORED'
     left join file_announcements told on told.product_id = p.id and told.upload_id = u.id
     cross join lateral (
       select count(distinct d.customer_id)::int as past,
              count(distinct d.customer_id) filter (where d.created_at < u.stored_at)::int as earlier
         ${openDownloads("$3")} and d.product_id = p.id) buyers
    where p.id = $1 and p.owner_id = $2`,
);
