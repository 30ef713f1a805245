import { useQuery } from "@tanstack/react-query";
import { getQuizFigures } from "#contract/courses/quiz.ts";
import { callApi, type Output } from "#web/api.ts";
import type { EditedLesson } from "#web/features/course-editor/lesson-fields.ts";

export type Figures = Output<typeof getQuizFigures>;

/** How buyers do at the quiz as it was last saved; undefined while it is not known. */
export function useQuizFigures(productId: string, { id, revision }: EditedLesson): Figures | undefined {
  // An edit begins a version of its own, of which nothing is known yet.
  const { data } = useQuery({
    queryKey: [getQuizFigures.url, productId, id, revision],
    queryFn: ({ signal }) => callApi(getQuizFigures, { params: { productId, lessonId: id } }, { signal }),
  });
  return data;
}

/** What there is to count; nothing before anybody tried. */
export function QuizFigures({ figures }: { figures: Figures | undefined }) {
  if (!figures) return null;
  const { attemptCount, learnerCount, passedCount, passedPercent } = figures;
  if (attemptCount === 0)
    return <p className="text-sm text-muted-foreground">Nobody has tried the quiz as it is now.</p>;
  // Who sees no figures of the store's sales is told how they do, and not how many there are.
  if (attemptCount === null || learnerCount === null)
    return (
      <dl className="text-sm">
        <Figure name="Passed, of the buyers who tried" value={`${passedPercent}%`} />
      </dl>
    );
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3 text-sm">
      <Figure name="Tries" value={String(attemptCount)} />
      <Figure name="Buyers who tried" value={String(learnerCount)} />
      <Figure name="Of them passed" value={`${passedCount} (${passedPercent}%)`} />
    </dl>
  );
}

/** "Right in 3 of 4 tries (75%)", or "Right in 75% of tries" for who is told no counts. */
export function rightText({ attemptCount, questions }: Figures, questionId: string): string {
  const { rightCount, rightPercent } = questions.find(({ id }) => id === questionId) ?? {
    rightCount: 0,
    rightPercent: 0,
  };
  if (attemptCount === null) return `Right in ${rightPercent}% of tries`;
  return `Right in ${rightCount ?? 0} of ${attemptCount} tries (${rightPercent}%)`;
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="font-semibold tabular-nums">{value}</dd>
    </div>
  );
}
