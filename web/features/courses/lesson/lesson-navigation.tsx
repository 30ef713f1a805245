import { Check, ChevronLeft, ChevronRight, CircleCheck } from "lucide-react";
import { useCourseVisit } from "#web/features/player/course-visit.ts";
import { neighbours, type OutlineLesson } from "#web/features/player/course-outline.ts";
import { Button } from "#web/ui/button.tsx";
import { useLessonChange } from "./use-lesson-change.ts";

type Props = { lesson: OutlineLesson; canComplete: boolean };

/** To the lessons before and after this one, and 'Mark Complete' between. */
export function LessonNavigation({ lesson, canComplete }: Props) {
  const { course, openLesson } = useCourseVisit();
  const { previous, next } = neighbours(course, lesson);
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-t border-border px-4 py-3">
      <Button
        variant="outline"
        disabled={!previous}
        onClick={() => previous && openLesson(previous)}
        className="max-sm:grow"
      >
        <ChevronLeft aria-hidden="true" />
        Previous Lesson
      </Button>
      {canComplete && <CompleteButton key={lesson.id} lesson={lesson} />}
      <Button
        variant="outline"
        disabled={!next}
        onClick={() => next && openLesson(next)}
        className="max-sm:grow"
      >
        Next Lesson
        <ChevronRight aria-hidden="true" />
      </Button>
    </div>
  );
}

/** Marks a lesson complete, or takes that back. */
function CompleteButton({ lesson }: { lesson: OutlineLesson }) {
  const { learning, changes } = useCourseVisit();
  const { completed: isCompleted = false, waitsFor = null } = learning.of(lesson.id) ?? {};
  const change = useLessonChange(() => changes.complete(lesson.id, !isCompleted));
  if (!isCompleted && waitsFor)
    return (
      <p className="px-2 text-sm text-muted-foreground max-sm:order-first max-sm:w-full max-sm:text-center">
        {waitsForTexts[waitsFor]}
      </p>
    );
  return (
    <Button
      variant={isCompleted ? "secondary" : "brand"}
      aria-pressed={isCompleted}
      className="max-sm:order-first max-sm:w-full"
      {...change}
    >
      {isCompleted ? <CircleCheck aria-hidden="true" /> : <Check aria-hidden="true" />}
      {isCompleted ? "Completed" : "Mark Complete"}
    </Button>
  );
}

const waitsForTexts = {
  QUIZ: "Pass the quiz to complete this lesson",
  SUBMISSION: "Hand in the assignment to complete this lesson",
  ANSWER: "Complete once your assignment is accepted",
};
