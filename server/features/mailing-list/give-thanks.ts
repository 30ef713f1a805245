import type pg from "pg";
import { statement } from "#server/database/statement.ts";
import { hasContent, isComingSoon } from "#server/features/catalog/has-content.ts";
import { writePaidOrder } from "#server/features/orders/write-paid-order.ts";

export type Thanks = { title: string; orderReference: string; email: string };

type Subscriber = { id: string; ownerId: string; email: string; thanksOrderId: string | null };

/**
 * SQL: whether a product `p` can be given away: a free one that costs its creator nothing more each time, and that opens at
 * once, as of the moment that the
 * parameter `now` is. It is asked when the list is saved, and again whenever somebody is thanked.
 */
export const canBeThanks = (
  now: string,
): string => `(p.price_cents = 0 and p.type in ('DOWNLOAD', 'COURSE') and p.state = 'PUBLISHED'
  and not p.track_inventory and not p.requires_shipping and ${hasContent("p", now)} and not ${isComingSoon("p", now)})`;

/**
 * Gives what the list promises, as an order of an address that has proved itself; null where nothing is promised, or this
 * browser is not the one that was given it.
 */
export async function giveThanks(
  client: pg.PoolClient,
  { id, ownerId, email, thanksOrderId }: Subscriber,
  browserHash: string,
  now: Date,
): Promise<Thanks | null> {
  if (thanksOrderId !== null) {
    const [given] = await selectGiven(client, thanksOrderId, browserHash);
    return given ? { title: given.title, orderReference: `free_${thanksOrderId}`, email } : null;
  }
  const [product] = await selectThanks(client, ownerId, now);
  if (!product) return null;
  const nothing = { unitPriceCents: 0, discountCents: 0, shippingCents: 0, totalPriceCents: 0 };
  const line = {
    productId: product.id,
    itemType: "MAIN",
    quantity: 1,
    offerId: null,
    discountSource: null,
  } as const;
  const orderId = await writePaidOrder(client, {
    ownerId,
    productId: product.id,
    buyer: { email },
    customerName: "",
    addressProven: true,
    currency: product.currency,
    browserHash,
    lines: [{ ...line, ...nothing }],
    totalCents: 0,
    payment: null,
    mail: "receipt",
    now,
  });
  await recordGiven(client, id, orderId);
  return { title: product.title, orderReference: `free_${orderId}`, email };
}

const selectThanks = statement("mailing_list_select_thanks")<
  { id: string; title: string; currency: string },
  [ownerId: string, now: Date]
>(`select p.id, p.title, p.currency from mailing_lists l
     join products p on p.id = l.thanks_product_id and p.owner_id = l.owner_id and ${canBeThanks("$2")}
    where l.owner_id = $1`);

const selectGiven = statement("mailing_list_select_given")<
  { title: string },
  [orderId: string, browserHash: string]
>(`select p.title from orders o join products p on p.id = o.product_id
     join order_browsers w on w.order_id = o.id and w.browser_hash = $2 where o.id = $1`);

const recordGiven = statement("mailing_list_record_given")<never, [id: string, orderId: string]>(
  "update subscribers set thanks_order_id = $2 where id = $1",
);
