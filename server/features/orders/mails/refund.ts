import { orderNumber } from "#server/database/order-number.ts";
import { inLineOrder } from "#server/database/line-order.ts";
import { statement } from "#server/database/statement.ts";
import { titleInText } from "#server/mail/hostile-words.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { amounts, callToAction, note, paragraph } from "#server/mail/layout/mail-parts.ts";
import { formatMoney } from "#server/mail/layout/money.ts";
import { receiptLink } from "./receipt-link.ts";
import { onBehalfOf, sellerOf, type Seller } from "#server/mail/layout/seller.ts";

type Refunded = {
  id: string;
  number: number;
  email: string;
  paymentIntentId: string | null;
  seller: Seller;
  currency: string;
  lines: { title: string; amountCents: number; lineTotalCents: number }[];
};

/** To the buyer: what was given back, and when to expect it. */
export async function renderRefund(
  { pool, config, secret }: Services,
  { orderId, requestKey }: { orderId: string; requestKey: string },
): Promise<RenderedMail> {
  const [found] = await selectRefund(pool, requestKey, orderId);
  const order = found?.refunded;
  if (!order?.lines) throw new MailRefused("There is no such refund");

  const { currency } = order;
  const { creator, shop, masthead, from } = onBehalfOf(order.seller, config);
  const total = formatMoney(
    order.lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
    currency,
  );
  const lines = [
    ...order.lines.map(({ title, amountCents, lineTotalCents }) => ({
      name: titleInText(title),
      amount: formatMoney(amountCents, currency),
      ...(amountCents < lineTotalCents && { detail: `of ${formatMoney(lineTotalCents, currency)}` }),
    })),
    { name: "Total refunded", amount: total, strong: true },
  ];
  const opening = `${creator} has refunded ${total} to the card you paid with.`;
  const timing = "Banks usually show it within 5 to 10 business days.";
  const link = receiptLink(config.publicUrl, secret, order);
  const footer = `You get this mail because you ordered from ${shop}. Order ${order.number}`;
  return {
    subject: `Your refund from ${creator}: ${total}`,
    ...from,
    text: [
      opening,
      timing,
      "",
      ...lines.map(({ name, amount }) => `${name}: ${amount}`),
      "",
      "View your order:",
      link,
      "",
      footer,
    ].join("\n"),
    html: await mailPage({
      preview: `${opening} ${timing}`,
      masthead,
      title: "Your refund is on its way",
      children: [paragraph(opening), amounts(lines), note(timing), callToAction(link, "View your order")],
      footer,
    }),
  };
}

const selectRefund = statement("orders_mail_refund")<
  { refunded: Refunded },
  [requestKey: string, orderId: string]
>(`select json_build_object(
      'id', o.id, 'number', ${orderNumber("o")}, 'email', c.email, 'paymentIntentId', o.payment_intent_id, 'currency', o.currency,
      'seller', ${sellerOf("u")},
      'lines', (select json_agg(json_build_object('title', p.title, 'amountCents', r.amount_cents, 'lineTotalCents', i.total_price_cents)
                         order by ${inLineOrder("i")})
                  from refunds r join order_items i on i.id = r.order_item_id join products p on p.id = i.product_id
                 where r.order_id = o.id and r.request_key = $1 and r.status = 'SUCCEEDED')) as refunded
    from orders o join customers c on c.id = o.customer_id join users u on u.id = o.owner_id
    where o.id = $2`);
