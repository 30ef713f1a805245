import { orderNumber } from "#server/database/order-number.ts";
import { longDayText } from "#contract/dates.ts";
import { statement } from "#server/database/statement.ts";
import {
  billsOn,
  leftOfLine,
  requestKeyOf,
} from "#server/features/orders/refund-requests/refund-request-json.ts";
import { inertText, titleInSubject, titleInText } from "#server/mail/hostile-words.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { amounts, callToAction, paragraph } from "#server/mail/layout/mail-parts.ts";
import { formatMoney } from "#server/mail/layout/money.ts";
import { onBehalfOf, sellerOf, type Seller } from "#server/mail/layout/seller.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";
import { receiptLink } from "./receipt-link.ts";

type News = "RECEIVED" | "GRANTED" | "DECLINED";

/** To the buyer: their request for a refund has arrived, was granted, or was declined. */
export async function renderRefundRequest(
  { pool, config, secret }: Services,
  { requestId, news }: { requestId: string; news: News },
): Promise<RenderedMail> {
  const [request] = await selectRequest(pool, requestId, requestKeyOf(requestId));
  if (!request) throw new MailRefused("There is no such refund request");
  const { creator, shop, masthead, from } = onBehalfOf(request.seller, config);
  const amount = formatMoney(request.amountCents, request.currency);
  const day = longDayText(request.answerBy, request.seller.zone);
  const { title, paragraphs } = {
    RECEIVED: {
      title: "Your refund request has arrived",
      paragraphs: [
        request.isGuaranteed
          ? `${creator} guarantees this refund, so it can't be declined. If you received a parcel, send it back: the refund follows when it arrives, and on ${day} at the latest.`
          : request.isPromised
            ? `${creator} has your request and decides on it. You asked in time: without an answer it is granted automatically on ${day}.`
            : `${creator} has your request and decides on it. Expect an answer by ${day}. If you have a question, reply to this email.`,
        ...(request.billsOn
          ? [
              `Once it is granted your membership ends, unless ${creator} keeps it open for you. Until then it goes on: to be sure that it does not renew, cancel it on the order's page.`,
            ]
          : []),
      ],
    },
    GRANTED: {
      title: "Your refund is granted",
      paragraphs: [
        `${request.isGuaranteed ? `Your refund is guaranteed by ${creator}'s refund policy` : "Your request was granted"}: ${amount} goes back to the way you paid. Banks usually show it within 5 to 10 business days. The order's page says how it stands.`,
        ...(request.endsMembership
          ? ["Your membership ends with it, and nothing more is charged."]
          : request.billsOn
            ? ["Your membership goes on. You can cancel it at any time on the order's page."]
            : []),
      ],
    },
    DECLINED: {
      title: "Your refund request was declined",
      paragraphs: [
        `${creator} has declined your request. To talk about it, reply to this mail. Your rights as a consumer stay as they are.`,
      ],
    },
  }[news];
  const said = news !== "RECEIVED" && request.note ? [`${creator} wrote: ${inertText(request.note)}`] : [];
  const words = [...paragraphs, ...said];
  const line = { name: titleInText(request.title), amount };
  const link = receiptLink(config.publicUrl, secret, request);
  const footer = `You get this mail because you asked ${shop} for a refund. Order ${request.number}`;
  return {
    subject: `${title}: ${titleInSubject(request.title)}`,
    ...from,
    text: [
      ...words.flatMap((text) => [text, ""]),
      `${line.name}: ${line.amount}`,
      "",
      "View your order:",
      link,
      "",
      footer,
    ].join("\n"),
    html: await mailPage({
      preview: paragraphs.join(" "),
      masthead,
      title,
      children: [
        ...words.map((text) => paragraph(text)),
        amounts([line]),
        callToAction(link, "View your order"),
      ],
      footer,
    }),
  };
}

const selectRequest = statement("orders_mail_refund_request")<
  {
    id: string;
    number: number | null;
    email: string;
    paymentIntentId: string | null;
    seller: Seller;
    title: string;
    amountCents: number;
    currency: string;
    isPromised: boolean;
    isGuaranteed: boolean;
    billsOn: boolean;
    endsMembership: boolean;
    answerBy: Date;
    note: string;
  },
  [requestId: string, requestKey: string]
>(`select o.id, ${orderNumber("o")} as number, c.email, o.payment_intent_id as "paymentIntentId", ${sellerOf("u", "o.buyer_zone")} as seller, p.title,
          coalesce((select g.amount_cents from refunds g where g.order_item_id = i.id and g.request_key = $2), ${leftOfLine("i")}) as "amountCents",
          o.currency, r.is_promised as "isPromised", r.is_guaranteed as "isGuaranteed", ${billsOn("i")} as "billsOn",
          exists (select from refunds g where g.order_item_id = i.id and g.request_key = $2 and g.ends_membership) as "endsMembership", r.answer_by as "answerBy", r.note
     from refund_requests r join orders o on o.id = r.order_id join customers c on c.id = o.customer_id
     join order_items i on i.id = r.order_item_id join products p on p.id = i.product_id join users u on u.id = o.owner_id
    where r.id = $1`);
