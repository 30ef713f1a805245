import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { access } from "#server/database/schema/access.ts";
import type { products } from "#server/database/schema/catalog.ts";
import type { CartLine } from "#server/database/schema/checkout.ts";
import { digitalDownloads } from "#server/database/schema/downloads.ts";
import { orderBrowsers } from "#server/database/schema/order-browsers.ts";
import {
  customers,
  type itemTypes,
  orderItems,
  orderPayments,
  orders,
} from "#server/database/schema/orders.ts";
import { type Db, dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { type NewOrder, type PaidOrder, writePaidOrder } from "#server/features/orders/write-paid-order.ts";
import type { Services } from "#server/services.ts";
import { makeProduct } from "./factories.ts";

type Product = typeof products.$inferSelect;

type Download = typeof digitalDownloads.$inferInsert;

export type OrderedItem = {
  product: Product;
  itemType?: (typeof itemTypes)[number];
  quantity?: number;
  discountCents?: number;
  shippingCents?: number;
  /** What of the item's file may be downloaded; the product's own terms unless given. */
  download?: Partial<Download> & Pick<Download, "expiresAt">;
};

type OrderFields = {
  /** All of one creator, the main one first. Default: one new product. */
  items?: OrderedItem[];
  email?: string;
  card?: { brand: string; last4: string };
  /** SHA-256 of the cookie of the browser that paid. */
  browserHash?: string;
} & Partial<
  Pick<
    typeof orders.$inferInsert,
    | "status"
    | "customerName"
    | "paidAt"
    | "paymentIntentId"
    | "currency"
    | "refundedCents"
    | "couponCode"
    | "createdAt"
  >
>;

/**
 * A paid order, its sums added up from its items; of a new product and buyer unless given. Written as every paid order is,
 * but for its mail. One that was not paid is an attempt alone; of a refunded one all access is revoked.
 */
export async function makeOrder(where: { services: Services }, fields: OrderFields = {}) {
  const { pool, clock } = where.services;
  const {
    items: ordered = [{ product: await makeProduct(where) }],
    email = `buyer-${randomUUID().slice(0, 8)}@example.com`,
    card = null,
    browserHash = null,
    status = "PAID",
    ...own
  } = fields;
  const main = ordered[0]?.product;
  if (!main) throw new Error("an order needs an item");
  const now = own.createdAt ?? own.paidAt ?? clock.now();
  const lines = ordered.map(cartLine);
  const totalCents = lines.reduce((sum, line) => sum + line.totalPriceCents, 0);
  const intentId = own.paymentIntentId === undefined ? `pi_${randomUUID()}` : own.paymentIntentId;
  const payment = intentId && totalCents > 0 ? { id: intentId, card } : null;
  const { ownerId, id: productId } = main;
  const { customerName = "", currency = "usd", couponCode = null } = own;
  const sale = { ownerId, productId, customerName, currency, couponCode, browserHash, lines, totalCents };

  return inTransaction(pool, async (client) => {
    const db = dbOn(client);
    const orderId =
      status === "PENDING" || status === "FAILED"
        ? await makeAttempt(db, { ...sale, email, payment, status, now })
        : await writePaidOrder(client, { ...sale, buyer: { email }, payment, now });
    await changeDownloads(db, orderId, ordered, now);
    if (status === "REFUNDED") await takeBack(db, orderId, totalCents, now);
    const changes = { ...own, updatedAt: now };
    const order = only(await db.update(orders).set(changes).where(eq(orders.id, orderId)).returning());
    const { refundedCents } = order;
    const [paid] = await db
      .update(orderPayments)
      .set({ refundedCents })
      .where(eq(orderPayments.orderId, orderId))
      .returning();
    return { ...order, email, payment: paid, ...(await rowsOf(db, order)) };
  });
}

const cartLine = (
  { product, itemType, quantity = 1, discountCents = 0, shippingCents = 0 }: OrderedItem,
  position: number,
): CartLine => ({
  productId: product.id,
  itemType: itemType ?? (position === 0 ? "MAIN" : "ORDER_BUMP"),
  quantity,
  unitPriceCents: product.priceCents,
  discountCents,
  shippingCents,
  totalPriceCents: product.priceCents * quantity - discountCents + shippingCents,
  offerId: null,
  discountSource: null,
});

type Attempt = Pick<NewOrder, "ownerId" | "productId" | "customerName" | "currency"> &
  Pick<PaidOrder, "lines" | "totalCents" | "payment" | "now"> & {
    email: string;
    status: "PENDING" | "FAILED";
    couponCode: string | null;
    browserHash: string | null;
  };

/** An order that waits for its bank or was refused: its lines and its payment, and nothing else. */
async function makeAttempt(
  db: Db,
  { lines, payment, now, email, browserHash, ...order }: Attempt,
): Promise<string> {
  const { id: customerId } = await makeCustomer(db, email);
  const paymentIntentId = payment?.id ?? null;
  const row = { ...order, customerId, paymentIntentId, createdAt: now, updatedAt: now };
  const { id: orderId } = only(await db.insert(orders).values(row).returning());
  const of = { orderId, createdAt: now };
  const [paid] = payment
    ? await db
        .insert(orderPayments)
        .values({ ...of, paymentIntentId: payment.id, amountCents: order.totalCents, status: "PENDING" })
        .returning()
    : [];
  const orderPaymentId = paid?.id ?? null;
  await db.insert(orderItems).values(
    lines.map((line, index) => ({
      ...line,
      ...of,
      position: index + 1,
      ownerId: order.ownerId,
      orderPaymentId,
    })),
  );
  if (browserHash) await db.insert(orderBrowsers).values({ orderId, browserHash, grantedAt: now });
  return orderId;
}

/** The downloads that the test asked for. */
async function changeDownloads(db: Db, orderId: string, ordered: OrderedItem[], now: Date): Promise<void> {
  for (const { product, download } of ordered) {
    if (!download) continue;
    const isOpened = and(eq(access.orderId, orderId), eq(access.productId, product.id));
    const [opened] = await db.select().from(access).where(isOpened);
    if (!opened) continue;
    const { customerId, ownerId, productId, orderItemId } = opened;
    await db
      .insert(digitalDownloads)
      .values({ customerId, ownerId, productId, orderId, orderItemId, createdAt: now, ...download })
      .onConflictDoUpdate({ target: digitalDownloads.orderItemId, set: download });
  }
}

async function takeBack(db: Db, orderId: string, refundedCents: number, revokedAt: Date): Promise<void> {
  await db.update(orders).set({ status: "REFUNDED", refundedCents }).where(eq(orders.id, orderId));
  await db.update(access).set({ revokedAt }).where(eq(access.orderId, orderId));
  await db.update(digitalDownloads).set({ isActive: false }).where(eq(digitalDownloads.orderId, orderId));
}

/** What was written beside the order, line by line. */
async function rowsOf(db: Db, { id, customerId }: { id: string; customerId: string }) {
  const items = await db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, id))
    .orderBy(orderItems.createdAt, orderItems.position);
  const customer = only(await db.select().from(customers).where(eq(customers.id, customerId)));
  const inOrder = <Row extends { orderItemId: string }>(rows: Row[]) =>
    items.flatMap((item) => rows.filter((row) => row.orderItemId === item.id));
  const accesses = inOrder(await db.select().from(access).where(eq(access.orderId, id)));
  const files = await db.select().from(digitalDownloads).where(eq(digitalDownloads.orderId, id));
  return { customer, items, accesses, downloads: inOrder(files) };
}

/** The customer with this address; a new one where there is none. */
export async function makeCustomer(db: Db, email: string) {
  const [known] = await db
    .select()
    .from(customers)
    .where(sql`lower(${customers.email}) = lower(${email})`);
  return known ?? only(await db.insert(customers).values({ email }).returning());
}

function only<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (!row) throw new Error("nothing was made");
  return row;
}
