/** The page of a course, by its slug in the store of this handle; `lesson` is the one that it opens with. */
export const coursePath = (
  store: string,
  { slug, lesson }: { slug: string; lesson?: string | undefined },
): string =>
  `/course/${slug}?store=${store}${lesson === undefined ? "" : `&lesson=${encodeURIComponent(lesson)}`}`;
