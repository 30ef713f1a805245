import { queryOptions } from "@tanstack/react-query";
import {
  countLessonLearners,
  countModuleLearners,
  getCourseDraft,
  previewLesson,
} from "#contract/courses/course-editor.ts";
import { apiQuery, callApi, type Output } from "#web/api.ts";
import type { EditedLesson } from "./lesson-fields.ts";
import type { OutlineOrder } from "./outline-order.ts";

export type CourseDraft = Output<typeof getCourseDraft>;
export type DraftModule = CourseDraft["modules"][number];

export const courseDraftQuery = (productId: string) => apiQuery(getCourseDraft, { params: { productId } });

/** A lesson as its buyer sees it. `version` tells one state of what is shown from the next. */
export const lessonPreviewQuery = (productId: string, lessonId: string, version: string) =>
  queryOptions({
    queryKey: [previewLesson.url, productId, lessonId, version],
    queryFn: ({ signal }) => callApi(previewLesson, { params: { productId, lessonId } }, { signal }),
  });

/** How many buyers have begun a lesson, or any lesson of a module. */
export const learnerCountQuery = (productId: string, of: { moduleId: string } | { lessonId: string }) =>
  queryOptions({
    queryKey: [countLessonLearners.url, productId, of],
    queryFn: ({ signal }) =>
      "moduleId" in of
        ? callApi(countModuleLearners, { params: { productId, ...of } }, { signal })
        : callApi(countLessonLearners, { params: { productId, ...of } }, { signal }),
  });

export const lessonsOfDraft = ({ modules }: CourseDraft): EditedLesson[] =>
  modules.flatMap(({ lessons }) => lessons);

export const orderOf = ({ modules }: CourseDraft) =>
  modules.map(({ id, lessons }) => ({ id, lessonIds: lessons.map((lesson) => lesson.id) }));

/** The same modules and lessons in another order. What the order does not name stays, behind what it does. */
export function inOrder(draft: CourseDraft, order: OutlineOrder): CourseDraft {
  const lessons = new Map(lessonsOfDraft(draft).map((lesson) => [lesson.id, lesson]));
  const modules = new Map(draft.modules.map((module) => [module.id, module]));
  const named = new Set(order.flatMap(({ id, lessonIds }) => [id, ...lessonIds]));
  const left = <Item extends { id: string }>(items: Item[]) => items.filter(({ id }) => !named.has(id));
  const placed = order.flatMap(({ id, lessonIds }) => {
    const module = modules.get(id);
    const chosen = lessonIds.flatMap((each) => lessons.get(each) ?? []);
    return module ? [{ ...module, lessons: [...chosen, ...left(module.lessons)] }] : [];
  });
  return { ...draft, modules: [...placed, ...left(draft.modules)] };
}

/** Puts a saved lesson in its place, unless a newer state of it is there. */
export function withLesson(draft: CourseDraft, saved: EditedLesson): CourseDraft {
  const newer = (lesson: EditedLesson) =>
    lesson.id === saved.id && saved.revision > lesson.revision ? saved : lesson;
  return {
    ...draft,
    modules: draft.modules.map((module) => ({ ...module, lessons: module.lessons.map(newer) })),
  };
}

/** An answer that was on its way while lessons were saved: theirs are newer. */
export const withLessons = (draft: CourseDraft, known: CourseDraft | undefined): CourseDraft =>
  known ? lessonsOfDraft(known).reduce(withLesson, draft) : draft;
