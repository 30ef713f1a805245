import { openAccess } from "#server/features/access/open-access.ts";

/**
 * SQL: whether the order of a download (`digital_downloads d`, `orders o`) still opens it at the moment of a parameter
 * such as `$2`: paid, not disputed, not revoked, and of no membership that has ended.
 */
export const orderOpens = (now: string): string => `
  exists (select from ${openAccess(now)} a where a.order_item_id = d.order_item_id)`;

/** SQL: whether a new download of a file may begin, as far as the buyer's right to it goes: `availabilityOf` in the database. */
export const downloadIsOpen = (now: string): string => `(
  d.is_active and (d.expires_at is null or d.expires_at > ${now}) and (d.max_downloads is null or d.download_count < d.max_downloads)
  and ${orderOpens(now)})`;
