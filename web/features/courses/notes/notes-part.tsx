import { Suspense, useState } from "react";
import type { OutlineLesson } from "#web/features/player/course-outline.ts";
import type { Playhead } from "#web/features/player/playhead.ts";
import { loadable } from "#web/ui/loadable.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const Notes = loadable(async () => (await import("./notes.tsx")).Notes);

/** One's own notes under a lesson. They load once they are opened. */
export function NotesPart(props: { lesson: OutlineLesson; playhead: Playhead }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="lesson-part border-b border-border px-5 sm:px-8"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>My notes</summary>
      {isOpen && (
        <div className="pb-5">
          <Suspense fallback={<Skeleton className="h-32 w-full" />}>
            <Notes {...props} />
          </Suspense>
        </div>
      )}
    </details>
  );
}
