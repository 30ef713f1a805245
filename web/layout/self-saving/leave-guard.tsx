import { useBlocker } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

type Place = { pathname: string };

type Props = {
  /** What is written: one session, or several as one. */
  session: {
    subscribe: (listener: () => void) => () => void;
    hasUnsaved: () => boolean;
    flush: () => Promise<void>;
  };
  isUploading: boolean;
  /** Whether what is written is left by a way within the app. */
  isLeaving?: (from: Place, to: Place) => boolean;
  /** It is left all the same. */
  onDiscard?: () => void;
};

/** Saves what is not saved before it is left, and asks where that fails or a file is still on its way. */
export function LeaveGuard({ session, isUploading, isLeaving = () => true, onDiscard }: Props) {
  const isUnsaved = useSyncExternalStore(session.subscribe, session.hasUnsaved);
  const blocker = useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!isLeaving(current, next)) return false;
      await session.flush();
      return isUploading || session.hasUnsaved();
    },
    enableBeforeUnload: () => {
      void session.flush();
      return isUploading || session.hasUnsaved();
    },
    disabled: !isUnsaved && !isUploading,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === "blocked"}
      onOpenChange={(next) => !next && blocker.reset?.()}
      title={isUploading ? "Leave while a file is uploading?" : "Leave without saving?"}
      description={
        isUploading
          ? "The upload stops. Of a large file, what has arrived is kept for a day: choose it again to go on."
          : "Some of what you have written is not saved."
      }
      confirmLabel="Leave"
      cancelLabel="Stay"
      destructive
      onConfirm={() => {
        onDiscard?.();
        blocker.proceed?.();
      }}
    />
  );
}
