import { CloudAlert, CloudCheck, CloudUpload } from "lucide-react";
import { clockText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { classNames } from "#web/ui/class-names.ts";
import type { SaveStatus as Status } from "./save-state.ts";

/** Whether what was typed is saved, in words; what wants attention is announced. `subject` is what is written: "lesson". */
export function SaveStatus({ status, subject }: { status: Status; subject: string }) {
  const { text, isUrgent } = textOf(status, subject, useZone());
  const isBusy = status.step === "saving" || status.step === "unsaved";
  const Icon = isUrgent ? CloudAlert : isBusy ? CloudUpload : CloudCheck;
  return (
    <>
      <p
        className={classNames(
          "flex min-h-6 items-center gap-1.5 text-sm tabular-nums",
          isUrgent ? "font-medium text-destructive-soft-foreground" : "text-muted-foreground",
        )}
      >
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        <span data-save-status={status.step}>{text}</span>
      </p>
      <p role="status" className="sr-only">
        {isUrgent || (status.step === "saved" && status.merged) ? text : ""}
      </p>
    </>
  );
}

function textOf(status: Status, subject: string, zone: string): { text: string; isUrgent?: boolean } {
  switch (status.step) {
    case "saving":
      return { text: "Saving…" };
    case "unsaved":
      return { text: "Not saved yet" };
    case "offline":
      return { text: `Not saved – offline${status.retries ? ", trying again" : ""}`, isUrgent: true };
    case "signed-out":
      return { text: "Not saved – you are signed out", isUrgent: true };
    case "refused":
      return {
        text: `Not saved – ${status.message}`,
        isUrgent: true,
      };
    case "conflict":
      return { text: "Not saved – choose what to keep", isUrgent: true };
    case "gone":
      return { text: `Not saved – this ${subject} was deleted`, isUrgent: true };
    case "saved": {
      if (!status.at) return { text: "Saved" };
      const saved = `Saved ${clockText(status.at, zone)}`;
      return { text: status.merged ? `Merged with changes from another tab. ${saved}` : saved };
    }
  }
}
