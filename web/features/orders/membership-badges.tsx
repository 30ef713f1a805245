import type { Customer } from "#contract/orders/customers.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";

type State = Customer["memberships"][number]["state"];

/** The memberships that somebody has here, and how each stands; nothing without any. */
export function MembershipBadges({ memberships }: Pick<Customer, "memberships">) {
  if (memberships.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-1.5">
      {memberships.map(({ productTitle, state, movesTo }, index) => (
        <Badge key={index} tone={states[state].tone}>
          {productTitle}: {states[state].label}
          {movesTo && `, then ${movesTo === "YEAR" ? "yearly" : "monthly"}`}
        </Badge>
      ))}
    </span>
  );
}

const states: Record<State, { label: string; tone: BadgeTone }> = {
  ACTIVE: { label: "active", tone: "success" },
  ENDING: { label: "ends with the paid period", tone: "neutral" },
  PAUSED: { label: "paused", tone: "info" },
  PAST_DUE: { label: "payment failed", tone: "warning" },
};
