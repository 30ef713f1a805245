import { orderNumber } from "#server/database/order-number.ts";
import { longDayText } from "#contract/dates.ts";
import { creatorZone } from "#server/database/creator-zone.ts";
import { statement } from "#server/database/statement.ts";
import { billsOn, leftOfLine } from "#server/features/orders/refund-requests/refund-request-json.ts";
import { creatorNotice } from "#server/mail/layout/creator-notice.ts";
import { formatMoney } from "#server/mail/layout/money.ts";
import { inertText, titleInText } from "#server/mail/hostile-words.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";

/** To the creator: a buyer asks for their money back. */
export async function renderRefundRequested(
  services: Services,
  { requestId }: { requestId: string },
): Promise<RenderedMail> {
  const [request] = await selectRequest(services.pool, requestId);
  if (!request) throw new MailRefused("There is no such refund request that waits");
  const day = longDayText(request.answerBy, request.zone);
  return creatorNotice(services, {
    ownerId: request.ownerId,
    title: "A buyer asks for a refund",
    paragraphs: [
      request.isPromised
        ? `The request came within the days that your refund policy promised. Grant or decline it on the order's page. Without an answer it is granted by itself on ${day}.`
        : `The request is outside what your refund policy promised, so it is yours to decide. The buyer expects your answer by ${day}.`,
      ...(request.billsOn ? ["Granting it ends the membership, too, unless you choose otherwise."] : []),
      ...(request.message ? [`They wrote: ${inertText(request.message)}`] : []),
    ],
    facts: [
      { name: titleInText(request.title), amount: formatMoney(request.leftCents, request.currency) },
      { name: "Buyer", amount: request.email },
    ],
    orderId: request.orderId,
    orderNumber: request.orderNumber,
  });
}

const selectRequest = statement("orders_mail_refund_requested")<
  {
    ownerId: string;
    orderId: string;
    orderNumber: number | null;
    title: string;
    leftCents: number;
    billsOn: boolean;
    currency: string;
    email: string;
    message: string;
    isPromised: boolean;
    answerBy: Date;
    zone: string;
  },
  [requestId: string]
>(`select o.owner_id as "ownerId", r.order_id as "orderId", ${orderNumber("o")} as "orderNumber", p.title, ${leftOfLine("i")} as "leftCents", ${billsOn("i")} as "billsOn", o.currency, c.email, r.message,
          r.is_promised as "isPromised", r.answer_by as "answerBy", ${creatorZone("u")} as zone
     from refund_requests r join orders o on o.id = r.order_id join customers c on c.id = o.customer_id
     join order_items i on i.id = r.order_item_id join products p on p.id = i.product_id join users u on u.id = o.owner_id
    where r.id = $1 and r.status = 'REQUESTED'`);
