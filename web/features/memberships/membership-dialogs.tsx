import { useState } from "react";
import { pauseEnd } from "#contract/memberships/pause-end.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Dialog, DialogClose, DialogFooter } from "#web/ui/dialog.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { longDayText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { type Membership, nextPriceCents } from "./membership-text.ts";
import type { Act } from "./use-membership.ts";

type Props = {
  membership: Membership;
  /** Which of them is open. */
  asked: "cancel" | "resume" | "pause" | undefined;
  pending: boolean;
  onAct: (what: Act) => void;
  /** Asked for a pause in the place of an end. */
  onPauseInstead: () => void;
  onClose: () => void;
};

/** What is asked before a membership is cancelled, paused, or resumed for money. */
export function MembershipDialogs({ membership, asked, pending, onAct, onPauseInstead, onClose }: Props) {
  const zone = useZone();
  const { state, isOpen, trialEndsAt, currency, openUntil, nextPaymentAt } = membership;
  const paidUntil = openUntil ?? nextPaymentAt;
  const price = formatMoney(nextPriceCents(membership), currency);
  return (
    <>
      <ConfirmDialog
        open={asked === "cancel"}
        onOpenChange={onClose}
        title="Cancel your membership?"
        description={
          state === "PAST_DUE" || membership.resumesAtOnce || !paidUntil
            ? "It ends now, and nothing more is charged."
            : `Nothing ${trialEndsAt ? "" : "more "}is charged.${isOpen ? ` Everything stays open until ${longDayText(paidUntil, zone)}.` : ""}`
        }
        confirmLabel="Cancel membership"
        cancelLabel="Keep it"
        destructive
        pending={pending}
        onConfirm={() => onAct("cancel")}
      >
        {state === "ACTIVE" && !trialEndsAt && (
          <div className="mt-3 grid justify-items-start gap-2 rounded-xl bg-muted px-4 py-3 text-sm">
            <p>Only need a break? A pause of 1 or 3 months costs nothing, and you keep your price.</p>
            <Button variant="outline" disabled={pending} onClick={onPauseInstead}>
              Pause instead
            </Button>
          </div>
        )}
      </ConfirmDialog>
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

type PauseDialogProps = {
  open: boolean;
  onOpenChange(open: boolean): void;
  nextPaymentAt: string;
  pending: boolean;
  onPause(months: 1 | 3): void;
};

const choices = [1, 3] as const;

/** Asks for how long to rest, and says when the next payment then is. */
function PauseDialog({ open, onOpenChange, nextPaymentAt, pending, onPause }: PauseDialogProps) {
  const zone = useZone();
  const [months, setMonths] = useState<1 | 3>(1);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title="Pause your membership"
      description={`Everything you paid for stays open until ${longDayText(nextPaymentAt, zone)}. Then it rests.`}
    >
      <fieldset className="grid gap-2">
        <legend className="sr-only">How long</legend>
        {choices.map((choice) => (
          <label
            key={choice}
            className="flex min-h-14 cursor-pointer items-center gap-3 rounded-xl border border-input px-4 py-2.5 has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:ring-2 has-focus-visible:ring-ring"
          >
            <input
              type="radio"
              name="months"
              className="size-4 accent-brand outline-none"
              checked={months === choice}
              onChange={() => setMonths(choice)}
            />
            <span className="grid text-sm font-medium">
              {choice === 1 ? "1 month" : "3 months"}
              <span className="font-normal text-muted-foreground">
                Next payment on {longDayText(pauseEnd(new Date(nextPaymentAt), choice).toISOString(), zone)}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <DialogFooter>
        <DialogClose>Not now</DialogClose>
        <Button loading={pending} onClick={() => onPause(months)}>
          Pause membership
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
