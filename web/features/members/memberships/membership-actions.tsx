import { lazy, Suspense, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { dayText, type Membership } from "./membership-text.ts";
import { PauseDialog } from "./pause-dialog.tsx";
import { type Act, type Proof, useChangeMembership, useRetryPayment } from "./use-membership.ts";

// The payment form is big, and few come to change their card.
const CardDialog = lazy(async () => ({ default: (await import("./card-dialog.tsx")).CardDialog }));

type Props = { membership: Membership; proof: Proof; email: string };
type Asked = "cancel" | "resume" | "pause" | "card";

/** What a member can do in the state that their membership is in. */
export function MembershipActions({ membership, proof, email }: Props) {
  const [asked, setAsked] = useState<Asked>();
  const change = useChangeMembership(membership, proof);
  const retry = useRetryPayment(membership, proof);
  const { state, isOpen, priceCents, currency, openUntil, nextPaymentAt } = membership;
  const close = () => setAsked(undefined);
  const act = (what: Act) => change.mutate(what, { onSettled: close });
  const ask = (what: Asked) => () => setAsked(what);
  const isResumedAtOnce = state === "PAUSED" && !isOpen;

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
  const buttons = {
    ACTIVE: (
      <>
        {changeCard("outline")}
        <Button variant="outline" onClick={ask("pause")}>
          Pause
        </Button>
        {cancel}
      </>
    ),
    ENDING: (
      <Button loading={change.isPending} onClick={() => act("keep")}>
        Keep my membership
      </Button>
    ),
    PAUSED: (
      <>
        <Button
          loading={change.isPending && !asked}
          onClick={isResumedAtOnce ? ask("resume") : () => act("resume")}
        >
          Resume now
        </Button>
        {changeCard("outline")}
        {cancel}
      </>
    ),
    PAST_DUE: (
      <>
        {changeCard("primary")}
        <Button variant="outline" loading={retry.isPending} onClick={() => retry.mutate()}>
          Try the card again
        </Button>
        {cancel}
      </>
    ),
    ENDED: (
      <LinkButton href={`/checkout/${membership.product.id}`} variant="outline">
        Join again
      </LinkButton>
    ),
  }[state];
  const paidUntil = openUntil ?? nextPaymentAt;

  return (
    <div className="flex flex-col gap-2 sm:flex-row sm:flex-wrap">
      {buttons}
      <ConfirmDialog
        open={asked === "cancel"}
        onOpenChange={close}
        title="Cancel your membership?"
        description={
          state === "PAST_DUE" || isResumedAtOnce || !paidUntil
            ? "It ends now, and nothing more is charged."
            : `Nothing more is charged. Everything stays open until ${dayText(state === "PAUSED" && openUntil ? openUntil : paidUntil)}.`
        }
        confirmLabel="Cancel membership"
        cancelLabel="Keep it"
        destructive
        pending={change.isPending}
        onConfirm={() => act("cancel")}
      />
      <ConfirmDialog
        open={asked === "resume"}
        onOpenChange={close}
        title="Resume your membership?"
        description={`The next period starts now, and ${formatMoney(priceCents, currency)} is charged to your card.`}
        confirmLabel={`Resume for ${formatMoney(priceCents, currency)}`}
        cancelLabel="Not now"
        pending={change.isPending}
        onConfirm={() => act("resume")}
      />
      {nextPaymentAt && (
        <PauseDialog
          open={asked === "pause"}
          onOpenChange={close}
          nextPaymentAt={nextPaymentAt}
          pending={change.isPending}
          onPause={(pauseMonths) => act({ pauseMonths })}
        />
      )}
      {asked === "card" && (
        <Suspense>
          <CardDialog membership={membership} proof={proof} email={email} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}
