import { orderNumber } from "#server/database/order-number.ts";
import { statement } from "#server/database/statement.ts";
import { titleInSubject, titleInText } from "#server/mail/hostile-words.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { callToAction, note, paragraph } from "#server/mail/layout/mail-parts.ts";
import { receiptLink } from "./receipt-link.ts";
import { onBehalfOf, sellerOf, type Seller } from "#server/mail/layout/seller.ts";

/** To the buyer: their parcel is on its way. */
export async function renderShipped(
  { pool, config, secret }: Services,
  { orderItemId }: { orderItemId: string },
): Promise<RenderedMail> {
  const [line] = await selectShippedLine(pool, orderItemId);
  if (!line) throw new MailRefused("This line has not been shipped");
  const { creator, shop, masthead, from } = onBehalfOf(line.seller, config);
  const title = titleInText(line.title);
  const opening = `${creator} has shipped ${title}.`;
  const order = receiptLink(config.publicUrl, secret, line);
  const footer = `You get this mail because you ordered from ${shop}. Order ${line.number}`;
  return {
    subject: `On its way: ${titleInSubject(line.title)}`,
    ...from,
    text: [
      opening,
      ...(line.trackingUrl ? ["", "Follow your parcel:", line.trackingUrl] : []),
      "",
      "View your order:",
      order,
      "",
      footer,
    ].join("\n"),
    html: await mailPage({
      preview: opening,
      masthead,
      title: "Your parcel is on its way",
      children: [
        paragraph(opening),
        ...(line.trackingUrl ? [note(`Follow your parcel: ${line.trackingUrl}`)] : []),
        callToAction(order, "View your order"),
      ],
      footer,
    }),
  };
}

const selectShippedLine = statement("orders_mail_shipped_line")<
  {
    id: string;
    number: number | null;
    email: string;
    paymentIntentId: string | null;
    seller: Seller;
    title: string;
    trackingUrl: string | null;
  },
  [orderItemId: string]
>(`select o.id, ${orderNumber("o")} as number, c.email, o.payment_intent_id as "paymentIntentId", p.title,
           -- To an address that anybody may have typed the creator's link does not go: the order's page has it.
           case when o.total_cents > 0 or o.address_proven then i.tracking_url end as "trackingUrl",
           ${sellerOf("u")} as seller
      from order_items i join orders o on o.id = i.order_id join customers c on c.id = o.customer_id
      join users u on u.id = o.owner_id join products p on p.id = i.product_id
     where i.id = $1 and i.shipped_at is not null`);
