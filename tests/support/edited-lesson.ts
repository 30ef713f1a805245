import { type LessonChange, updateLesson } from "#contract/courses/course-editor.ts";
import { images, type users } from "#server/database/schema/accounts.ts";
import type { lessons } from "#server/database/schema/courses.ts";
import { storeUpload } from "#server/features/files/store-upload.ts";
import { makeCourse } from "./course-factory.ts";
import type { TestApp } from "./test-app.ts";

/** An upload of a few bytes, by its name and declared type. */
export const storeFile = ({ services }: TestApp, ownerId: string, originalName: string, mimeType: string) =>
  storeUpload(services, { ownerId, originalName, mimeType, data: Buffer.from("bytes") });

/** The row of a picture; its file is not written. */
export async function makePicture(
  { services }: TestApp,
  ownerId: string,
  kind: "poster" | "cover" = "poster",
) {
  const variants = [{ width: 640, format: "jpeg" as const, storageKey: "x" }];
  const [image] = await services.db
    .insert(images)
    .values({ ownerId, kind, width: 640, height: 360, variants })
    .returning();
  return image!;
}

/** A course of one module, its only lesson, and how its creator changes that, one revision after the other. */
export async function editedLesson(
  app: TestApp,
  creator: typeof users.$inferSelect,
  fields: Partial<typeof lessons.$inferInsert> = {},
) {
  const course = await makeCourse(app, { ownerId: creator.id, modules: [[fields]] });
  const lesson = course.lessons[0]!;
  const params = { productId: course.id, lessonId: lesson.id };
  let revision = lesson.revision;
  const change = async (body: LessonChange) => {
    const answer = await app.as(creator).call(updateLesson, { params, body: { revision, ...body } });
    if (answer.status === 200) ({ revision } = answer.body);
    return { ...answer, fields: (answer.body as { fields?: Record<string, string> }).fields };
  };
  return { course, lesson, params, change };
}
