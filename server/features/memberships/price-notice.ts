/** How long before it is charged another price is told. The database holds it, too: `member_prices_notice`. */
export const noticeDays = 30;

/** How long it may be withdrawn: two days are left for the provider to hear so, whatever happens. */
export const withdrawableDays = 28;

/** What members hear of another price. */
export const priceNews = ["ANNOUNCED", "WITHDRAWN"] as const;
export type PriceNews = (typeof priceNews)[number];
