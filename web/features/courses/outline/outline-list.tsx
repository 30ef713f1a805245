import { useEffect, useRef, useState } from "react";
import { useCourseVisit } from "#web/features/player/course-visit.ts";
import { classNames } from "#web/ui/class-names.ts";
import { lessonsOf, type OutlineLesson } from "#web/features/player/course-outline.ts";
import { LessonRow } from "./lesson-row.tsx";
import { bookmarkedLessons, completedCount } from "./outline-counts.ts";

type Props = { selected: OutlineLesson | undefined; onSelect?: () => void };

/** The lessons by module, or those with a bookmark; the selected one in view. */
export function OutlineList({ selected, onSelect }: Props) {
  const { course, hasAccess, learning } = useCourseVisit();
  const [onlyBookmarks, setOnlyBookmarks] = useState(false);
  const list = useCurrentInView(selected?.id);
  const bookmarks = bookmarkedLessons(course, learning);
  const row = (lesson: OutlineLesson) => (
    <LessonRow key={lesson.id} lesson={lesson} current={lesson.id === selected?.id} onSelect={onSelect} />
  );
  if (lessonsOf(course).length === 0) {
    return (
      <p className="px-3 py-8 text-center text-sm text-muted-foreground">No course content available yet.</p>
    );
  }
  return (
    <div ref={list}>
      {hasAccess && (
        <div role="group" aria-label="Which lessons" className="flex gap-1 px-2 pt-3">
          <FilterButton pressed={!onlyBookmarks} onClick={() => setOnlyBookmarks(false)}>
            All lessons
          </FilterButton>
          <FilterButton pressed={onlyBookmarks} onClick={() => setOnlyBookmarks(true)}>
            Bookmarks ({bookmarks.length})
          </FilterButton>
        </div>
      )}
      {onlyBookmarks && bookmarks.length === 0 && (
        <p className="px-3 py-8 text-center text-sm text-muted-foreground">
          No bookmarks yet. Press Bookmark at a lesson to find it here again.
        </p>
      )}
      {onlyBookmarks && bookmarks.length > 0 && <ol className="pt-3">{bookmarks.map(row)}</ol>}
      {!onlyBookmarks &&
        course.modules.map((module) => (
          <section key={module.id} aria-label={module.title} className="pt-3">
            <div className="flex items-baseline justify-between gap-3 px-3 py-1.5">
              <h3 dir="auto" className="text-sm font-semibold wrap-anywhere">
                {module.title}
              </h3>
              <span className="text-xs text-muted-foreground">
                {completedCount(module.lessons, learning)}/{module.lessons.length}
              </span>
            </div>
            <ol>{module.lessons.map(row)}</ol>
          </section>
        ))}
    </div>
  );
}

type FilterButtonProps = { pressed: boolean; onClick: () => void; children: React.ReactNode };

function FilterButton({ pressed, onClick, children }: FilterButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onClick}
      className={classNames(
        "h-8 rounded-full px-3 text-xs font-medium pointer-coarse:h-11",
        pressed ? "bg-secondary text-foreground" : "text-muted-foreground hover:bg-accent",
      )}
    >
      {children}
    </button>
  );
}

/** Scrolls the list, and nothing around it, to the selected lesson. */
function useCurrentInView(lessonId: string | undefined) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (lessonId === undefined) return;
    const row = list.current?.querySelector<HTMLElement>("[aria-current]");
    const scroller = list.current?.closest<HTMLElement>("[data-scrolls]");
    if (!row || !scroller) return;
    const above = scroller.getBoundingClientRect().top;
    const { top, bottom, height } = row.getBoundingClientRect();
    if (top >= above && bottom <= above + scroller.clientHeight) return;
    scroller.scrollTop += top - above - (scroller.clientHeight - height) / 2;
  }, [lessonId]);
  return list;
}
