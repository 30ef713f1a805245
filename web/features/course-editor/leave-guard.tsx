import { useBlocker } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import type { LessonSessions } from "./lesson-sessions.ts";

type Props = { sessions: LessonSessions; isUploading: boolean };

/** Saves what is not saved before the page is left, and asks where that fails or a file is still on its way. */
export function LeaveGuard({ sessions, isUploading }: Props) {
  const isUnsaved = useSyncExternalStore(sessions.subscribe, sessions.hasUnsaved);
  const blocker = useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname) return false;
      await sessions.flush();
      return isUploading || sessions.hasUnsaved();
    },
    enableBeforeUnload: () => {
      void sessions.flush();
      return isUploading || sessions.hasUnsaved();
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
          : "Some of what you have written could not be saved."
      }
      confirmLabel="Leave"
      cancelLabel="Stay"
      destructive
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
