import { longDayText } from "#contract/dates.ts";
import type { Reminder } from "#server/features/memberships/remind-members.ts";
import { titleInSubject, titleInText } from "#server/mail/hostile-words.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { callToAction, note, paragraph } from "#server/mail/layout/mail-parts.ts";
import { formatMoney } from "#server/mail/layout/money.ts";
import { onBehalfOf } from "#server/mail/layout/seller.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";
import { cardName, membershipLink } from "./membership-bill.ts";
import { getMembershipStanding, type MembershipStanding, priceOf } from "./membership-standing.ts";

/** What is going to be charged and when, with the way to change or end it before. */
export async function renderMembershipReminder(
  { pool, config, secret, clock }: Services,
  { subscriptionId, reminder }: { subscriptionId: string; reminder: Reminder },
): Promise<RenderedMail> {
  const membership = await getMembershipStanding(pool, subscriptionId, clock.now());
  const { status, cancelAtPeriodEnd } = membership;
  if (cancelAtPeriodEnd || (status !== "active" && status !== "paused"))
    throw new MailRefused("Nothing more is charged for this membership");
  const words = wordsOf(reminder, membership);
  const link = membershipLink(config.publicUrl, secret, membership);
  const { creator, from } = onBehalfOf(membership.seller);
  const about = `${titleInText(membership.title)}, ${priceOf(membership)}`;
  const action = reminder === "CARD" ? "Change the card" : "Manage or cancel";
  const footer = `You get this mail because you are a member of ${creator} on Openstall. Order ${membership.order.number}`;
  return {
    subject: `${words.subject}: ${titleInSubject(membership.title)}`,
    ...from,
    text: [about, "", ...words.text, "", `${action}:`, link, "", footer].join("\n"),
    html: await mailPage({
      preview: words.text.join(" "),
      eyebrow: creator,
      title: words.title,
      children: [note(about), ...words.text.map((line) => paragraph(line)), callToAction(link, action)],
      footer,
    }),
  };
}

function wordsOf(
  reminder: Reminder,
  membership: MembershipStanding,
): { title: string; subject: string; text: string[] } {
  const { paidUntil, pausedUntil, seller, priceCents, currency } = membership;
  const next = pausedUntil ?? paidUntil;
  const on = next ? ` on ${longDayText(next, seller.zone)}` : "";
  const price = formatMoney(priceCents, currency);
  const card = cardName(membership);
  if (reminder === "RENEWAL")
    return {
      title: "Your membership renews soon",
      subject: "Renews soon",
      text: [
        `${price} will be charged to ${card}${on}, for another year.`,
        "If you do not want that, cancel before then: one press, and everything stays open until that day.",
      ],
    };
  if (reminder === "YEAR")
    return {
      title: "A year of your membership",
      subject: "Your membership",
      text: [
        `You have been paying ${price} a month, and go on doing so until you cancel. The next payment to ${card} is due${on}.`,
        "You can change the card, pause or cancel at any time.",
      ],
    };
  return {
    title: "Your card expires soon",
    subject: "Your card expires soon",
    text: [
      `${sentence(card)} is about to expire. The next payment of ${price} is due${on}.`,
      "With another card your membership goes on without a break. Nothing is charged when you change it.",
    ],
  };
}

const sentence = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase());
