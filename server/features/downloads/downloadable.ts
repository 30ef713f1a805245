import type pg from "pg";
import type { ProductType } from "#contract/catalog/catalog.ts";
import { downloadEnd, downloadLimit } from "#server/database/download-end.ts";
import { hotStatement } from "#server/database/statement.ts";
import { isUuid } from "#contract/uuid.ts";
import { orderOpens } from "./open-download.ts";

/** A buyer's download with what its product offers today, so that new versions reach past buyers. */
export type Downloadable = {
  id: string;
  ownerId: string;
  orderId: string;
  productId: string;
  customerId: string;
  productTitle: string;
  productType: ProductType;
  fileType: "UPLOAD" | "LINK" | null;
  externalUrl: string | null;
  fileName: string | null;
  uploadId: string | null;
  originalName: string | null;
  storageKey: string | null;
  mimeType: string | null;
  sha256: string | null;
  /** Bytes; null for a file kept elsewhere. */
  fileSize: number | null;
  buttonText: string;
  downloadCount: number;
  maxDownloads: number | null;
  /** Null: never. */
  expiresAt: Date | null;
  lastDownloadAt: Date | null;
  /** Not switched off, neither refunded nor disputed, and of no membership that has ended. */
  isActive: boolean;
};

export type Availability = "AVAILABLE" | "EXPIRED" | "LIMIT_REACHED" | "UNAVAILABLE";

/** Whether a new download may begin, and if not, why. */
export function availabilityOf(download: Downloadable, now: Date): Availability {
  if (!download.isActive || !hasFile(download)) return "UNAVAILABLE";
  if (download.expiresAt && download.expiresAt <= now) return "EXPIRED";
  if (download.maxDownloads !== null && download.downloadCount >= download.maxDownloads)
    return "LIMIT_REACHED";
  return "AVAILABLE";
}

export const hasFile = (download: Downloadable): boolean =>
  download.fileType === "LINK" ? download.externalUrl !== null : download.storageKey !== null;

const columns = `
  d.id, d.owner_id as "ownerId", d.order_id as "orderId", d.product_id as "productId", d.customer_id as "customerId", p.title as "productTitle", p.type as "productType",
  p.digital_file_type as "fileType", p.digital_file_external_url as "externalUrl", p.digital_file_name as "fileName",
  u.id as "uploadId", u.original_name as "originalName", u.storage_key as "storageKey", u.mime_type as "mimeType", u.sha256,
  case when p.digital_file_type = 'UPLOAD' then u.size_bytes::float8 end as "fileSize", p.download_button_text as "buttonText",
  d.download_count as "downloadCount", ${downloadLimit("p")} as "maxDownloads", ${downloadEnd("p")} as "expiresAt",
  d.last_download_at as "lastDownloadAt",
  d.is_active and ${orderOpens("$2")} as "isActive"`;
const joins = `
  digital_downloads d
  join orders o on o.id = d.order_id
  join products p on p.id = d.product_id
  left join uploads u on u.id = p.digital_file_id and p.digital_file_type = 'UPLOAD' and u.state = 'STORED'`;

const byId = hotStatement("downloads_by_id")<Downloadable, [id: string, now: Date]>(
  `select ${columns} from ${joins} where d.id = $1`,
);
const byOrder = hotStatement("downloads_by_order")<Downloadable, [orderId: string, now: Date]>(
  `select ${columns} from ${joins} where d.order_id = $1 order by d.created_at, p.title`,
);
const byOrders = hotStatement("downloads_by_orders")<Downloadable, [orderIds: string[], now: Date]>(
  `select ${columns} from ${joins} where d.order_id = any ($1::uuid[]) order by o.created_at desc, d.created_at, p.title`,
);

/** A download by its id, whoever asks: prove first that they may see its order. */
export async function findDownloadable(
  pool: pg.Pool | pg.PoolClient,
  id: string,
  now: Date,
): Promise<Downloadable | undefined> {
  return isUuid(id) ? (await byId(pool, id, now))[0] : undefined;
}

export const listByOrder = (pool: pg.Pool, orderId: string, now: Date): Promise<Downloadable[]> =>
  byOrder(pool, orderId, now);

/** The downloads of several orders, the newest order first: for who has proved each of them. */
export const listByOrders = (pool: pg.Pool, orderIds: string[], now: Date): Promise<Downloadable[]> =>
  byOrders(pool, orderIds, now);
