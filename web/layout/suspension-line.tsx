import { Ban } from "lucide-react";

/** On every page of the desk while the store is suspended: why, in the operator's words, and what that stops. */
export function SuspensionLine({ reason, isOwner }: { reason: string; isOwner: boolean }) {
  return (
    <section
      aria-label="This store is suspended"
      className="mb-6 flex items-start gap-x-4 rounded-xl bg-destructive-soft px-4 py-3 text-sm text-destructive-soft-foreground"
    >
      <Ban aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
      <div className="grid min-w-0 gap-1">
        <p className="font-medium">{isOwner ? "Your store is suspended." : "This store is suspended."}</p>
        <p className="wrap-anywhere whitespace-pre-line">{reason}</p>
        <p>
          Nothing is sold, answered or sent, memberships are not renewed, and money waits until it is
          reinstated. What buyers bought stays theirs. Write to the operator of this site to settle it.
        </p>
      </div>
    </section>
  );
}
