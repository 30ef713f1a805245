import type { SoldDownload } from "#contract/downloads.ts";
import { downloadEnd } from "#server/database/download-end.ts";
import { NotFound } from "#server/errors.ts";
import { wordsOf } from "#server/features/orders/order-search.ts";
import type { Services } from "#server/services.ts";
import { orderOpens } from "./open-download.ts";

type Asked = { q?: string | undefined; page: number; perPage: number };
type Listed = { productTitle: string; downloads: SoldDownload[]; total: number };

/**
 * Who bought the file of one of the creator's products, and what became of each download: a page of those whose buyer or
 * order has every word of `q`, the newest first. Throws 404 for a product of somebody else's.
 */
export async function listProductDownloads(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  ownerId: string,
  productId: string,
  { q, page, perPage }: Asked,
): Promise<Listed> {
  const product = await pool.query<{ title: string }>(
    "select title from products where id = $1 and owner_id = $2",
    [productId, ownerId],
  );
  const [found] = product.rows;
  if (!found) throw NotFound("Product not found");

  const filter = [productId, ownerId, wordsOf(q)];
  const { rows } = await pool.query<SoldDownload>(
    `select d.id, d.order_id as "orderId", json_build_object('email', c.email, 'name', o.customer_name) as buyer,
            case when not ${orderOpens("$4")} then 'CLOSED'
                 when not d.is_active then 'REVOKED'
                 when ${downloadEnd("p")} <= $4 then 'EXPIRED'
                 when d.download_count >= d.max_downloads then 'LIMIT_REACHED'
                 else 'OPEN' end as state,
            d.download_count as "downloadCount", d.max_downloads as "maxDownloads", ${downloadEnd("p")} as "expiresAt",
            d.last_download_at as "lastDownloadAt", d.created_at as "boughtAt"
       ${matching} order by d.created_at desc, d.id limit $5 offset $6`,
    [...filter, clock.now(), perPage, (page - 1) * perPage],
  );
  const counted = await pool.query<{ total: number }>(`select count(*)::int as total ${matching}`, filter);
  return { productTitle: found.title, downloads: rows, total: counted.rows[0]?.total ?? 0 };
}

const matching = `
  from digital_downloads d
  join orders o on o.id = d.order_id
  join customers c on c.id = d.customer_id
  join products p on p.id = d.product_id
 where d.product_id = $1 and d.owner_id = $2
   and not exists (select from unnest($3::text[]) as word
                    where position(word in lower(concat_ws(' ', o.customer_name, c.email, o.id))) = 0)`;
