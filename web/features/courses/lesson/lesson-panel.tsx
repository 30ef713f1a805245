import { Bookmark, BookOpen, RectangleHorizontal, Share2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { useCourseVisit } from "#web/features/player/course-visit.ts";
import { minutesText, type OutlineLesson } from "#web/features/player/course-outline.ts";
import { openingOf } from "#web/features/player/lesson-opening.ts";
import { Badge } from "#web/ui/badge.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { focusLesson, lessonPanelId, lessonRegionId } from "#web/features/player/focus-lesson.ts";
import { toggleTheatre, useTheatre } from "#web/features/player/theatre.ts";
import { LessonLater, LessonLocked } from "./closed-lesson.tsx";
import { LessonBody } from "./lesson-body.tsx";
import { LessonNavigation } from "./lesson-navigation.tsx";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { useLessonChange } from "./use-lesson-change.ts";
import { toast } from "#web/ui/toast.ts";

/** The selected lesson, or what stands in its place. */
export function LessonPanel({ lesson }: { lesson: OutlineLesson | undefined }) {
  const panel = useScrollToStart(lesson?.id);
  return (
    <section
      ref={panel}
      id={lessonPanelId}
      aria-label="Lesson"
      className="flex scroll-mt-4 min-h-[600px] flex-col overflow-hidden rounded-2xl border border-border bg-card shadow-sm lg:not-has-[form,.lesson-video,.lesson-quiz]:h-[600px]"
    >
      {!lesson && (
        <EmptyState level={2} icon={BookOpen} title="Select a Lesson" className="grow justify-center">
          Choose a lesson from the course outline to start learning
        </EmptyState>
      )}
      {lesson && <ShownLesson lesson={lesson} />}
    </section>
  );
}

function ShownLesson({ lesson }: { lesson: OutlineLesson }) {
  const { hasAccess, learning } = useCourseVisit();
  const progress = learning.of(lesson.id);
  const opening = openingOf(lesson, hasAccess, progress);
  const canMark = hasAccess && opening === "OPEN" && learning.isReady;
  return (
    <>
      <div className="flex items-start justify-between gap-3 border-b border-border py-3 pr-2 pl-5">
        <div aria-live="polite" className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5 py-1.5">
          <h2 dir="auto" className="text-lg leading-snug font-semibold wrap-anywhere">
            {lesson.title}
          </h2>
          {lesson.freePreview && <Badge tone="success">Free Preview</Badge>}
          <span className="text-sm text-muted-foreground">{minutesText(lesson.duration)}</span>
        </div>
        <div className="flex shrink-0">
          {canMark && <BookmarkButton key={lesson.id} lesson={lesson} />}
          <TheatreButton />
          <ShareButton />
        </div>
      </div>
      {/* Scrolls on wide screens, so it must be reachable by keyboard. */}
      <div
        key={lesson.id}
        id={lessonRegionId}
        role="region"
        aria-label={lesson.title}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="relative flex grow flex-col outline-offset-[-3px] lg:min-h-0 lg:overflow-y-auto"
      >
        {opening === "OPEN" && <LessonBody lesson={lesson} />}
        {opening === "LOCKED" && <LessonLocked />}
        {opening === "LATER" && (
          <LessonLater opensAt={progress?.opensAt ?? null} dripDays={lesson.dripDays} />
        )}
      </div>
      <LessonNavigation lesson={lesson} canComplete={canMark} />
    </>
  );
}

/** Another lesson begins at its top, where the page itself scrolls, and has the focus that went with the one before. */
function useScrollToStart(lessonId: string | undefined) {
  const panel = useRef<HTMLElement>(null);
  const shown = useRef(lessonId);
  useEffect(() => {
    if (shown.current === lessonId) return;
    shown.current = lessonId;
    if ((panel.current?.getBoundingClientRect().top ?? 0) < 0) panel.current?.scrollIntoView();
    if (document.activeElement === document.body) focusLesson();
  }, [lessonId]);
  return panel;
}

/** Sets a bookmark at a lesson, or takes it away; the outline lists them. */
function BookmarkButton({ lesson }: { lesson: OutlineLesson }) {
  const { learning, changes } = useCourseVisit();
  const isBookmarked = learning.of(lesson.id)?.bookmarked ?? false;
  const change = useLessonChange(() => changes.bookmark(lesson.id, !isBookmarked));
  return (
    <Button variant="ghost" aria-pressed={isBookmarked} className="max-sm:px-3" {...change}>
      <Bookmark
        aria-hidden="true"
        className={classNames(isBookmarked && "fill-current text-brand-soft-foreground")}
      />
      <span className="max-sm:sr-only">Bookmark</span>
    </Button>
  );
}

/** Gives the lesson's video the page's whole width; phones give it that anyway. */
function TheatreButton() {
  const isTheatre = useTheatre();
  return (
    <Button variant="ghost" aria-pressed={isTheatre} onClick={toggleTheatre} className="theatre-button">
      <RectangleHorizontal aria-hidden="true" />
      Theatre
    </Button>
  );
}

/** Copies the course's public link. */
function ShareButton() {
  const { shareLink } = useCourseVisit();
  return (
    <Button variant="ghost" onClick={() => void share(shareLink)} className="max-sm:px-3">
      <Share2 aria-hidden="true" />
      <span className="max-sm:sr-only">Share</span>
    </Button>
  );
}

async function share(link: string) {
  try {
    await navigator.clipboard.writeText(link);
    toast({ title: "Link copied", description: "The course link is ready to paste." });
  } catch {
    // Without leave to write to the clipboard, the link can still be selected by hand.
    toast({ title: "Copy this link", description: link });
  }
}
