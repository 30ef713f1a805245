import { orderNumber } from "#server/database/order-number.ts";
import { longDayText } from "#contract/dates.ts";
import { creatorZone } from "#server/database/creator-zone.ts";
import { statement } from "#server/database/statement.ts";
import {
  billsOn,
  leftOfLine,
  requestKeyOf,
} from "#server/features/orders/refund-requests/refund-request-json.ts";
import { creatorNotice } from "#server/mail/layout/creator-notice.ts";
import { formatMoney } from "#server/mail/layout/money.ts";
import { inertText, titleInText } from "#server/mail/hostile-words.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";

/** To the creator: a buyer asks for a refund, or the refund policy has granted one. */
export async function renderRefundRequested(
  services: Services,
  { requestId }: { requestId: string },
): Promise<RenderedMail> {
  const [request] = await selectRequest(services.pool, requestId, requestKeyOf(requestId));
  if (!request) throw new MailRefused("There is no such refund request that waits");
  const isGranted = request.status === "GRANTED";
  const day = longDayText(request.answerBy, request.zone);
  return creatorNotice(services, {
    ownerId: request.ownerId,
    title: isGranted ? "A refund was granted automatically" : "A buyer asks for a refund",
    paragraphs: [
      isGranted
        ? "Your refund policy guarantees refunds within its days, so this one was granted and refunded automatically. You don't have to do anything."
        : request.isGuaranteed
          ? `Your refund policy guarantees this refund, so it can't be declined. Grant it on the order's page, for a parcel once it's back. Otherwise it is granted automatically on ${day}.`
          : request.isPromised
            ? `You decide: grant or decline it on the order's page. The buyer asked in time, so without an answer it is granted automatically on ${day}.`
            : `You decide: grant or decline it on the order's page. The buyer expects your answer by ${day}.`,
      ...(request.billsOn && !isGranted
        ? ["Granting it ends the membership, too, unless you choose otherwise."]
        : []),
      ...(request.message ? [`They wrote: ${inertText(request.message)}`] : []),
    ],
    facts: [
      { name: titleInText(request.title), amount: formatMoney(request.amountCents, request.currency) },
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
    billsOn: boolean;
    currency: string;
    email: string;
    message: string;
    status: string;
    amountCents: number;
    isPromised: boolean;
    isGuaranteed: boolean;
    answerBy: Date;
    zone: string;
  },
  [requestId: string, requestKey: string]
>(`select o.owner_id as "ownerId", r.order_id as "orderId", ${orderNumber("o")} as "orderNumber", p.title, r.status,
          coalesce((select g.amount_cents from refunds g where g.order_item_id = i.id and g.request_key = $2), ${leftOfLine("i")}) as "amountCents", ${billsOn("i")} as "billsOn", o.currency, c.email, r.message,
          r.is_promised as "isPromised", r.is_guaranteed as "isGuaranteed", r.answer_by as "answerBy", ${creatorZone("u")} as zone
     from refund_requests r join orders o on o.id = r.order_id join customers c on c.id = o.customer_id
     join order_items i on i.id = r.order_item_id join products p on p.id = i.product_id join users u on u.id = o.owner_id
    where r.id = $1 and (r.status = 'REQUESTED' or r.status = 'GRANTED' and r.is_guaranteed)`);
