import { orderNumber } from "#server/database/order-number.ts";
import { statement } from "#server/database/statement.ts";
import { fileNameInText, titleInSubject, titleInText } from "#server/mail/hostile-words.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { callToAction, note, paragraph } from "#server/mail/layout/mail-parts.ts";
import { receiptLink } from "#server/features/orders/mails/receipt-link.ts";
import { onBehalfOf, sellerOf, type Seller } from "#server/mail/layout/seller.ts";

/** To the buyer: the file they bought has a new version. Refused where it is no longer the newest, or no longer theirs. */
export async function renderFileVersion(
  { pool, config, secret }: Services,
  { downloadId, uploadId }: { downloadId: string; uploadId: string },
): Promise<RenderedMail> {
  const [bought] = await selectFileVersion(pool, downloadId, uploadId);
  if (!bought) throw new MailRefused("There is no new version for this buyer");
  const { creator, shop, masthead, from } = onBehalfOf(bought.seller, config);
  const title = titleInText(bought.title);
  const opening = `${creator} has uploaded a new version of ${title}, which you bought: ${fileNameInText(bought.fileName)}.`;
  const order = receiptLink(config.publicUrl, secret, bought);
  const linkHint = "The link opens this order in any browser, so keep this mail to yourself.";
  const footer = `You get this mail because you ordered from ${shop}. Order ${bought.number}`;
  return {
    subject: `New version: ${titleInSubject(bought.title)}`,
    ...from,
    text: [opening, "", "Download it from your order:", order, "", linkHint, "", footer].join("\n"),
    html: await mailPage({
      preview: opening,
      masthead,
      title: "Your file has a new version",
      children: [paragraph(opening), callToAction(order, "Go to your download"), note(linkHint)],
      footer,
    }),
  };
}

const selectFileVersion = statement("downloads_mail_file_version")<
  {
    id: string;
    number: number | null;
    email: string;
    paymentIntentId: string | null;
    seller: Seller;
    title: string;
    fileName: string;
  },
  [downloadId: string, uploadId: string]
>(`select o.id, ${orderNumber("o")} as number, c.email, o.payment_intent_id as "paymentIntentId", p.title,
           coalesce(nullif(p.digital_file_name, ''), u.original_name) as "fileName",
           ${sellerOf("s")} as seller
      from digital_downloads d join orders o on o.id = d.order_id join customers c on c.id = d.customer_id
      join products p on p.id = d.product_id join uploads u on u.id = p.digital_file_id join users s on s.id = d.owner_id
     where d.id = $1 and u.id = $2 and d.is_active and c.erased_at is null
       and o.status in ('PAID', 'REFUNDED') and not o.disputed
       and not exists (select from access a where a.order_item_id = d.order_item_id and a.revoked_at is not null)`);
