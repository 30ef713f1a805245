import { longDayText } from "#contract/dates.ts";
import type { Reminder } from "#server/features/memberships/remind-members.ts";
import { formatMoney } from "#server/mail/layout/money.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";
import { cardName } from "./membership-bill.ts";
import { membershipMail, type MembershipWords } from "./membership-mail.ts";
import {
  afterwards,
  getMembershipStanding,
  type MembershipStanding,
  priceOf,
} from "./membership-standing.ts";

/** What is going to be charged and when, with the way to change or end it before. */
export async function renderMembershipReminder(
  services: Services,
  { subscriptionId, reminder }: { subscriptionId: string; reminder: Reminder },
): Promise<RenderedMail> {
  const membership = await getMembershipStanding(services.pool, subscriptionId, services.clock.now());
  const { status, cancelAtPeriodEnd } = membership;
  if (cancelAtPeriodEnd || (status !== "active" && status !== "paused" && status !== "trialing"))
    throw new MailRefused("Nothing more is charged for this membership");
  return membershipMail(services, membership, reminderWordsOf(reminder, membership));
}

/** What is said of a membership; it says when and how much by itself. */
export function reminderWordsOf(reminder: Reminder, membership: MembershipStanding): MembershipWords {
  const { paidUntil, pausedUntil, seller } = membership;
  const { priceCents, currency, billingInterval } = afterwards(membership);
  const next = pausedUntil ?? paidUntil;
  const on = next ? ` on ${longDayText(next, seller.zone)}` : "";
  const price = formatMoney(priceCents, currency);
  const card = cardName(membership);
  if (reminder === "TRIAL")
    return {
      title: "Your free trial ends soon",
      subject: "Your free trial ends soon",
      action: "Manage or cancel",
      text: [
        `Your free trial ends${on}. Then ${priceOf(membership)} is charged to ${card}, until you cancel.`,
        "If you do not want that, cancel before then: one press, you pay nothing, and everything stays open until that day.",
      ],
    };
  if (reminder === "PRICE")
    return {
      title: "Your new price begins soon",
      subject: "New price soon",
      action: "Manage or cancel",
      text: [
        `As we told you, ${price} will be charged to ${card}${on} instead of ${formatMoney(membership.priceCents, currency)}, and then every month.`,
        "If you do not want that, cancel before then: one press, and everything stays open until that day.",
      ],
    };
  if (reminder === "RENEWAL")
    return {
      title: "Your membership renews soon",
      subject: "Renews soon",
      ownWords: membership.renewalWords,
      action: "Manage or cancel",
      text: [
        billingInterval === "YEAR"
          ? `${price} will be charged to ${card}${on}, for another year${insteadOf(membership)}.`
          : `Your year ends. As you chose, ${price} will be charged to ${card}${on}, and then every month.`,
        "If you do not want that, cancel before then: one press, and everything stays open until that day.",
      ],
    };
  if (reminder === "YEAR")
    return {
      title: "A year of your membership",
      subject: "Your membership",
      action: "Manage or cancel",
      text: [
        `You have been paying ${formatMoney(membership.priceCents, currency)} a month, and go on as a member until you cancel. The next payment of ${price} to ${card} is due${on}.`,
        "You can change the card, pause or cancel at any time.",
      ],
    };
  return {
    title: "Your card expires soon",
    subject: "Your card expires soon",
    action: "Change the card",
    text: [
      `${sentence(card)} is about to expire. The next payment of ${price} is due${on}.`,
      "With another card your membership goes on without a break. Nothing is charged when you change it.",
    ],
  };
}

const insteadOf = ({ nextPlan, priceCents, currency }: MembershipStanding): string =>
  nextPlan ? ` instead of ${formatMoney(priceCents, currency)}` : "";

const sentence = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase());
