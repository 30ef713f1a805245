import { orderNumber } from "#server/database/order-number.ts";
import { statement } from "#server/database/statement.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";
import { creatorNotice } from "#server/mail/layout/creator-notice.ts";
import { formatMoney } from "#server/mail/layout/money.ts";

/** To the creator: a buyer's bank disputes a payment, asks about it, or warns of fraud. */
export async function renderDispute(
  services: Services,
  { disputeId }: { disputeId: string },
): Promise<RenderedMail> {
  const [dispute] = await selectDispute(services.pool, disputeId);
  if (!dispute) throw new MailRefused("There is no such dispute");
  const { isInquiry, reason } = dispute;
  const isWarning = reason === "early_fraud_warning";
  return creatorNotice(services, {
    ownerId: dispute.ownerId,
    title: isWarning
      ? "A bank warns of fraud"
      : isInquiry
        ? "A bank asks about a payment"
        : "A payment is disputed",
    paragraphs: isWarning
      ? [
          "The card's bank suspects that this payment was made without its owner. It often becomes a dispute; a refund now prevents it.",
        ]
      : isInquiry
        ? [
            "The buyer's bank asks about this payment. Nothing has been taken. Answer it in your payment provider's dashboard, or refund the order.",
          ]
        : [
            "The buyer's bank has taken the money back until the dispute is decided. Send your evidence in your payment provider's dashboard.",
            "Meanwhile the buyer's access and any affiliate commission of this order rest. They come back if you win.",
          ],
    facts: [
      { name: "Amount", amount: formatMoney(dispute.amountCents, dispute.currency) },
      { name: "Reason", amount: reason.replaceAll("_", " ") },
      { name: "Buyer", amount: dispute.email },
    ],
    orderId: dispute.orderId,
    orderNumber: dispute.orderNumber,
  });
}

const selectDispute = statement("orders_mail_dispute")<
  {
    ownerId: string;
    orderId: string;
    orderNumber: number | null;
    reason: string;
    isInquiry: boolean;
    amountCents: number;
    currency: string;
    email: string;
  },
  [disputeId: string]
>(`select o.owner_id as "ownerId", d.order_id as "orderId", ${orderNumber("o")} as "orderNumber", d.reason, d.is_inquiry as "isInquiry", d.amount_cents as "amountCents", o.currency, c.email
      from disputes d join orders o on o.id = d.order_id join customers c on c.id = o.customer_id
     where d.id = $1`);
