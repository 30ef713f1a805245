import { randomUUID } from "node:crypto";
import { type products } from "#server/database/schema/catalog.ts";
import { courseModules, lessons } from "#server/database/schema/courses.ts";
import { lessonAttachments, lessonCaptions } from "#server/database/schema/lesson-files.ts";
import type { Services } from "#server/services.ts";
import { makeProduct } from "./factories.ts";

type Lesson = Partial<Omit<typeof lessons.$inferInsert, "moduleId">> & {
  /** WebVTT by language. */
  captions?: Record<string, string>;
  /** Ids of uploads, by what they are called. */
  attachments?: Record<string, string>;
};

/** A course of the given modules, each a list of lessons; one module with a free and a locked lesson unless told. */
export async function makeCourse(
  where: { services: Services },
  {
    modules = [[{ freePreview: true }, {}]],
    ...product
  }: { modules?: Lesson[][] } & Partial<typeof products.$inferInsert> = {},
) {
  const { db } = where.services;
  const course = await makeProduct(where, { type: "COURSE", ...product });
  const made: (typeof lessons.$inferSelect)[] = [];
  const madeModules: (typeof courseModules.$inferSelect)[] = [];
  for (const [position, rows] of modules.entries()) {
    const [module] = await db
      .insert(courseModules)
      .values({ productId: course.id, title: `Module ${position + 1}`, position })
      .returning();
    if (!module) throw new Error("no module was made");
    madeModules.push(module);
    for (const [index, { captions = {}, attachments = {}, ...row }] of rows.entries()) {
      const mark = randomUUID().slice(0, 8);
      const lesson = {
        slug: `lesson-${mark}`,
        title: `Lesson ${mark}`,
        content: `Text of ${mark}`,
        position: index,
        ...row,
        moduleId: module.id,
      };
      const [written] = await db.insert(lessons).values(lesson).returning();
      if (!written) throw new Error("no lesson was made");
      made.push(written);
      for (const [order, [language, webvtt]] of Object.entries(captions).entries())
        await db.insert(lessonCaptions).values({ lessonId: written.id, language, webvtt, position: order });
      for (const [order, [name, uploadId]] of Object.entries(attachments).entries())
        await db.insert(lessonAttachments).values({ lessonId: written.id, uploadId, name, position: order });
    }
  }
  return { ...course, modules: madeModules, lessons: made };
}
