import { orderNumber } from "#server/database/order-number.ts";
import { statement } from "#server/database/statement.ts";
import { openAccess } from "#server/features/access/open-access.ts";
import { sellerOf, type Seller } from "#server/mail/layout/seller.ts";
import { MailRefused } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";

/** A sold service as mails tell of it. */
export type MailedWork = {
  ownerId: string;
  /** The order's. */
  id: string;
  number: number | null;
  email: string;
  customerName: string;
  paymentIntentId: string | null;
  isOpen: boolean;
  state: string;
  dueAt: Date | null;
  seller: Seller;
  title: string;
  /** What was delivered that is told of. */
  deliveryNumber: number | null;
  fileCount: number;
  /** What the creator wrote with the delivery; blank where nobody paid from that address or proved it. */
  message: string;
};

/** Reads it as it stands. Throws `MailRefused` where it is gone, or `isNews` finds that there is nothing to say of it. */
export async function getMailedWork(
  { pool, clock }: Services,
  { orderItemId, deliveryId = null }: { orderItemId: string; deliveryId?: string | null },
  isNews: (work: MailedWork) => boolean,
): Promise<MailedWork> {
  const [work] = await select(pool, orderItemId, deliveryId, clock.now());
  if (!work || !isNews(work)) throw new MailRefused("There is no news of this service");
  return work;
}

const select = statement("work_orders_mail")<
  MailedWork,
  [orderItemId: string, deliveryId: string | null, now: Date]
>(`
  select w.owner_id as "ownerId", o.id, ${orderNumber("o")} as number, c.email, o.customer_name as "customerName",
         o.payment_intent_id as "paymentIntentId",
         exists (select from ${openAccess("$3")} a where a.order_item_id = w.order_item_id) as "isOpen",
         w.state, w.due_at as "dueAt", ${sellerOf("s")} as seller, p.title, d.number as "deliveryNumber",
         case when o.total_cents > 0 or o.address_proven then coalesce(d.message, '') else '' end as message,
         (select count(*)::int from work_files f where f.delivery_id = d.id) as "fileCount"
    from work_orders w
    join order_items i on i.id = w.order_item_id
    join orders o on o.id = i.order_id
    join customers c on c.id = o.customer_id
    join products p on p.id = w.product_id
    join users s on s.id = w.owner_id
    left join work_deliveries d on d.order_item_id = w.order_item_id and d.id = $2
   where w.order_item_id = $1`);
