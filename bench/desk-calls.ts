import type pg from "pg";
import { declaredEndpoints, nameOf } from "#tests/house/declared-endpoints.ts";

/** Ids of the large store that addresses are made of. */
export type StoreIds = {
  product: string;
  course: string;
  customer: string;
  order: string;
  orderStart: string;
};

/** A creator's reads: those of a page, one call each, and those that end in a file. */
export type DeskCalls = { pages: string[]; exports: string[] };

/** Reads of one row by its key, and of what a large store has no more of than a small one. */
const leftOut = new Set([
  "/api/uploaded-files/:id",
  "/api/dm-conversations",
  "/api/dm-conversation-pages",
  "/api/dm-conversations/:id",
  "/api/dm-messages",
  "/api/social/events",
  "/api/my-courses/:productId/modules/:moduleId/learners",
  "/api/my-courses/:productId/lessons/:lessonId/learners",
  "/api/my-courses/:productId/lessons/:lessonId/preview",
  "/api/posts/:id",
  "/api/affiliate-payouts/:id/export",
  "/api/account/exports/:token",
  "/api/automatic-mails/:id",
  "/api/automatic-mails/:id/preview",
  "/api/automatic-mails/:id/problems",
  "/api/bookings/:id/session-times",
  "/api/mailings/:id",
  "/api/mailings/:id/audience",
  "/api/mailings/:id/preview",
  "/api/mailings/:id/problems",
  "/api/mailings/:id/recipients",
  "/api/mailings/:id/report",
  "/api/my-courses/:productId/lessons/:lessonId/assignment-preview",
  "/api/my-courses/:productId/lessons/:lessonId/quiz",
  "/api/my-courses/:productId/lessons/:lessonId/quiz-preview",
  "/api/my-submissions/:id",
  "/api/reminders/:kind/preview",
  "/api/text-pictures/:imageId",
  "/api/text-videos/:uploadId",
  "/api/text-videos/:uploadId/captions",
  "/api/work-orders/:id",
  "/api/products/:id/attendees",
  "/api/products/:id/event-news",
  "/api/exports/attendees.csv",
  // It has no end.
  "/api/notifications/stream",
]);

/** Every other GET of a creator's in each form that its screen asks it in. */
const forms: Record<string, (ids: StoreIds) => string[]> = {
  "/api/orders": ({ product, orderStart }) => [
    "",
    "?perPage=25",
    "?perPage=25&page=2000",
    "?perPage=25&page=3900",
    ...["created", "total", "-total", "status", "-status", "customer", "-customer"].map(
      (sort) => `?perPage=25&sort=${sort}`,
    ),
    "?perPage=25&sort=-total&page=2000",
    "?perPage=25&sort=customer&page=2000",
    "?perPage=25&status=REFUNDED",
    "?perPage=25&status=PAID&page=2000",
    `?perPage=25&product=${product}`,
    `?perPage=25&product=${product}&page=100`,
    "?perPage=25&from=2025-06-01&to=2025-12-31",
    ...searches.map((q) => `?perPage=25&q=${q}`),
    `?perPage=25&q=${orderStart}`,
    "?perPage=25&q=example.com&page=2000",
    "?perPage=25&q=ada&sort=customer",
  ],
  "/api/order-totals": ({ product, orderStart }) => [
    "",
    "?status=REFUNDED",
    "?status=PAID",
    `?product=${product}`,
    "?from=2025-06-01&to=2025-12-31",
    ...searches.map((q) => `?q=${q}`),
    `?q=${orderStart}`,
  ],
  "/api/customers": () => [
    "",
    "?perPage=25",
    "?perPage=25&page=1000",
    "?perPage=25&page=1900",
    ...["name", "-name", "email", "-email", "orders", "-orders", "spent", "-spent", "created"].map(
      (sort) => `?perPage=25&sort=${sort}`,
    ),
    "?perPage=25&sort=-spent&page=1000",
    ...searches.map((q) => `?perPage=25&q=${q}`),
    "?perPage=25&q=example.com&page=1000",
    "?perPage=25&q=ada&sort=-spent",
    "?perPage=25&members=true",
    "?perPage=25&members=true&sort=-spent&page=200",
    "?perPage=25&members=true&q=ada",
  ],
  "/api/customer-count": () => ["", "?members=true", ...searches.map((q) => `?q=${q}`)],
  "/api/search": ({ orderStart }) => [...searches, orderStart].map((q) => `?q=${q}`),
  "/api/analytics/summary": () => periods,
  "/api/analytics/trends": () => [...periods, "?period=1y&granularity=week"],
  "/api/analytics/breakdown": () => periods,
  "/api/analytics/traffic": () => periods,
  "/api/analytics/rows": () => ["?figure=revenue", "?figure=orders"],
  "/api/exports/analytics.csv": () => ["?table=rows"],
  "/api/saved-filters": () => ["?list=ORDERS"],
  "/api/customers/:id": () => [""],
  "/api/orders/:id": () => [""],
  "/api/commissions": () => ["", "?limit=25", "?limit=25&offset=50000"],
  "/api/affiliate/commissions": () => [""],
  "/api/products/:id/downloads": () => ["", "?page=20", ...searches.map((q) => `?q=${q}`)],
  "/api/reviews": ({ product }) => ["", `?productId=${product}`, "?answered=no", "?answered=yes"],
  "/api/my-courses/:productId": () => [""],
  "/api/my-courses/:productId/preview": () => [""],
  "/api/social/analytics": () => ["", "?days=366"],
  "/api/auth/handle-available": () => ["?handle=some_handle"],
  "/api/product-slug-available": () => ["?slug=some-slug"],
};

