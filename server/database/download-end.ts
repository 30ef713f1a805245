/**
 * SQL: when a download (`digital_downloads d`) of a product ends; null: never. The link of a session, an event or a service
 * is needed on its day, which may be months away: only what is to be downloaded ends by the product's days.
 */
export const downloadEnd = (product: string): string =>
  `case when ${product}.digital_file_type = 'LINK' and ${product}.type in ('BOOKING_LINK', 'EVENT', 'SERVICE') then null else d.expires_at end`;
