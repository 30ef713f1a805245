import { Suspense } from "react";
import { useCourseVisit } from "#web/features/player/course-visit.ts";
import type { OutlineLesson } from "#web/features/player/course-outline.ts";
import { QuizSkeleton } from "#web/features/player/quiz/quiz-skeleton.tsx";
import { QuizSummary } from "#web/features/player/quiz/quiz-summary.tsx";
import { loadable } from "#web/ui/loadable.tsx";

const Quiz = loadable(async () => (await import("./quiz.tsx")).Quiz);

type Props = { lesson: OutlineLesson; quiz: { questionCount: number; neededPercent: number } };

/** A lesson's quiz: for its buyers alone, also where the lesson is a free preview. */
export function QuizPart({ lesson, quiz }: Props) {
  const { hasAccess } = useCourseVisit();
  if (!hasAccess)
    return (
      <QuizSummary quiz={quiz}>It is part of the course, and opens once you have bought it.</QuizSummary>
    );
  return (
    <section aria-labelledby="quiz-title" className="lesson-quiz max-w-3xl px-5 py-6 sm:px-8">
      <h3 id="quiz-title" className="text-base font-semibold">
        Quiz
      </h3>
      <Suspense fallback={<QuizSkeleton />}>
        <Quiz key={lesson.id} lessonId={lesson.id} />
      </Suspense>
    </section>
  );
}
