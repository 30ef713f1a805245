import { CircleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import { Badge } from "#web/ui/badge.tsx";
import { BenefitList } from "#web/ui/benefit-list.tsx";
import { Card } from "#web/ui/card.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { MembershipActions } from "./membership-actions.tsx";
import {
  cardText,
  newPriceText,
  type Membership,
  priceText,
  stateBadges,
  stateText,
  trialBadge,
} from "./membership-text.ts";
import type { Proof } from "./use-membership.ts";
import { useZone } from "#web/ui/dates.ts";

type Props = {
  membership: Membership;
  proof: Proof;
  /** Null where this browser proves no address. */
  email: string | null;
  /** Of its heading; 2 unless told. */
  level?: 2 | 3;
};

/** One membership: how it stands, what is charged when, and all that its member can do about it. */
export function MembershipCard({ membership, proof, email, level = 2 }: Props) {
  const zone = useZone();
  const Heading = level === 2 ? "h2" : "h3";
  const { state, trialEndsAt, product, creatorName, card, failedPayment, currency } = membership;
  const newPrice = newPriceText(membership, zone);
  const badge = state === "ACTIVE" && trialEndsAt ? trialBadge : stateBadges[state];
  const heading = useRef<HTMLHeadingElement>(null);

  // Mails about a payment lead to the card, not to the top of the order.
  useEffect(() => {
    if (!new URLSearchParams(location.search).has("manage")) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "start" });
  }, []);

  return (
    <Card className="grid gap-4 p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Heading ref={heading} tabIndex={-1} className="scroll-mt-4 text-base font-semibold outline-none">
          Your membership
        </Heading>
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </div>
      <div className="grid gap-0.5">
        <p dir="auto" className="text-lg leading-snug font-semibold">
          {product.title}
        </p>
        <p className="text-sm text-muted-foreground">
          by <bdi>{creatorName}</bdi> · {priceText(membership)}
        </p>
      </div>
      {membership.isOpen && <BenefitList benefits={product.benefits} />}
      {failedPayment && (
        <div className="flex gap-3 rounded-xl bg-destructive-soft px-4 py-3 text-sm text-destructive-soft-foreground">
          <CircleAlert className="mt-0.5 size-4.5 shrink-0" aria-hidden="true" />
          <p>
            We could not charge {card ? cardText(card) : "your card"}{" "}
            {formatMoney(failedPayment.amountCents, currency)}.
            {failedPayment.message && <> The bank said: {failedPayment.message}</>}
          </p>
        </div>
      )}
      <div className="grid gap-1 text-sm">
        <p>{stateText(membership, zone)}</p>
        {newPrice && <p className="font-medium">{newPrice}</p>}
      </div>
      {state !== "ENDED" && (
        <dl className="grid gap-0.5 border-t border-border pt-4 text-sm">
          <dt className="text-muted-foreground">Card</dt>
          <dd className="font-medium">{card ? cardText(card) : "None"}</dd>
        </dl>
      )}
      <MembershipActions membership={membership} proof={proof} email={email} />
    </Card>
  );
}
