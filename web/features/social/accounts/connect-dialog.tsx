import { Dialog } from "#web/ui/dialog.tsx";
import { ManualSetup } from "./manual-setup.tsx";
import { RealChoice } from "./real-choice.tsx";
import type { ConnectPopup } from "./use-connect-popup.ts";
import { errorMessage } from "#web/api.ts";
import { platformNames } from "#contract/social/platform-names.ts";
import { platformIcon, platformOrder } from "#web/features/social/platform-name.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { Button } from "#web/ui/button.tsx";
import { useConnectAccount } from "./use-account-changes.ts";

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

/** A made-up account by one click. */
function DemoChoice({ onConnected }: { onConnected: () => void }) {
  const { mutate, isPending, variables } = useConnectAccount();
  return (
    <section aria-labelledby="connect-demo" className="grid gap-3 rounded-xl border border-border p-4">
      <div className="grid gap-1">
        <h3 id="connect-demo" className="font-semibold">
          Demo Mode
        </h3>
        <p className="text-sm text-muted-foreground">
          A made-up account, ready at once. You write to it as a fan and see what is answered; nothing reaches
          a real platform.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {platformOrder.map((platform) => {
          const Icon = platformIcon[platform];
          return (
            <Button
              key={platform}
              variant="outline"
              className="max-sm:w-full"
              disabled={isPending}
              loading={isPending && variables.body.platform === platform}
              onClick={() =>
                mutate(
                  { body: { platform, demo: true } },
                  {
                    onSuccess: onConnected,
                    onError: (error) =>
                      reportFailure(error, errorMessage(error, "Failed to connect social account")),
                  },
                )
              }
            >
              <Icon aria-hidden="true" /> {platformNames[platform]}
              <span className="sr-only"> in Demo Mode</span>
            </Button>
          );
        })}
      </div>
    </section>
  );
}
