import { GitMerge, RotateCcw } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import type { Edits } from "./use-edits.ts";

/** Says what became of what was typed: that it is back after a reload, or stands together with another tab's change. */
export function EditNotes({
  edits,
}: {
  edits: Pick<Edits, "isRestored" | "merged" | "startOver" | "takeTheirs">;
}) {
  const { isRestored, merged } = edits;
  if (!isRestored && !merged) return null;
  return (
    <div
      role="status"
      ref={(node) => void node?.scrollIntoView({ block: "nearest" })}
      className="mb-5 grid gap-3"
    >
      {isRestored && !merged && (
        <Notice
          tone="warning"
          icon={RotateCcw}
          title="What you had typed is back"
          actions={
            <Button variant="outline" size="sm" onClick={edits.startOver}>
              Start over
            </Button>
          }
        >
          <p>It was kept in this tab and has not been saved yet.</p>
        </Notice>
      )}
      {merged && (
        <Notice
          tone="warning"
          icon={GitMerge}
          title="Changed elsewhere while you were writing"
          actions={
            merged.both.length > 0 && (
              <Button variant="outline" size="sm" onClick={edits.takeTheirs}>
                Take the newer {wordsOf(merged.both)}
              </Button>
            )
          }
        >
          <p>Nothing was lost: the form now holds your changes together with the newer ones.</p>
          <p>
            {merged.both.length > 0
              ? `Changed in both places, and yours is shown: ${wordsOf(merged.both)}. Save to keep yours.`
              : "Look it over, and save."}
          </p>
        </Notice>
      )}
    </div>
  );
}

/** ["originalPrice", "title"] as "original price, title". */
const wordsOf = (fields: readonly string[]) =>
  fields.map((field) => field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)).join(", ");
