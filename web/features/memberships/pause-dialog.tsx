import { useState } from "react";
import { pauseEnd } from "#contract/memberships/pause-end.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogClose, DialogFooter } from "#web/ui/dialog.tsx";
import { longDayText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";

type Props = {
  open: boolean;
  onOpenChange(open: boolean): void;
  nextPaymentAt: string;
  pending: boolean;
  onPause(months: 1 | 3): void;
};

const choices = [1, 3] as const;

/** Asks for how long to rest, and says when the next payment then is. */
export function PauseDialog({ open, onOpenChange, nextPaymentAt, pending, onPause }: Props) {
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
