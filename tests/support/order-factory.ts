import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { access } from "#server/database/schema/access.ts";
import type { products } from "#server/database/schema/catalog.ts";
import { digitalDownloads } from "#server/database/schema/downloads.ts";
import { orderEvents } from "#server/database/schema/order-events.ts";
import {
  customers,
  type itemTypes,
  orderBrowsers,
  orderItems,
  orderPayments,
  orders,
} from "#server/database/schema/orders.ts";
import type { Db } from "#server/database/client.ts";
import type { Services } from "#server/services.ts";
import { makeProduct } from "./factories.ts";

type Product = typeof products.$inferSelect;

export type OrderedItem = {
  product: Product;
  itemType?: (typeof itemTypes)[number];
  quantity?: number;
  discountCents?: number;
  /** What of the item's file may be downloaded; the product's own terms unless given. */
  download?: { maxDownloads: number | null; expiresAt: Date };
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
 * A paid order, its sums added up from its items; of a new product and buyer unless given. As a purchase leaves it: with
 * its payment, its event, access to every item and the downloads of those with a file. One that was not paid has none
 * of these, and access of a refunded one is revoked.
 */
export async function makeOrder(where: { services: Services }, fields: OrderFields = {}) {
  const { db, clock } = where.services;
  const {
    items: ordered = [{ product: await makeProduct(where) }],
    email = `buyer-${randomUUID().slice(0, 8)}@example.com`,
    card,
    browserHash,
    ...own
  } = fields;
  const main = ordered[0]?.product;
  if (!main) throw new Error("an order needs an item");
  const createdAt = own.createdAt ?? own.paidAt ?? clock.now();
  const { ownerId } = main;
  const lines = ordered.map(({ product, itemType, quantity = 1, discountCents = 0 }, position) => ({
    ownerId,
    productId: product.id,
    itemType: itemType ?? (position === 0 ? ("MAIN" as const) : ("ORDER_BUMP" as const)),
    quantity,
    unitPriceCents: product.priceCents,
    discountCents,
    totalPriceCents: product.priceCents * quantity - discountCents,
    createdAt: new Date(createdAt.getTime() + position),
  }));
  const totalCents = lines.reduce((sum, { totalPriceCents }) => sum + totalPriceCents, 0);
  const status = own.status ?? "PAID";
  const isPaid = status === "PAID" || status === "REFUNDED";

  return db.transaction(async (tx) => {
    const customer = await makeCustomer(tx, email);
    const order = only(
      await tx
        .insert(orders)
        .values({
          status,
          paidAt: isPaid ? createdAt : null,
          paymentIntentId: totalCents > 0 ? `pi_${randomUUID()}` : null,
          refundedCents: status === "REFUNDED" ? totalCents : 0,
          createdAt,
          updatedAt: createdAt,
          ...own,
          ownerId,
          customerId: customer.id,
          productId: main.id,
          totalCents,
        })
        .returning(),
    );
    const [payment] = order.paymentIntentId
      ? await tx
          .insert(orderPayments)
          .values({
            orderId: order.id,
            paymentIntentId: order.paymentIntentId,
            amountCents: totalCents,
            refundedCents: order.refundedCents,
            status: isPaid ? "SUCCEEDED" : "PENDING",
            cardBrand: card?.brand ?? null,
            cardLast4: card?.last4 ?? null,
            createdAt,
          })
          .returning()
      : [];
    const items = await tx
      .insert(orderItems)
      .values(lines.map((line) => ({ ...line, orderId: order.id, orderPaymentId: payment?.id ?? null })))
      .returning();
    if (browserHash)
      await tx.insert(orderBrowsers).values({ orderId: order.id, browserHash, grantedAt: createdAt });
    if (!isPaid) return { ...order, email, customer, items, payment, accesses: [], downloads: [] };

    await tx
      .insert(orderEvents)
      .values({ orderId: order.id, kind: "PAID", detail: { totalCents }, createdAt });
    const grants = items.map((item, position) => ({
      ...ordered[position],
      line: {
        customerId: customer.id,
        ownerId,
        productId: item.productId,
        orderId: order.id,
        orderItemId: item.id,
      },
    }));
    const revokedAt = status === "REFUNDED" ? createdAt : null;
    const accesses = await tx
      .insert(access)
      .values(grants.map(({ line }) => ({ ...line, grantedAt: createdAt, revokedAt })))
      .returning();
    const files = grants.flatMap(({ line, product, download }) => {
      if (!download && !product?.digitalFileType) return [];
      const days = product?.digitalExpirationDays ?? 30;
      const expiresAt = new Date(createdAt.getTime() + days * 86_400_000);
      const terms = { maxDownloads: product?.maxDownloads ?? null, expiresAt, ...download };
      return [{ ...line, ...terms, isActive: status === "PAID", createdAt }];
    });
    const downloads = files.length > 0 ? await tx.insert(digitalDownloads).values(files).returning() : [];
    return { ...order, email, customer, items, payment, accesses, downloads };
  });
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
