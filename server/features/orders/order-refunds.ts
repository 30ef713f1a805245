import type { OrderRefund } from "#contract/orders/order-page.ts";
import { statement } from "#server/database/statement.ts";

/** The refunds of one of the creator's orders, oldest first; of one request only, where its key is given. */
export const listOrderRefunds = statement("orders_list_refunds")<
  OrderRefund,
  [ownerId: string, orderId: string, requestKey: string | null]
>(
  `select id, order_item_id as "orderItemId", amount_cents as "amountCents", reason, status, failure,
          case when dispute_id is not null then 'DISPUTE' when request_key = provider_refund_id then 'PROVIDER' else 'CREATOR' end as source,
          created_at as "createdAt"
     from refunds where owner_id = $1 and order_id = $2 and ($3::text is null or request_key = $3)
    order by created_at, id`,
);