const periods = ["", "?period=90d", "?period=1y"];

/** A word of nearly all, of every eighth, of one buyer, of products, two words, and of nobody. */
const searches = ["example.com", "ada", "fan12345", "workshop", "ada+workshop", "zzzzzz"];

/** The creator's reads as the contract declares them, so that a new one is measured too. */
export async function deskCalls(ids: StoreIds): Promise<DeskCalls> {
  const reads = (await declaredEndpoints()).filter(
    (endpoint) =>
      nameOf(endpoint).startsWith("GET ") &&
      endpoint.config.access === "creator" &&
      !leftOut.has(endpoint.url),
  );
  const paths = (url: string) =>
    (forms[url]?.(ids) ?? [""]).map((query) => url.replaceAll(/:\w+/g, () => idIn(url, ids)) + query);
  const isExport = (url: string) => /export/.test(url);
  return {
    pages: reads.filter(({ url }) => !isExport(url)).flatMap(({ url }) => paths(url)),
    exports: reads.filter(({ url }) => isExport(url)).flatMap(({ url }) => paths(url)),
  };
}

const idIn = (url: string, { product, course, customer, order }: StoreIds): string => {
  if (url.startsWith("/api/customers/")) return customer;
  if (url.startsWith("/api/orders/")) return order;
  return url.startsWith("/api/my-courses/") ? course : product;
};

/** The best seller of the store, a course of it, and its buyer and order in the midst of all. */
export async function storeIds(pool: pg.Pool, ownerId: string): Promise<StoreIds> {
  const { rows } = await pool.query<StoreIds>(
    `select p.id as product, (select id from products where owner_id = $1 and type = 'COURSE' order by position limit 1) as course,
            o.customer_id as customer, o.id as order, left(o.id::text, 8) as "orderStart"
       from products p, lateral (select id, customer_id from orders where owner_id = $1 and product_id = p.id order by created_at limit 1 offset 50) o
      where p.owner_id = $1 and p.position = 1`,
    [ownerId],
  );
  const [ids] = rows;
  if (!ids) throw new Error("the large store is not there");
  return ids;
}

/** What each tab of the desk asks for when it is opened: its calls leave together. */
export const deskTabs = ({ product }: StoreIds): string[][] => [
  ["/api/dashboard/stats", "/api/my-products"],
  ["/api/orders?perPage=25", "/api/order-totals", "/api/my-products", "/api/quarantined-payments"],
  ["/api/customers?perPage=25", "/api/customer-count"],
  ["/api/customers?perPage=25&sort=-spent&page=1000", "/api/customer-count"],
  ["/api/orders?perPage=25&q=ada", "/api/order-totals?q=ada"],
  ["/api/coupons", "/api/coupons/summary", "/api/my-products"],
  ["/api/order-bumps", "/api/upsells", "/api/my-products"],
  ["/api/affiliates", "/api/affiliate-links", "/api/commissions", "/api/affiliate-payouts"],
  [`/api/products/${product}/downloads`, `/api/products/${product}/file-announcement`],
  ["/api/reviews", "/api/my-products"],
];
