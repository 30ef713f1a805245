import { isolated } from "#contract/isolated.ts";
import type { Customer } from "#contract/orders/customers.ts";
import { dayText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";

type Membership = Customer["memberships"][number];
/** As it travels: moments are ISO text. */
type Props = { memberships: readonly (Omit<Membership, "trialEndsAt"> & { trialEndsAt: string | null })[] };

/** The memberships that somebody has here, and how each stands; nothing without any. */
export function MembershipBadges({ memberships }: Props) {
  const zone = useZone();
  if (memberships.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-1.5">
      {memberships.map(({ productTitle, state, movesTo, trialEndsAt }, index) => (
        <Badge key={index} tone={states[state].tone} className="max-w-full wrap-anywhere whitespace-normal!">
          {isolated(productTitle)}:{" "}
          {trialEndsAt
            ? `trial until ${dayText(trialEndsAt, zone)}${state === "ENDING" ? ", cancelled" : ""}`
            : states[state].label}
          {movesTo && `, then ${movesTo === "YEAR" ? "yearly" : "monthly"}`}
        </Badge>
      ))}
    </span>
  );
}

const states: Record<Membership["state"], { label: string; tone: BadgeTone }> = {
  TRIAL: { label: "trial", tone: "info" },
  ACTIVE: { label: "active", tone: "success" },
  ENDING: { label: "ends with the paid period", tone: "neutral" },
  PAUSED: { label: "paused", tone: "info" },
  PAST_DUE: { label: "payment failed", tone: "warning" },
};
