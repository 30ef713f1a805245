import { isolated } from "#contract/isolated.ts";
import { type FormEvent, useState } from "react";
import { ApiError } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogClose, DialogFooter } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import type { AdminOrderLine } from "./admin-order.ts";
import { useOrderChanges } from "./use-order-changes.ts";

type ShipDialogProps = {
  orderId: string;
  line: Pick<AdminOrderLine, "id" | "title" | "shippedAt" | "trackingUrl">;
  open: boolean;
  onClose: () => void;
};

/** Says that a line was sent; the buyer is told by mail, once. */
export function ShipDialog({ orderId, line, open, onClose }: ShipDialogProps) {
  const { changeLine } = useOrderChanges();
  const [url, setUrl] = useState(line.trackingUrl ?? "");
  const problem =
    changeLine.error instanceof ApiError ? changeLine.error.body.fields?.["trackingUrl"] : undefined;
  const save = (event: FormEvent) => {
    event.preventDefault();
    changeLine.mutate(
      { params: { id: orderId, lineId: line.id }, body: { shipped: true, trackingUrl: url.trim() || null } },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={line.shippedAt ? "Edit shipment" : "Mark as shipped"}
      description={
        line.shippedAt
          ? `The buyer was told that ${isolated(line.title)} is on its way.`
          : `The buyer gets a mail that ${isolated(line.title)} is on its way.`
      }
      size="sm"
    >
      <form onSubmit={save} noValidate>
        <Field label="Tracking link" aside="Optional" error={problem}>
          <Input
            type="url"
            inputMode="url"
            placeholder="https://"
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
        </Field>
        <DialogFooter>
          <DialogClose>Cancel</DialogClose>
          <Button type="submit" loading={changeLine.isPending}>
            {line.shippedAt ? "Save" : "Mark as shipped"}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
