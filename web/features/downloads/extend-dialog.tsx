import { useId, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogClose, DialogFooter } from "#web/ui/dialog.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { valueOf } from "#web/ui/typed-number.ts";

type ExtendDialogProps = {
  open: boolean;
  buyer: string;
  pending: boolean;
  onClose: () => void;
  onExtend: (days: number) => void;
};

/** Asks for how many more days a buyer may download, from today on. */
export function ExtendDialog({ open, buyer, pending, onClose, onExtend }: ExtendDialogProps) {
  const [days, setDays] = useState("30");
  const [refused, setRefused] = useState(false);
  const formId = useId();
  const count = valueOf(days, "whole") ?? 0;
  const isFine = count >= 1 && count <= 365;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Extend download"
      description={buyer}
      size="sm"
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setRefused(!isFine);
          if (isFine) onExtend(count);
        }}
      >
        <NumberField
          kind="whole"
          text={days}
          label="Days from today"
          hint="An end that is further away stays as it is."
          error={refused && !isFine && "Use 1 to 365 days"}
          value={days}
          onChange={(event) => setDays(event.currentTarget.value)}
        />
        <DialogFooter>
          <DialogClose>Cancel</DialogClose>
          <Button type="submit" loading={pending}>
            Extend
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
