import { receiptLink } from "#server/features/orders/mails/receipt-link.ts";
import { titleInSubject } from "#server/mail/hostile-words.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { callToAction, note, paragraph } from "#server/mail/layout/mail-parts.ts";
import { onBehalfOf } from "#server/mail/layout/seller.ts";
import type { RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";
import type { MailedWork } from "./mailed-work.ts";

/** A mail to the buyer of a service: a heading, a few sentences, and the way into the order. */
export async function renderBuyerWork(
  { config, secret }: Services,
  work: MailedWork,
  { heading, words, label }: { heading: string; words: (creator: string) => string[]; label: string },
): Promise<RenderedMail> {
  const { creator, shop, masthead, from } = onBehalfOf(work.seller, config);
  const sentences = words(creator);
  const href = receiptLink(config.publicUrl, secret, work);
  const hint = "The link to your order opens it in any browser, so keep this mail to yourself.";
  const footer = `You get this mail because you ordered from ${shop}. Order ${work.number}`;
  return {
    subject: `${heading}: ${titleInSubject(work.title)}`,
    ...from,
    text: [...sentences.flatMap((text) => [text, ""]), `${label}:`, href, "", hint, "", footer].join("\n"),
    html: await mailPage({
      preview: sentences[0] ?? heading,
      masthead,
      title: heading,
      children: [...sentences.map((text) => paragraph(text)), callToAction(href, label), note(hint)],
      footer,
    }),
  };
}
