import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CornerUpLeft } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { MembershipCard } from "#web/features/memberships/membership-card.tsx";
import { membershipsQuery } from "#web/features/memberships/use-membership.ts";
import { currentUserQuery } from "#web/layout/current-user.ts";
import { findReturn, forgetReturn, rememberReturn } from "#web/layout/plan-way.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { PlanCards } from "./plan-cards.tsx";
import { PlanReceipts } from "./plan-receipts.tsx";
import { type MyPlan, planQuery } from "./plan-query.ts";
import { PresentPlan } from "./present-plan.tsx";

const MoveDialog = loadable(
  async () => (await import("#web/features/memberships/move-dialog.tsx")).MoveDialog,
);
const CardDialog = loadable(
  async () => (await import("#web/features/memberships/card-dialog.tsx")).CardDialog,
);

/** Settings, Plan: what the creator has, how much of it is used, what else there is, and what pays for it. */
export function PlanPage({ returnTo }: { returnTo: string | undefined }) {
  const { data, isError, refetch } = useQuery(planQuery);
  useEffect(() => rememberReturn(returnTo), [returnTo]);
  if (!data)
    return isError ? (
      <Button variant="outline" className="justify-self-start" onClick={() => void refetch()}>
        Your plan could not be loaded. Try again
      </Button>
    ) : (
      <>
        <Skeleton className="h-44 w-full rounded-2xl" />
        <Skeleton className="h-96 w-full rounded-2xl" />
      </>
    );
  return (
    <>
      {data.plan !== "STARTER" && <GoOn />}
      <PresentPlan plan={data} />
      {data.membership ? <PaidPlan plan={data} paidBy={data.membership} /> : <PlanCards plan={data} />}
      {data.receipts.length > 0 && <PlanReceipts receipts={data.receipts} />}
    </>
  );
}

/** What was half done when a limit was met, once there is a plan without it. */
function GoOn() {
  const [path] = useState(findReturn);
  if (!path) return null;
  return (
    <Card>
      <CardHeader
        title="Your plan is there"
        description="Go on with what you were doing: what you typed is still in this tab."
      />
      <CardBody>
        <LinkButton href={path} onClick={forgetReturn}>
          <CornerUpLeft aria-hidden="true" className="size-4" />
          Go on where you were
        </LinkButton>
      </CardBody>
    </Card>
  );
}

/** The plans beside the membership that pays for one of them, which can be changed as any other. */
function PaidPlan({ plan, paidBy }: { plan: MyPlan; paidBy: NonNullable<MyPlan["membership"]> }) {
  const proof = { orderId: paidBy.orderId, token: paidBy.proof };
  const { data: memberships } = useQuery(membershipsQuery(proof));
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<"move" | "card">();
  const membership = memberships?.[0];
  const stands = membership && `${membership.product.id} ${membership.state} ${membership.isOpen}`;
  const shown = useRef(stands);
  // What the creator did with it may have changed the plan.
  useEffect(() => {
    const before = shown.current;
    shown.current = stands;
    if (!before || before === stands) return;
    void queryClient.invalidateQueries({ queryKey: planQuery.queryKey });
    void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
  }, [stands, queryClient]);
  const close = () => setAsked(undefined);
  const other = membership?.otherPlan;
  return (
    <>
      <PlanCards plan={plan} {...(other && { onMove: () => setAsked("move") })} />
      {membership ? (
        <MembershipCard membership={membership} proof={proof} email={paidBy.email} />
      ) : (
        <Skeleton className="h-72 w-full rounded-2xl" />
      )}
      {asked === "move" && membership && other && (
        <Suspense>
          <MoveDialog
            membership={membership}
            plan={other}
            proof={proof}
            onChangeCard={() => setAsked("card")}
            onClose={close}
          />
        </Suspense>
      )}
      {asked === "card" && membership && (
        <Suspense>
          <CardDialog membership={membership} proof={proof} email={paidBy.email} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
