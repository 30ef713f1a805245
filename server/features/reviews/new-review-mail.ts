import { statement } from "#server/database/statement.ts";
import { inertText, isPlainName, titleInSubject, titleInText } from "#server/mail/hostile-words.ts";
import { singleLine } from "#server/mail/mail-headers.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import { deskLinks } from "#server/mail/layout/desk-links.ts";
import type { Services } from "#server/services.ts";
import { ourMasthead } from "#server/mail/layout/masthead.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { callToAction, paragraph } from "#server/mail/layout/mail-parts.ts";

/** To the creator: a buyer has reviewed one of their products. */
export async function renderNewReview(
  services: Services,
  { productId, customerId }: { productId: string; customerId: string },
): Promise<RenderedMail> {
  const [review] = await selectReview(services.pool, productId, customerId);
  if (!review) throw new MailRefused("The review was deleted");
  const stars = review.rating === 1 ? "1 star" : `${review.rating} stars`;
  const product = titleInText(review.title);
  const who = isPlainName(review.name) ? singleLine(review.name) : "A buyer";
  const intro = `${who} gave "${product}" ${stars} of 5${review.text ? ":" : "."}`;
  const said = review.text ? [inertText(review.text)] : [];
  const link = (await deskLinks(services, review.ownerId))("/admin?tab=customers&view=reviews");
  const footer = "You get this mail because you sell on Openstall.";
  return {
    subject: `${stars} for ${titleInSubject(review.title)}`,
    text: [intro, ...said.flatMap((text) => ["", text]), "", "Open your reviews:", link, "", footer].join(
      "\n",
    ),
    html: await mailPage({
      preview: intro,
      masthead: ourMasthead,
      title: "A new review",
      children: [
        paragraph(intro),
        ...said.map((text) => paragraph(text)),
        callToAction(link, "Open your reviews"),
      ],
      footer,
    }),
  };
}

const selectReview = statement("reviews_mail_review")<
  { ownerId: string; rating: number; text: string; name: string; title: string },
  [productId: string, customerId: string]
>(`select p.owner_id as "ownerId", r.rating, r.text, r.author_name as name, p.title
      from reviews r join products p on p.id = r.product_id
     where r.product_id = $1 and r.customer_id = $2`);
