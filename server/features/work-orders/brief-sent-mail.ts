import { longDayText } from "#contract/dates.ts";
import { isPlainName, titleInSubject, titleInText } from "#server/mail/hostile-words.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { callToAction, paragraph } from "#server/mail/layout/mail-parts.ts";
import { ourMasthead } from "#server/mail/layout/masthead.ts";
import { singleLine } from "#server/mail/mail-headers.ts";
import type { RenderedMail } from "#server/mail/mailer.ts";
import { deskLinks } from "#server/mail/layout/desk-links.ts";
import type { Services } from "#server/services.ts";
import { getMailedWork } from "./mailed-work.ts";

/** To the creator: a brief is there. What it says stands on their desk alone. Refused once it is delivered, or not open. */
export async function renderBriefSent(
  services: Services,
  data: { orderItemId: string },
): Promise<RenderedMail> {
  const work = await getMailedWork(services, data, ({ state, isOpen }) => state === "TO_DO" && isOpen);
  const who = isPlainName(work.customerName) ? singleLine(work.customerName) : "A buyer";
  const words = [
    `${who} has sent the brief for ${titleInText(work.title)}.`,
    ...(work.dueAt ? [`You promise to deliver it by ${longDayText(work.dueAt, work.seller.zone)}.`] : []),
  ];
  const link = (await deskLinks(services, work.ownerId))("/admin?tab=customers&view=services");
  const label = "Open what is to deliver";
  const footer = "You get this mail because you sell on Openstall.";
  return {
    subject: `A brief is there: ${titleInSubject(work.title)}`,
    text: [...words, "", `${label}:`, link, "", footer].join("\n"),
    html: await mailPage({
      preview: words.join(" "),
      masthead: ourMasthead,
      title: "A brief is there",
      children: [...words.map((text) => paragraph(text)), callToAction(link, label)],
      footer,
    }),
  };
}
