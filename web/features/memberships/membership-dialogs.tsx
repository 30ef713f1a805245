import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { longDayText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { isResumedAtOnce, type Membership } from "./membership-text.ts";
import { PauseDialog } from "./pause-dialog.tsx";
import type { Act } from "./use-membership.ts";

type Props = {
  membership: Membership;
  /** Which of them is open. */
  asked: "cancel" | "resume" | "pause" | undefined;
  pending: boolean;
  onAct: (what: Act) => void;
  onClose: () => void;
};

/** What is asked before a membership is cancelled, paused, or resumed for money. */
export function MembershipDialogs({ membership, asked, pending, onAct, onClose }: Props) {
  const zone = useZone();
  const { state, priceCents, currency, openUntil, nextPaymentAt } = membership;
  const paidUntil = openUntil ?? nextPaymentAt;
  const price = formatMoney(priceCents, currency);
  return (
    <>
      <ConfirmDialog
        open={asked === "cancel"}
        onOpenChange={onClose}
        title="Cancel your membership?"
        description={
          state === "PAST_DUE" || isResumedAtOnce(membership) || !paidUntil
            ? "It ends now, and nothing more is charged."
            : `Nothing more is charged. Everything stays open until ${longDayText(paidUntil, zone)}.`
        }
        confirmLabel="Cancel membership"
        cancelLabel="Keep it"
        destructive
        pending={pending}
        onConfirm={() => onAct("cancel")}
      />
      <ConfirmDialog
        open={asked === "resume"}
        onOpenChange={onClose}
        title="Resume your membership?"
        description={`The next period starts now, and ${price} is charged to your card.`}
        confirmLabel={`Resume for ${price}`}
        cancelLabel="Not now"
        pending={pending}
        onConfirm={() => onAct("resume")}
      />
      {nextPaymentAt && (
        <PauseDialog
          open={asked === "pause"}
          onOpenChange={onClose}
          nextPaymentAt={nextPaymentAt}
          pending={pending}
          onPause={(pauseMonths) => onAct({ pauseMonths })}
        />
      )}
    </>
  );
}
