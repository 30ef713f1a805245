import { ListVideo } from "lucide-react";
import { Suspense, useState } from "react";
import { loadable } from "#web/ui/loadable.tsx";
import type { OutlineLesson } from "#web/features/player/course-outline.ts";
import { CourseProgressLine } from "./course-progress-line.tsx";
import { OutlineList } from "./outline-list.tsx";

const OutlineDrawer = loadable(async () => (await import("./outline-drawer.tsx")).OutlineDrawer);

type Props = { selected: OutlineLesson | undefined };

/** The outline: beside the lesson, and on phones in a drawer. */
export function CourseContent({ selected }: Props) {
  return (
    <>
      <OutlineOpener selected={selected} />
      <nav
        aria-labelledby="course-content"
        className="flex h-[600px] flex-col overflow-hidden rounded-2xl border border-border bg-card shadow-sm max-lg:hidden"
      >
        <div className="border-b border-border px-5 py-4">
          <h2 id="course-content" className="text-base font-semibold">
            Course Content
          </h2>
          <CourseProgressLine />
        </div>
        <div data-scrolls className="relative grow overflow-y-auto px-2 pb-3">
          <OutlineList selected={selected} />
        </div>
      </nav>
    </>
  );
}

/** On phones: how far the course has come, and the button to its lessons. */
function OutlineOpener({ selected }: Props) {
  const [isOpen, setOpen] = useState(false);
  // Stays once it was opened, so that it can close as it opened.
  const [wasOpened, setOpened] = useState(false);
  return (
    <section
      aria-labelledby="course-content-phone"
      className="relative flex items-center justify-between gap-4 rounded-2xl border border-border bg-card px-5 py-3 shadow-sm lg:hidden"
    >
      <div className="grow">
        <h2 id="course-content-phone" className="text-base font-semibold">
          Course Content
        </h2>
        <CourseProgressLine />
      </div>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label="Show lessons"
        onPointerEnter={OutlineDrawer.preload}
        onFocus={OutlineDrawer.preload}
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
        className="grid size-11 shrink-0 place-items-center rounded-lg text-muted-foreground after:absolute after:inset-0 after:rounded-2xl"
      >
        <ListVideo aria-hidden="true" className="size-5" />
      </button>
      {wasOpened && (
        <Suspense>
          <OutlineDrawer isOpen={isOpen} onOpenChange={setOpen} selected={selected} />
        </Suspense>
      )}
    </section>
  );
}
