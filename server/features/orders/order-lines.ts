import { membershipRuns } from "#server/database/membership-runs.ts";
import { inLineOrder } from "#server/database/line-order.ts";
import type pg from "pg";
import type { OrderLine } from "#contract/orders/order-page.ts";
import { downloadEnd, downloadLimit } from "#server/database/download-end.ts";
import { statement } from "#server/database/statement.ts";
import { isStillThere } from "./refundable-lines.ts";

type DownloadJson = {
  id: string;
  downloadCount: number;
  maxDownloads: number | null;
  expiresAt: string | null;
  lastDownloadAt: string | null;
  isActive: boolean;
};

/** The lines of one of the creator's orders, the main one first, with what each opens and what is left to refund. */
export async function listOrderLines(
  pool: pg.Pool,
  ownerId: string,
  orderId: string,
  now: Date,
): Promise<OrderLine[]> {
  const rows = await selectLines(pool, ownerId, orderId, now);
  return rows.map(({ download, ...line }) => ({
    ...line,
    // As JSON leaves the database: moments are text.
    download: download && {
      ...download,
      expiresAt: download.expiresAt === null ? null : new Date(download.expiresAt),
      lastDownloadAt: download.lastDownloadAt === null ? null : new Date(download.lastDownloadAt),
    },
  }));
}

const selectLines = statement("orders_select_lines")<
  Omit<OrderLine, "download"> & { download: DownloadJson | null },
  [ownerId: string, orderId: string, now: Date]
>(`
  select i.id, i.product_id as "productId", p.title, p.type, p.digital_file_type as "fileType", p.digital_file_name as "fileName",
         p.digital_file_size::float8 as "fileSize", i.item_type as "itemType", i.quantity,
         i.unit_price_cents as "unitPriceCents", i.discount_cents as "discountCents", i.shipping_cents as "shippingCents", i.discount_source as "discountSource",
         i.total_price_cents as "totalPriceCents", i.refunded_cents as "refundedCents",
         case when o.status = 'PAID' and pay.status = 'SUCCEEDED'
                and not exists (select from disputes d where d.order_payment_id = pay.id and d.status = 'OPEN' and not d.is_inquiry)
              then i.total_price_cents - i.refunded_cents - coalesce((select sum(r.amount_cents) from refunds r
                     where r.order_item_id = i.id and r.status = 'PENDING'), 0)::int
              else 0 end as "refundableCents",
         i.order_payment_id as "orderPaymentId", a.revoked_at is null and a.id is not null as "hasAccess",
         exists (select from subscriptions s where s.id = a.subscription_id and s.ended_at is null
                  and ${membershipRuns("s")}) as "billsOn", p.requires_shipping as "requiresShipping",
         p.track_inventory as "tracksInventory", ${isStillThere("i", "p", "$3")} as "restocksByDefault",
         i.restocked_at as "restockedAt", i.shipped_at as "shippedAt", i.tracking_url as "trackingUrl",
         case when d.id is not null then json_build_object('id', d.id, 'downloadCount', d.download_count, 'maxDownloads', ${downloadLimit("p")},
           'expiresAt', ${downloadEnd("p")}, 'lastDownloadAt', d.last_download_at, 'isActive', d.is_active) end as download
    from orders o
    join order_items i on i.order_id = o.id
    join products p on p.id = i.product_id
    left join order_payments pay on pay.id = i.order_payment_id
    left join access a on a.order_item_id = i.id
    left join digital_downloads d on d.order_item_id = i.id
   where o.owner_id = $1 and o.id = $2
   order by ${inLineOrder("i")}`);
