import { useQuery } from "@tanstack/react-query";
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
    <MembershipCard key={membership.id} membership={membership} proof={proof} email={email} />
  ));
}
