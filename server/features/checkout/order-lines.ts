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
  `insert into order_items (order_id, owner_id, product_id, item_type, quantity, unit_price_cents, total_price_cents,
                            discount_cents, discount_source, offer_id, order_payment_id, created_at)
     select ${order}.id, ${order}.owner_id, line."productId", line."itemType", line.quantity, line."unitPriceCents",
            line."totalPriceCents", line."discountCents", line."discountSource", line."offerId", ${payment}, ${now}
       from ${order}, jsonb_to_recordset(${lines}) as line(
            "productId" uuid, "itemType" text, quantity int, "unitPriceCents" int, "totalPriceCents" int,
            "discountCents" int, "discountSource" text, "offerId" uuid)`;

/** SQL: the parts of a statement with `paid_order` and `items` that open what was paid for. */
export const openLines = (now: string) =>
  `granted as (
     insert into access (customer_id, owner_id, product_id, order_id, order_item_id, granted_at)
     select paid_order.customer_id, paid_order.owner_id, items.product_id, paid_order.id, items.id, ${now} from paid_order, items),
   downloads as (
     insert into digital_downloads (order_id, order_item_id, owner_id, product_id, customer_id, max_downloads, expires_at, created_at)
     select paid_order.id, items.id, paid_order.owner_id, products.id, paid_order.customer_id, products.max_downloads,
            ${now}::timestamptz + make_interval(days => products.digital_expiration_days), ${now}
       from paid_order, items join products on products.id = items.product_id
      where products.digital_file_type is not null)`;
