import { useState } from "react";
import { type FreeTimes, SlotPicker } from "#web/layout/slot-picker/slot-picker.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

type Props = {
  title: string;
  description?: string;
  confirmLabel: string;
  seller: string;
  /** When it is now; null: not yet. */
  startsAt: string | null;
  busy: boolean;
  listKey: readonly unknown[];
  load: (from: string | undefined, signal: AbortSignal) => Promise<FreeTimes>;
  onClose: () => void;
  onChoose: (startsAt: string) => void;
};

/** Asks for a time of a session. */
export function TimeDialog(props: Props) {
  const { title, description, confirmLabel, seller, startsAt, busy, listKey, load, onClose, onChoose } =
    props;
  const [time, setTime] = useState("");
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={title}
      description={description}
      size="sm"
      footer={
        <Button
          loading={busy}
          disabled={time === "" || (startsAt !== null && Date.parse(time) === Date.parse(startsAt))}
          onClick={() => onChoose(time)}
        >
          {confirmLabel}
        </Button>
      }
    >
      <SlotPicker
        listKey={listKey}
        load={load}
        seller={seller}
        value={time}
        onChange={setTime}
        disabled={busy}
      />
    </Dialog>
  );
}
