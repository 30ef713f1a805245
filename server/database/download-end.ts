/**
 * SQL: whether a product is a call, an event or a service whose download is the link to it. Such a link is needed on its day,
 * which may be months away, and again when the call drops: days and numbers of downloads are for files.
 */
export const isAppointment = (product: string): string =>
  `(${product}.digital_file_type = 'LINK' and ${product}.type in ('BOOKING_LINK', 'EVENT', 'SERVICE'))`;

/** SQL: when a download (`digital_downloads d`) of a product ends; null: never. */
export const downloadEnd = (product: string): string =>
  `case when not coalesce(${isAppointment(product)}, false) then d.expires_at end`;

/** SQL: how often a download (`digital_downloads d`) of a product may begin; null: as often as the buyer likes. */
export const downloadLimit = (product: string): string =>
  `case when not coalesce(${isAppointment(product)}, false) then d.max_downloads end`;

/** SQL: how often a buyer of a product may download its file; null: as often as they like. */
export const mostDownloads = (product: string): string =>
  `case when not coalesce(${isAppointment(product)}, false) then ${product}.max_downloads end`;

/** SQL: for how many days after the purchase a product's file can be downloaded; null: without an end. */
export const downloadDays = (product: string): string =>
  `case when not coalesce(${isAppointment(product)}, false) then ${product}.digital_expiration_days end`;
