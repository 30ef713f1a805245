import { orderNumber } from "#server/database/order-number.ts";
import { statement } from "#server/database/statement.ts";
import { inertLine } from "#server/mail/hostile-words.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";
import { creatorNotice } from "#server/mail/layout/creator-notice.ts";
import { formatMoney } from "#server/mail/layout/money.ts";

/** To the creator: the buyer's bank sent a refund back. */
export async function renderRefundFailed(
  services: Services,
  { refundId }: { refundId: string },
): Promise<RenderedMail> {
  const [refund] = await selectFailedRefund(services.pool, refundId);
  if (!refund) throw new MailRefused("There is no such failed refund");
  return creatorNotice(services, {
    ownerId: refund.ownerId,
    title: "A refund has failed",
    paragraphs: [
      `The buyer's bank sent a refund back. ${inertLine(refund.failure ?? "")}`.trim(),
      "The money is with you again, and what the buyer had lost access to is open again. Refund once more, or agree on another way with them.",
    ],
    facts: [
      { name: refund.title, amount: formatMoney(refund.amountCents, refund.currency) },
      { name: "Buyer", amount: refund.email },
    ],
    orderId: refund.orderId,
    orderNumber: refund.orderNumber,
  });
}

const selectFailedRefund = statement("orders_mail_failed_refund")<
  {
    ownerId: string;
    orderId: string;
    orderNumber: number | null;
    title: string;
    amountCents: number;
    currency: string;
    email: string;
    failure: string | null;
  },
  [refundId: string]
>(`select o.owner_id as "ownerId", r.order_id as "orderId", ${orderNumber("o")} as "orderNumber", p.title, r.amount_cents as "amountCents", o.currency, c.email, r.failure
      from refunds r join orders o on o.id = r.order_id join customers c on c.id = o.customer_id
      join order_items i on i.id = r.order_item_id join products p on p.id = i.product_id
     where r.id = $1 and r.status = 'FAILED'`);
