import { commonZone, momentText } from "#contract/dates.ts";
import { statement } from "#server/database/statement.ts";
import { receiptLink } from "./receipt-link.ts";
import { titleInText } from "#server/mail/hostile-words.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { amounts, callToAction, paragraph } from "#server/mail/layout/mail-parts.ts";
import { ourMasthead } from "#server/mail/layout/masthead.ts";
import { onBehalfOf, sellerOf, type Seller } from "#server/mail/layout/seller.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";

/**
 * To whom a withdrawal names: what was stated and when, as the law asks, and what follows. Anybody may have typed the
 * address, so that without a proof it says nothing of an order but to send its buyer there.
 */
export async function renderWithdrawal(
  { pool, config, secret }: Services,
  { withdrawalId }: { withdrawalId: string },
): Promise<RenderedMail> {
  const [stated] = await selectWithdrawal(pool, withdrawalId);
  if (!stated) throw new MailRefused("There is no such withdrawal");
  const { seller, isProven, asked } = stated;
  const behalf = seller && isProven ? onBehalfOf(seller, config) : undefined;
  const link = stated.id
    ? receiptLink(config.publicUrl, secret, { ...stated, id: stated.id, email: stated.buyer ?? "" })
    : undefined;
  const title = "Your withdrawal has arrived";
  const paragraphs = isProven
    ? [
        "You have withdrawn from this contract. This email confirms what you stated, and when.",
        asked > 0
          ? "Your money goes back by the way you paid: within three working days for what was delivered online, and within 14 days for what was shipped, once it is back. What you bought closes with that."
          : "Nothing of this order can be withdrawn from any more: its 14 days are over, it is an event with a date, its money has gone back, your bank decides about it, or you asked for digital content at once and agreed that the right ends with it. To talk about it, reply to this email.",
      ]
    : [
        "Somebody stated with this address that they withdraw from a contract. If it was you, your statement counts from the moment below.",
        "To have it carried out, open your order by the link in your receipt and press 'Withdraw from contract here' once more: that shows that the order is yours.",
        "If it was not you, nothing has changed and there is nothing to do.",
      ];
  const facts = [
    { name: "Statement", amount: "I withdraw from my contract" },
    { name: "Name", amount: titleInText(stated.name) },
    { name: "Order number", amount: stated.orderNumber },
    { name: "Date and time", amount: momentText(stated.createdAt, (isProven && seller?.zone) || commonZone) },
  ];
  const where = behalf?.masthead.isPoweredBy === false ? "" : " on Openstall";
  const footer = `You got this email because a withdrawal was stated with your address${where}.`;
  return {
    subject: title,
    ...behalf?.from,
    text: [
      ...paragraphs.flatMap((text) => [text, ""]),
      ...facts.map(({ name, amount }) => `${name}: ${amount}`),
      "",
      ...(link ? ["View your order:", link, ""] : []),
      footer,
    ].join("\n"),
    html: await mailPage({
      preview: paragraphs[0] ?? "",
      masthead: behalf?.masthead ?? ourMasthead,
      title,
      children: [
        ...paragraphs.map((text) => paragraph(text)),
        amounts(facts),
        ...(link ? [callToAction(link, "View your order")] : []),
      ],
      footer,
    }),
  };
}

const selectWithdrawal = statement("orders_mail_withdrawal")<
  {
    id: string | null;
    paymentIntentId: string | null;
    buyer: string | null;
    seller: Seller | null;
    name: string;
    orderNumber: string;
    createdAt: Date;
    isProven: boolean;
    asked: number;
  },
  [withdrawalId: string]
>(`select o.id, o.payment_intent_id as "paymentIntentId", c.email as buyer,
          case when u.id is not null then ${sellerOf("u", "o.buyer_zone")} end as seller,
          w.name, w.order_number as "orderNumber", w.created_at as "createdAt", w.proven_at is not null as "isProven",
          (select count(*)::int from refund_requests r where r.order_id = w.order_id and r.withdrawal_id is not null
              and r.status in ('REQUESTED', 'GRANTED')) as asked
     from withdrawals w
     left join orders o on o.id = w.order_id
     left join customers c on c.id = o.customer_id
     left join users u on u.id = o.owner_id
    where w.id = $1`);
