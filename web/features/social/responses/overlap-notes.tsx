import { Info, TriangleAlert } from "lucide-react";
import type { tryKeywords } from "#contract/social/keyword-responses.ts";
import type { Output } from "#web/api.ts";

type Overlap = Output<typeof tryKeywords>["overlaps"][number];

const mostShown = 4;

/** Which other keywords of the account share texts with those being written, and who answers these. */
export function OverlapNotes({ overlaps }: { overlaps: readonly Overlap[] }) {
  const shown = overlaps.toSorted((a, b) => weight[a.effect] - weight[b.effect]).slice(0, mostShown);
  return (
    <div role="status" className="empty:hidden">
      {shown.length > 0 && (
        <ul className="grid gap-1.5 rounded-lg bg-muted px-3.5 py-3 text-sm">
          {shown.map((overlap) => (
            <li
              key={`${overlap.keyword} ${overlap.otherId} ${overlap.otherKeyword}`}
              className="flex gap-2 wrap-anywhere"
            >
              {overlap.effect === "SAME" ? (
                <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-destructive" />
              ) : (
                <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
              )}
              <span className="min-w-0">{textOf(overlap)}</span>
            </li>
          ))}
          {overlaps.length > shown.length && (
            <li className="pl-6 text-muted-foreground">and {overlaps.length - shown.length} more</li>
          )}
        </ul>
      )}
    </div>
  );
}

const weight = { SAME: 0, LOSES: 1, WINS: 2 };

function textOf({ keyword, otherKeyword, effect }: Overlap): string {
  if (effect === "SAME") return `“${otherKeyword}” already has a response on this account.`;
  const who = effect === "WINS" ? "this response" : "the other response";
  return `A message with “${keyword}” and “${otherKeyword}” gets ${who}.`;
}
