import type { SoldDownload } from "#contract/downloads/downloads.ts";
import { downloadEnd, downloadLimit } from "#server/database/download-end.ts";
import { statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import { anywhere, wordsOf } from "#server/database/search-words.ts";
import { customersWith, idsBeginningWith } from "#server/features/orders/order-search.ts";
import type { Services } from "#server/services.ts";
import { orderOpens } from "./open-download.ts";

type Asked = { q?: string | undefined; page: number; perPage: number };
type Listed = { productTitle: string; downloads: SoldDownload[]; total: number };

/**
 * Who bought the file of one of the creator's products, and what became of each download: a page of those whose buyer or
 * order has every word of `q`, the newest first. Chosen by what an index holds, and then read. Throws 404 for a product of
 * somebody else's.
 */
export async function listProductDownloads(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  ownerId: string,
  productId: string,
  { q, page, perPage }: Asked,
): Promise<Listed> {
  const [found] = await selectProduct(pool, productId, ownerId);
  if (!found) throw NotFound("Product not found");

  const values: unknown[] = [productId];
  const value = (given: unknown) => `$${values.push(given)}`;
  const conditions = wordsOf(q).map((word) => hasWord(word, ownerId, value));
  const matching = ["from digital_downloads d where d.product_id = $1", ...conditions].join(" and ");
  const { rows: chosen } = await pool.query<{ id: string }>(
    `select d.id ${matching} order by d.created_at desc, d.id desc limit ${perPage} offset ${(page - 1) * perPage}`,
    values,
  );
  const counted = await pool.query<{ total: number }>(`select count(*)::int as total ${matching}`, values);
  const ids = chosen.map(({ id }) => id);
  const downloads = await selectDownloads(pool, productId, ownerId, clock.now(), ids);
  return { productTitle: found.title, downloads, total: counted.rows[0]?.total ?? 0 };
}

/** As orders are searched: words of the buyer, or the beginning of an order's id. */
function hasWord(word: string, ownerId: string, value: (given: unknown) => string): string {
  const buyers = `d.customer_id in (${customersWith(value(anywhere(word)), value(ownerId))})`;
  const ids = idsBeginningWith(word);
  return ids ? `(${buyers} or d.order_id between ${value(ids.first)} and ${value(ids.last)})` : buyers;
}

const selectProduct = statement("downloads_select_product")<
  { title: string },
  [productId: string, ownerId: string]
>("select title from products where id = $1 and owner_id = $2");

const selectDownloads = statement("downloads_select_sold")<
  SoldDownload,
  [productId: string, ownerId: string, now: Date, ids: string[]]
>(`
  select d.id, d.order_id as "orderId", json_build_object('email', c.email, 'name', o.customer_name) as buyer,
         case when not ${orderOpens("$3")} then 'CLOSED'
              when not d.is_active then 'REVOKED'
              when ${downloadEnd("p")} <= $3 then 'EXPIRED'
              when d.download_count >= ${downloadLimit("p")} then 'LIMIT_REACHED'
              else 'OPEN' end as state,
         d.download_count as "downloadCount", ${downloadLimit("p")} as "maxDownloads", ${downloadEnd("p")} as "expiresAt",
         d.last_download_at as "lastDownloadAt", d.created_at as "boughtAt"
    from digital_downloads d
    join orders o on o.id = d.order_id
    join customers c on c.id = d.customer_id
    join products p on p.id = d.product_id
   where d.product_id = $1 and d.owner_id = $2 and d.id = any($4) order by array_position($4, d.id)`);
