import { Dialog } from "#web/ui/dialog.tsx";
import { DemoChoice } from "./demo-choice.tsx";
import { ManualSetup } from "./manual-setup.tsx";
import { RealChoice } from "./real-choice.tsx";
import type { ConnectPopup } from "./use-connect-popup.ts";

type ConnectDialogProps = {
  open: boolean;
  /** The form for tokens begins unfolded. */
  unfolded: boolean;
  popup: ConnectPopup;
  onClose: (how: { saved: boolean }) => void;
};

/** The three ways to connect an account. */
export function ConnectDialog({ open, unfolded, popup, onClose }: ConnectDialogProps) {
  const done = () => onClose({ saved: true });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose({ saved: false })}
      title="Connect Account"
      description="Try it with a made-up account, or connect your own."
      size="md"
      fullHeight
    >
      <div className="grid gap-5">
        <DemoChoice onConnected={done} />
        <RealChoice popup={popup} />
        <ManualSetup open={open} unfolded={unfolded} onConnected={done} />
      </div>
    </Dialog>
  );
}
