import type { getProduct } from "#contract/catalog/product-page.ts";
import type { getLesson } from "#contract/courses/courses.ts";
import type { Output } from "#web/api.ts";

export type Course = Output<typeof getProduct>;
export type Module = Course["modules"][number];
export type OutlineLesson = Module["lessons"][number];
export type Video = NonNullable<Output<typeof getLesson>["video"]>;
/** A file beside a lesson. */
export type LessonFile = Output<typeof getLesson>["attachments"][number];
/** Captions in one language. */
export type LanguageCaptions = Extract<Video, { kind: "FILE" }>["captions"][number];

/** Every lesson in the order of the outline, across modules. */
export const lessonsOf = (course: Pick<Course, "modules">): OutlineLesson[] =>
  course.modules.flatMap(({ lessons }) => lessons);

/**
 * How the page's address names a lesson: by its slug. Two modules may each have a lesson of the same slug: the later one
 * goes by its id.
 */
export function lessonName(course: Course, lesson: OutlineLesson): string {
  const first = lessonsOf(course).find(({ slug }) => slug === lesson.slug);
  return first?.id === lesson.id ? lesson.slug : lesson.id;
}

/** The lesson that the address names, the first one where it names none, undefined where there is no such lesson. */
export function selectedLesson(course: Course, name: string | undefined): OutlineLesson | undefined {
  const lessons = lessonsOf(course);
  if (!name) return lessons[0];
  return lessons.find(({ slug }) => slug === name) ?? lessons.find(({ id }) => id === name);
}

/** The lessons before and after one, across modules. */
export function neighbours(course: Course, lesson: OutlineLesson) {
  const lessons = lessonsOf(course);
  const index = lessons.findIndex(({ id }) => id === lesson.id);
  return { previous: lessons[index - 1], next: lessons[index + 1] };
}

/** Whole minutes: 119 seconds are "1 min". Nothing for a lesson that has no length, such as a text. */
export const minutesText = (seconds: number): string =>
  seconds > 0 ? `${Math.floor(seconds / 60)} min` : "";
