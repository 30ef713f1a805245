import { useBlocker } from "@tanstack/react-router";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

/** Asks before closing, Back, another page or the tab would lose what was typed. Stands inside the dialog it guards. */
export function DiscardGuard({ active, onDiscard }: { active: boolean; onDiscard?: () => void }) {
  const blocker = useBlocker({
    shouldBlockFn: () => active,
    enableBeforeUnload: () => active,
    disabled: !active,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === "blocked"}
      onOpenChange={(next) => !next && blocker.reset?.()}
      title="Discard changes?"
      description="What you have entered has not been saved."
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      destructive
      onConfirm={() => {
        onDiscard?.();
        blocker.proceed?.();
      }}
    />
  );
}
