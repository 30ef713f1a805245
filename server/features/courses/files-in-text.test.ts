import { expect, test } from "vitest";
import { anyBuyer } from "#contract/any-buyer.ts";
import { getLesson } from "#contract/courses/courses.ts";
import type { RichDocument } from "#contract/document/document.ts";
import { storeUpload } from "#server/features/files/store-upload.ts";
import { editedLesson } from "#tests/support/edited-lesson.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();

test("a lesson's text shows a file that is beside it by its name there, and no other file", async () => {
  const creator = await makeCreator(app);
  const store = (ownerId: string) =>
    storeUpload(app.services, {
      ownerId,
      originalName: "kit.pdf",
      mimeType: "application/pdf",
      data: Buffer.from("%PDF-1.7"),
    });
  const [beside, loose, stranger] = [
    await store(creator.id),
    await store(creator.id),
    await store((await makeCreator(app)).id),
  ];
  const content: RichDocument = {
    type: "doc",
    content: [beside, loose, stranger].map(({ id }) => ({ type: "attachment", attrs: { fileId: id } })),
  };
  const { change, lesson } = await editedLesson(app, creator, { freePreview: true });
  const saved = await change({ content, attachments: [{ uploadId: beside.id, name: "Work & book.pdf" }] });
  expect(saved.status).toBe(200);
  const { body } = await app.call(getLesson, { params: { lessonId: lesson.id, email: anyBuyer } });
  const { url } = body.attachments[0]!;
  expect(body.contentHtml?.match(/<a /g)).toHaveLength(1);
  expect(body.contentHtml).toContain(`href="${url}" download="Work &amp; book.pdf"`);
  expect((await app.app.inject({ url })).body).toBe("%PDF-1.7");
});
