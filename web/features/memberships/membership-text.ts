import { isolated } from "#contract/isolated.ts";
import type { listMemberships } from "#contract/memberships/memberships.ts";
import { longDayText } from "#contract/dates.ts";
import type { Output } from "#web/api.ts";
import type { BadgeTone } from "#web/ui/badge.tsx";
import { formatMoney } from "#web/ui/money.ts";

/** As it travels: moments are ISO text. */
export type Membership = Output<typeof listMemberships>[number];

export const stateBadges: Record<Membership["state"], { tone: BadgeTone; label: string }> = {
  ACTIVE: { tone: "success", label: "Active" },
  ENDING: { tone: "warning", label: "Ends soon" },
  PAUSED: { tone: "info", label: "Paused" },
  PAST_DUE: { tone: "destructive", label: "Payment failed" },
  ENDED: { tone: "neutral", label: "Ended" },
};

export const trialBadge: { tone: BadgeTone; label: string } = { tone: "info", label: "Free trial" };

/** `$9.00 / month` */
export const priceText = ({ priceCents, currency, billingInterval }: Membership): string =>
  `${formatMoney(priceCents, currency)} / ${billingInterval === "YEAR" ? "year" : "month"}`;

type Named = { billingInterval: "MONTH" | "YEAR"; title?: string | null };

/** `yearly`, as it is named beside the other; a plan of this site by its title. */
export const planName = ({ billingInterval, title }: Named): string =>
  title ?? (billingInterval === "YEAR" ? "yearly" : "monthly");

/** What the next payment is. */
export function nextPriceCents({ nextPlan, newPrice, nextPaymentAt, priceCents }: Membership): number {
  if (newPrice && newPrice.startsAt === nextPaymentAt) return newPrice.priceCents;
  return nextPlan?.priceCents ?? priceCents;
}

/** `From 3 January 2027: $12.00 a month`; undefined where its member was told of no other price. */
export function newPriceText({ newPrice, currency, billingInterval }: Membership, zone: string) {
  if (!newPrice) return undefined;
  const price = formatMoney(newPrice.priceCents, currency);
  return `From ${longDayText(newPrice.startsAt, zone)}: ${price} a ${billingInterval === "YEAR" ? "year" : "month"}`;
}

/** How it stands, and what happens next by itself. */
export function stateText(membership: Membership, zone: string): string {
  const { state, isOpen, openUntil, trialEndsAt, nextPaymentAt, nextPlan, currency } = membership;
  const until = openUntil ? longDayText(openUntil, zone) : "";
  const price = formatMoney(nextPriceCents(membership), currency);
  switch (state) {
    case "ACTIVE":
      if (trialEndsAt) {
        const day = longDayText(trialEndsAt, zone);
        return `Your free trial ends on ${day}: then ${price} is charged. Cancel before and pay nothing.`;
      }
      if (nextPlan?.title)
        return `From ${longDayText(nextPlan.startsAt, zone)} you have ${isolated(nextPlan.title)} for ${price} a month. Until then nothing changes, and nothing is charged.`;
      if (nextPlan)
        return `From ${longDayText(nextPlan.startsAt, zone)} you pay ${price} a ${nextPlan.billingInterval === "YEAR" ? "year" : "month"}. Nothing is charged before.`;
      return (
        (isOpen ? "" : "It is closed at the moment. ") +
        (nextPaymentAt ? `Your next payment of ${price} is on ${longDayText(nextPaymentAt, zone)}.` : "")
      );
    case "ENDING":
      if (trialEndsAt)
        return `You cancelled your free trial. Everything stays open until ${until}, and nothing is charged.`;
      return isOpen
        ? `You cancelled. Everything stays open until ${until}, and nothing more is charged.`
        : "You cancelled. It is closed, and nothing more is charged.";
    case "PAUSED": {
      const back = nextPaymentAt
        ? ` It goes on by itself on ${longDayText(nextPaymentAt, zone)} for ${price}.`
        : "";
      return (
        (isOpen ? `Everything stays open until ${until}, then it rests.` : "Your membership rests.") + back
      );
    }
    case "PAST_DUE":
      return isOpen
        ? `Everything stays open until ${until}. Pay with another card to keep it.`
        : "Your membership is closed until the payment goes through.";
    case "ENDED":
      return isOpen
        ? `Your membership has ended. What you paid for stays open until ${until}.`
        : "Your membership has ended. Nothing more is charged.";
  }
}

/** `Visa ending in 4242` */
export const cardText = ({ brand, last4 }: { brand: string; last4: string }): string =>
  `${brand.replace(/^./, (letter) => letter.toUpperCase())} ending in ${last4}`;
