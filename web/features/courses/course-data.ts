import type { QueryClient } from "@tanstack/react-query";
import { getProduct } from "#contract/catalog/product-page.ts";
import { getCourseProgress } from "#contract/courses/course-progress.ts";
import { getAccess, getBoughtCourse, getLesson } from "#contract/courses/courses.ts";
import { anyBuyer } from "#contract/any-buyer.ts";
import { ApiError, apiKey, apiQuery } from "#web/api.ts";
import { type Course, selectedLesson } from "#web/features/player/course-outline.ts";
import { copyCourseProof, courseAddress, courseProofHeaders } from "./course-proof.ts";
import { lessonToGoOn } from "./outline/lesson-to-go-on.ts";
import { progressQuery } from "./progress/learning.ts";

type Asked = {
  slug: string;
  /** The handle of its store. */
  store: string | undefined;
  email: string | undefined;
  lesson: string | undefined;
};

/** A course and whether this visitor has bought it; undefined where they may see no such product. */
export async function loadCourse(queryClient: QueryClient, asked: Asked) {
  const { email } = asked;
  const course = await findCourse(queryClient, asked);
  if (!course) return undefined;
  copyCourseProof(courseAddress(asked), course.id);
  if (course.type !== "COURSE") return { course, hasAccess: false };
  const { hasAccess } = await queryClient
    .ensureQueryData(
      apiQuery(
        getAccess,
        { params: { productId: course.id, email: email ?? anyBuyer } },
        { headers: courseProofHeaders(course.id) },
      ),
    )
    .catch(noAccess);
  const arrived = prefetchLesson(queryClient, course, hasAccess, asked);
  // The first page comes with its lesson; in the browser the page turns at once and the lesson follows.
  if (typeof window === "undefined") await arrived;
  return { course, hasAccess };
}

/** The address may name an email that can't be one: it opens nothing, and the course is shown all the same. */
function noAccess(error: unknown) {
  if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429)
    return { hasAccess: false };
  throw error;
}

/** How far the buyer has come, and the lesson that is shown: that of the address, else the one where the buyer goes on. */
async function prefetchLesson(
  queryClient: QueryClient,
  course: Course,
  hasAccess: boolean,
  { email, lesson }: Asked,
): Promise<void> {
  const progress = progressQuery(course.id);
  const learnt = hasAccess ? queryClient.prefetchQuery(progress) : undefined;
  if (lesson === undefined) await learnt;
  const known = lesson === undefined && hasAccess ? queryClient.getQueryData(progress.queryKey) : undefined;
  const goOn =
    known &&
    lessonToGoOn(course, {
      lastLessonId: known.lastLessonId,
      of: (id) => known.lessons.find(({ lessonId }) => lessonId === id),
    });
  const shown = goOn ?? selectedLesson(course, lesson);
  const isOpen = shown && (hasAccess || shown.freePreview);
  await Promise.all([learnt, isOpen && queryClient.prefetchQuery(lessonQuery(course, shown.id, email))]);
}

/** A lesson's text and video. */
export const lessonQuery = (course: Course, lessonId: string, email: string | undefined) =>
  apiQuery(
    getLesson,
    { params: { lessonId, email: email ?? anyBuyer } },
    { headers: courseProofHeaders(course.id) },
  );

/** Forgets what was answered without a proof. */
export function clearCourseQueries(queryClient: QueryClient): void {
  for (const endpoint of [getProduct, getBoughtCourse, getAccess, getLesson, getCourseProgress])
    queryClient.removeQueries({ queryKey: apiKey(endpoint) });
}

/** The product on sale; else the one that this visitor bought while it was. */
async function findCourse(queryClient: QueryClient, { slug, store }: Asked): Promise<Course | undefined> {
  const querystring = { store };
  try {
    return await queryClient.ensureQueryData(
      apiQuery(getProduct, { params: { idOrSlug: slug }, querystring }),
    );
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  try {
    return await queryClient.ensureQueryData(
      apiQuery(
        getBoughtCourse,
        { params: { slug }, querystring },
        { headers: courseProofHeaders(courseAddress({ slug, store })) },
      ),
    );
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;
