import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { planPath } from "#contract/plans/plan-path.ts";
import { findReturn, forgetReturn } from "#web/layout/plan-way.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { MembershipCard } from "./membership-card.tsx";
import { membershipsQuery, type Proof } from "./use-membership.ts";

type Props = Proof & {
  /** Whose order it is. */
  email: string;
};

/** 'Your membership' of one order; nothing where it has none. */
export function MembershipCards({ orderId, token, email }: Props) {
  const proof = { orderId, token };
  const { data: memberships = [] } = useQuery(membershipsQuery(proof));
  return memberships.map((membership) => (
    <div key={membership.id} className="grid gap-4">
      {membership.isPlan && <PlanWay />}
      <MembershipCard membership={membership} proof={proof} email={email} />
    </div>
  ));
}

/** From a plan's order to what it was bought for. */
function PlanWay() {
  const [path] = useState(findReturn);
  return (
    <div className="flex flex-wrap gap-2">
      {path && (
        <LinkButton href={path} onClick={forgetReturn}>
          Go on where you were
        </LinkButton>
      )}
      <LinkButton href={planPath} variant={path ? "outline" : "primary"}>
        Your plan in Settings
      </LinkButton>
    </div>
  );
}
