import { longDayText } from "#contract/dates.ts";
import { formatMoney } from "#server/mail/layout/money.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";
import { membershipMail } from "./membership-mail.ts";
import { getMembershipStanding, type MembershipStanding } from "./membership-standing.ts";

type Data = { subscriptionId: string; refundedCents: number; currency: string };

/** A second membership was bought or tried with this address: what became of the money, and the way to the first one. */
export async function renderAlreadyMember(
  services: Services,
  { subscriptionId, refundedCents, currency }: Data,
): Promise<RenderedMail> {
  const membership = await getMembershipStanding(services.pool, subscriptionId, services.clock.now());
  if (hasEnded(membership) && refundedCents === 0)
    throw new MailRefused("The membership has ended meanwhile");
  const { action, text } = wayOn(membership);
  return membershipMail(services, membership, {
    subject: "You're already a member",
    title: "You're already a member",
    action,
    text: [
      refundedCents > 0
        ? `Someone joined again with this email address. It already has a membership, so we refunded the ${formatMoney(refundedCents, currency)} and canceled the second one. It will never be billed again.`
        : "Someone started a free trial with this email address. It already has a membership, so we didn't start a second one. Nothing was charged.",
      text,
    ],
  });
}

const hasEnded = ({ status }: MembershipStanding): boolean =>
  !["trialing", "active", "paused", "past_due"].includes(status);

/** How the first membership goes on, and what its member can do with it now. */
function wayOn(membership: MembershipStanding): { action: string; text: string } {
  const { status, cancelAtPeriodEnd, paidUntil, seller } = membership;
  const day = paidUntil && longDayText(paidUntil, seller.zone);
  if (hasEnded(membership))
    return { action: "View your membership", text: "Your membership has since ended. You can join again." };
  if (cancelAtPeriodEnd)
    return {
      action: "Keep my membership",
      text: `Your membership ${day ? `is open until ${day} and then ends` : "is about to end"}. Keep it, and nothing is charged before then.`,
    };
  if (status === "paused")
    return { action: "Resume my membership", text: "Your membership is paused. You can resume it anytime." };
  if (status === "past_due")
    return {
      action: "Update my card",
      text: "Your last payment failed. Update your card to keep your membership.",
    };
  return {
    action: "View your membership",
    text: `Your membership goes on as it is${day ? `. The next payment is due on ${day}` : ""}.`,
  };
}
