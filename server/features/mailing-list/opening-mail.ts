import { statement } from "#server/database/statement.ts";
import { isForSale } from "#server/features/catalog/has-content.ts";
import { titleInSubject, titleInText } from "#server/mail/hostile-words.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { callToAction, note, paragraph, textLink } from "#server/mail/layout/mail-parts.ts";
import { onBehalfOf, type Seller, sellerOf } from "#server/mail/layout/seller.ts";
import { unsubscribeWays } from "#server/mail/promotions/unsubscribe-link.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";
import { openingRefused } from "./requeue-openings.ts";

/**
 * To whoever waited for a product: it can be bought now. Refused where it is not (any more), and to who has left the list
 * meanwhile.
 */
export async function renderOpening(
  { pool, config, secret, clock }: Services,
  { waiterId }: { waiterId: string },
): Promise<RenderedMail> {
  const [waited] = await selectOpening(pool, waiterId, clock.now());
  if (!waited) throw new MailRefused(openingRefused);
  const { creator, masthead, from } = onBehalfOf(waited.seller, config);
  const title = titleInText(waited.title);
  const page = new URL(`/u/${waited.seller.handle}/${waited.slug}`, config.publicUrl).href;
  const stop = unsubscribeWays({ config, secret }, waited.subscriberId);
  const words = `You asked to be told: ${title} by ${creator} is open now.`;
  const stopWords = `No more mails from ${creator}`;
  const footer = `You get this mail because you asked ${creator} for mails, and waited for this. It is the only one about its opening.`;
  return {
    subject: `Open now: ${titleInSubject(waited.title)}`,
    ...from,
    headers: {
      "List-Unsubscribe": `<${stop.oneClick}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
    text: [words, "", "Look at it:", page, "", `${stopWords}:`, stop.page, "", footer].join("\n"),
    html: await mailPage({
      preview: words,
      masthead,
      title: "It is open",
      children: [paragraph(words), callToAction(page, "Look at it"), note(textLink(stop.page, stopWords))],
      footer,
    }),
  };
}

const selectOpening = statement("mailing_list_mail_opening")<
  { subscriberId: string; title: string; slug: string; seller: Seller },
  [waiterId: string, now: Date]
>(
  `select b.id as "subscriberId", p.title, p.slug, ${sellerOf("u")} as seller
     from product_waiters w
     join subscribers b on b.id = w.subscriber_id and b.state = 'SUBSCRIBED' and suppression_of(b.owner_id, b.email) is null
     join products p on p.id = w.product_id and ${isForSale("p", "$2")}
     join users u on u.id = p.owner_id
    where w.id = $1`,
);
