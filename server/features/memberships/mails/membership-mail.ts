import { titleInSubject, titleInText } from "#server/mail/hostile-words.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { callToAction, note, paragraph, paragraphs } from "#server/mail/layout/mail-parts.ts";
import { onBehalfOf } from "#server/mail/layout/seller.ts";
import type { RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";
import { membershipLink } from "./membership-bill.ts";
import { type MembershipStanding, priceOf } from "./membership-standing.ts";

export type MembershipWords = {
  /** Before the product's title. */
  subject: string;
  title: string;
  text: string[];
  /** Of its creator, above. */
  ownWords?: string | null;
  /** What the link to the membership is for. */
  action: string;
};

/** A mail that says a few sentences about a membership and leads to it. */
export const membershipMail = (
  { config, secret }: Pick<Services, "config" | "secret">,
  membership: MembershipStanding,
  words: MembershipWords,
): Promise<RenderedMail> =>
  membershipMailWith(config, membership, words, membershipLink(config.publicUrl, secret, membership));

/** The same with another link, for a preview of it. */
export async function membershipMailWith(
  config: Services["config"],
  membership: MembershipStanding,
  { subject, title, text, action, ownWords }: MembershipWords,
  link: string,
): Promise<RenderedMail> {
  const { shop, masthead, from } = onBehalfOf(membership.seller, config);
  const about = `${titleInText(membership.title)}, ${priceOf(membership)}`;
  const footer = `You get this mail because you are a member of ${shop}. Order ${membership.order.number}`;
  return {
    subject: `${subject}: ${titleInSubject(membership.title)}`,
    ...from,
    text: [about, "", ...(ownWords ? [ownWords, ""] : []), ...text, "", `${action}:`, link, "", footer].join(
      "\n",
    ),
    html: await mailPage({
      preview: text.join(" "),
      masthead,
      title,
      children: [
        note(about),
        ...paragraphs(ownWords ?? ""),
        ...text.map((line) => paragraph(line)),
        callToAction(link, action),
      ],
      footer,
    }),
  };
}
