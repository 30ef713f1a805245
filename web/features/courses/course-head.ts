import { coursePath } from "#contract/courses/course-path.ts";
import type { Course } from "#web/features/player/course-outline.ts";

/** Title, description and the card that a shared link shows. */
export function courseHead(course: Course, origin: string) {
  if (course.type !== "COURSE")
    return { meta: [{ title: "Not a Course" }, { name: "robots", content: "noindex" }] };
  const description = course.description.slice(0, 160) || `A course by ${course.creator.name}`;
  const url = origin + coursePath(course.creator.handle, course);
  return {
    meta: [
      { title: `${course.title} | ${course.creator.name}` },
      { name: "description", content: description },
      { property: "og:type", content: "website" },
      { property: "og:title", content: course.title },
      { property: "og:description", content: description },
      { property: "og:url", content: url },
      ...(course.cover ? [{ property: "og:image", content: origin + course.cover.src }] : []),
    ],
    links: [{ rel: "canonical", href: url }],
  };
}
