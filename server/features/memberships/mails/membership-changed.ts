import { longDayText } from "#contract/dates.ts";
import { formatMoney } from "#server/mail/layout/money.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import { storeName } from "#server/mail/sender-name.ts";
import type { Services } from "#server/services.ts";
import type { MemberNews } from "#server/features/memberships/member-news.ts";
import { membershipMail, type MembershipWords } from "./membership-mail.ts";
import {
  afterwards,
  getMembershipStanding,
  type MembershipStanding,
  priceOf,
} from "./membership-standing.ts";

/** What has changed, what is charged and what stays open now, and the way back. */
export async function renderMembershipChanged(
  services: Services,
  { subscriptionId, news }: { subscriptionId: string; news: MemberNews },
): Promise<RenderedMail> {
  const membership = await getMembershipStanding(services.pool, subscriptionId, services.clock.now());
  if (!isStill(news, membership)) throw new MailRefused("The membership has changed again meanwhile");
  return membershipMail(services, membership, wordsOf(news, membership));
}

/** Who changed their mind before the mail left hears of what they did last only. */
function isStill(news: MemberNews, membership: MembershipStanding): boolean {
  const { status, cancelAtPeriodEnd, nextPlan, billingInterval } = membership;
  const ended = status === "canceled" || status === "unpaid" || status.startsWith("incomplete");
  if (news === "ENDED") return ended;
  if (news === "CANCELLED") return cancelAtPeriodEnd && !ended;
  if (ended || cancelAtPeriodEnd) return false;
  const moves =
    nextPlan !== null && (nextPlan.billingInterval !== billingInterval || nextPlan.title !== null);
  if (news === "MOVE_PLANNED") return moves;
  if (news === "MOVE_UNDONE") return !moves;
  return news === "PAUSED" ? status === "paused" : news === "KEPT" || news === "MOVED" || status !== "paused";
}

type Heading = Pick<MembershipWords, "title" | "subject">;

/** Plans are told apart by their names, which end the subject, and what else there is by how often it is paid. */
const named = (
  { isPlan }: MembershipStanding,
  { otherwise, ...plan }: Heading & { otherwise: Heading },
): Heading => (isPlan ? plan : otherwise);

function wordsOf(news: MemberNews, membership: MembershipStanding): MembershipWords {
  const { paidUntil, pausedUntil, isOpen, seller } = membership;
  const next = afterwards(membership);
  const price = formatMoney(next.priceCents, next.currency);
  const until = paidUntil && isOpen ? longDayText(paidUntil, seller.zone) : undefined;
  const back = pausedUntil ? longDayText(pausedUntil, seller.zone) : undefined;
  const dueAt = pausedUntil ?? paidUntil;
  const due = dueAt ? ` on ${longDayText(dueAt, seller.zone)}` : "";
  const inTrial = membership.status === "trialing";
  const stays = until
    ? `Everything${inTrial ? "" : " you paid for"} stays open until ${until}.`
    : "It is closed from now on.";
  if (membership.isSellerGone && (news === "CANCELLED" || news === "ENDED"))
    return {
      title: until ? "Your membership will end" : "Your membership has ended",
      subject: until ? "Ending" : "Ended",
      action: "View your membership",
      text: [
        `${storeName(seller)} has closed their store.`,
        inTrial ? "Nothing was charged, and nothing will be." : "Nothing more will be charged.",
        stays,
      ],
    };
  if (membership.isSellerSuspended && (news === "PAUSED" || news === "CANCELLED"))
    return {
      title: "Your membership rests",
      subject: "Nothing is charged",
      action: "View your membership",
      text: [
        `The store of ${storeName(seller)} is suspended.`,
        "Nothing is charged until that is over. Then it goes on, and you are told.",
        until ? stays : "Until then it is closed.",
        "You can cancel it at any time.",
      ],
    };
  switch (news) {
    case "CANCELLED":
      return {
        title: "Your membership is cancelled",
        subject: "Cancelled",
        action: "Keep my membership",
        text: [
          inTrial ? "Nothing was charged, and nothing will be." : "Nothing more will be charged.",
          stays,
          "Before then, one press brings it back as it was.",
        ],
      };
    case "KEPT":
      return {
        title: "Your membership goes on",
        subject: "Kept",
        action: "Manage your membership",
        text: [
          `It is not cancelled any more. The ${inTrial ? "first" : "next"} payment of ${price} is due${due}.`,
          `You can change the card${inTrial ? "" : ", pause"} or cancel before then.`,
        ],
      };
    case "PAUSED":
      return {
        title: "Your membership is paused",
        subject: "Paused",
        action: "Resume or cancel",
        text: [
          until ? `${stays} Then it rests.` : "It rests from now on.",
          back
            ? `It goes on by itself on ${back} for ${price}. Nothing is charged before.`
            : "Nothing is charged until you resume it.",
        ],
      };
    case "RESUMED":
      return {
        title: "Your membership goes on",
        subject: "Resumed",
        action: "Manage your membership",
        text: [
          `The pause is over. The next payment of ${price} is due${due}.`,
          "You can change the card, pause or cancel before then.",
        ],
      };
    case "MOVED":
      return {
        ...named(membership, {
          title: `Your plan is now ${membership.title}`,
          subject: "Your new plan",
          otherwise: {
            title: `You now pay by the ${membership.billingInterval === "YEAR" ? "year" : "month"}`,
            subject: membership.billingInterval === "YEAR" ? "Now yearly" : "Now monthly",
          },
        }),
        action: "Manage your membership",
        text: [
          `Your membership costs ${priceOf(membership)} from now on. The next payment of ${price} is due${due}.`,
          "It goes on until you cancel. You can change the card, pause or cancel at any time.",
        ],
      };
    case "MOVE_PLANNED":
      return {
        ...named(membership, {
          title: `Your plan will be ${next.title}`,
          subject: `${next.title} soon`,
          otherwise: {
            title: `You will pay by the ${next.billingInterval === "YEAR" ? "year" : "month"}`,
            subject: next.billingInterval === "YEAR" ? "Yearly soon" : "Monthly soon",
          },
        }),
        action: "Manage your membership",
        text: [
          `${dueAt ? `From ${longDayText(dueAt, seller.zone)}` : "From your next payment on"} you pay ${priceOf(next)}, until you cancel. Nothing is charged before.`,
          "You can take this back until then. Everything you paid for stays as it is.",
        ],
      };
    case "MOVE_UNDONE":
      return {
        ...named(membership, {
          title: `You stay with ${membership.title}`,
          subject: "Plan kept",
          otherwise: {
            title: `You go on paying by the ${membership.billingInterval === "YEAR" ? "year" : "month"}`,
            subject: membership.billingInterval === "YEAR" ? "Still yearly" : "Still monthly",
          },
        }),
        action: "Manage your membership",
        text: [
          `You took the change back. Your membership costs ${priceOf(membership)}, and the next payment is due${due}.`,
          "You can change the card, pause or cancel before then.",
        ],
      };
    case "ENDED":
      return {
        title: "Your membership has ended",
        subject: "Ended",
        action: "View your membership",
        text: ["Nothing more will be charged.", stays, "You can join again at any time."],
      };
  }
}
