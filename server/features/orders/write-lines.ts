/**
 * SQL that writes the lines of a cart as items of an order: the row of `order` (a part of the statement, with `id` and
 * `owner_id`), `lines` as JSON, and the payment that covers them.
 */
export const insertLines = ({
  order,
  lines,
  payment,
  now,
}: Record<"order" | "lines" | "payment" | "now", string>) =>
  `insert into order_items (order_id, owner_id, product_id, item_type, position, quantity, unit_price_cents, total_price_cents,
                            discount_cents, shipping_cents, discount_source, offer_id, order_payment_id, created_at)
     select ${order}.id, ${order}.owner_id, line."productId", line."itemType", line.ordinality, line.quantity, line."unitPriceCents",
            line."totalPriceCents", line."discountCents", coalesce(line."shippingCents", 0),
            line."discountSource", line."offerId", ${payment}, ${now}
       from ${order}, rows from (jsonb_to_recordset(${lines}) as (
            "productId" uuid, "itemType" text, quantity int, "unitPriceCents" int, "totalPriceCents" int,
            "discountCents" int, "shippingCents" int, "discountSource" text, "offerId" uuid)) with ordinality as line`;
