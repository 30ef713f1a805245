import { Suspense, useState } from "react";
import { isolated } from "#contract/isolated.ts";
import { planPath } from "#contract/plans/plan-path.ts";
import { Button } from "#web/ui/button.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { type Membership, planName } from "./membership-text.ts";
import { type Act, type Proof, useChangeMembership, useRetryPayment } from "./use-membership.ts";

// Most who look at their membership change nothing, and few change the card, whose form is big.
const MembershipDialogs = loadable(async () => (await import("./membership-dialogs.tsx")).MembershipDialogs);
const MoveDialog = loadable(async () => (await import("./move-dialog.tsx")).MoveDialog);
const CardDialog = loadable(async () => (await import("./card-dialog.tsx")).CardDialog);

type Props = { membership: Membership; proof: Proof; email: string | null };
type Asked = "cancel" | "resume" | "pause" | "card" | "move";

/** What a member can do in the state that their membership is in. */
export function MembershipActions({ membership, proof, email }: Props) {
  const [asked, setAsked] = useState<Asked>();
  const [wasAsked, setWasAsked] = useState(false);
  const change = useChangeMembership(membership, proof);
  const retry = useRetryPayment(membership, proof);
  const { state, trialEndsAt, otherPlan, nextPlan, billingInterval } = membership;
  const close = () => setAsked(undefined);
  const act = (what: Act) => change.mutate(what, { onSettled: close });
  const ask = (what: Asked) => () => {
    setAsked(what);
    setWasAsked(true);
  };

  const cancel = (
    <Button variant="ghost" onClick={ask("cancel")}>
      Cancel membership
    </Button>
  );
  const changeCard = (variant: "primary" | "outline") => (
    <Button variant={variant} onClick={ask("card")}>
      Change card
    </Button>
  );
  const suspended = (
    <p className="basis-full text-sm text-muted-foreground">
      The store of <bdi>{membership.creatorName}</bdi> is suspended. Nothing is charged until that is over.
    </p>
  );
  const buttons = {
    ACTIVE: membership.isSellerSuspended ? (
      <>
        {suspended}
        {cancel}
      </>
    ) : (
      <>
        {otherPlan && (
          <Button variant="outline" onClick={ask("move")}>
            Switch to {planName(otherPlan)}
          </Button>
        )}
        {nextPlan && (nextPlan.title !== null || nextPlan.billingInterval !== billingInterval) && (
          <Button variant="outline" loading={change.isPending && !asked} onClick={() => act("undoMove")}>
            Stay{" "}
            {nextPlan.title === null ? planName(membership) : `with ${isolated(membership.product.title)}`}
          </Button>
        )}
        {changeCard("outline")}
        {!trialEndsAt && (
          <Button variant="outline" onClick={ask("pause")}>
            Pause
          </Button>
        )}
        {cancel}
      </>
    ),
    ENDING: membership.isSellerSuspended ? (
      suspended
    ) : membership.isSellerGone ? (
      <p className="text-sm text-muted-foreground">
        <bdi>{membership.creatorName}</bdi> has closed their store. Nothing more is charged.
      </p>
    ) : (
      <Button loading={change.isPending} onClick={() => act("keep")}>
        Keep my membership
      </Button>
    ),
    PAUSED: membership.isSellerSuspended ? (
      <>
        {suspended}
        {cancel}
      </>
    ) : (
      <>
        <Button
          loading={change.isPending && !asked}
          onClick={membership.resumesAtOnce ? ask("resume") : () => act("resume")}
        >
          Resume now
        </Button>
        {changeCard("outline")}
        {cancel}
      </>
    ),
    PAST_DUE: membership.isSellerSuspended ? (
      <>
        {suspended}
        {cancel}
      </>
    ) : (
      <>
        {changeCard("primary")}
        <Button variant="outline" loading={retry.isPending} onClick={() => retry.mutate()}>
          Try the card again
        </Button>
        {cancel}
      </>
    ),
    ENDED: membership.isSellerSuspended ? (
      suspended
    ) : membership.isSellerGone ? (
      <p className="text-sm text-muted-foreground">
        <bdi>{membership.creatorName}</bdi> has closed their store.
      </p>
    ) : (
      <LinkButton
        href={membership.isPlan ? planPath : `/checkout/${membership.product.id}`}
        variant="outline"
      >
        {membership.isPlan ? "See the plans" : "Join again"}
      </LinkButton>
    ),
  }[state];

  return (
    <div className="flex flex-col gap-2 sm:flex-row sm:flex-wrap">
      {buttons}
      {wasAsked && (
        <Suspense>
          <MembershipDialogs
            membership={membership}
            asked={asked === "card" || asked === "move" ? undefined : asked}
            pending={change.isPending}
            onAct={act}
            onPauseInstead={ask("pause")}
            onClose={close}
          />
        </Suspense>
      )}
      {asked === "move" && otherPlan && (
        <Suspense>
          <MoveDialog
            membership={membership}
            plan={otherPlan}
            proof={proof}
            onChangeCard={ask("card")}
            onClose={close}
          />
        </Suspense>
      )}
      {asked === "card" && (
        <Suspense>
          <CardDialog membership={membership} proof={proof} email={email} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}
