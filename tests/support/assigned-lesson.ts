import { eq } from "drizzle-orm";
import {
  deleteAssignmentFile,
  getAssignment,
  saveAssignmentDraft,
  submitAssignment,
  takeBackAssignment,
  uploadAssignmentFile,
} from "#contract/courses/assignment.ts";
import { completeLesson, getCourseProgress } from "#contract/courses/course-progress.ts";
import { answerSubmission, getSubmission, listSubmissions } from "#contract/courses/submissions.ts";
import { lessons, type StoredAssignment } from "#server/database/schema/courses.ts";
import { documentOfMarkdown } from "#server/documents/document-of-markdown.ts";
import { makeBoughtCourse, type Proof } from "./bought-course.ts";
import { multipartOf } from "./file-samples.ts";
import type { TestApp } from "./test-app.ts";

export const taskOf = (fields: Partial<StoredAssignment> = {}): StoredAssignment => ({
  task: documentOfMarkdown("Draw **your** logo"),
  takesFiles: true,
  needsAnswer: true,
  ...fields,
});

export const pdf = { fileName: "logo.pdf", type: "application/pdf", data: "%PDF-1.7\n%%EOF\n" };

type Writing = { number?: number; secondsAgo?: number; proof?: Proof };

/** A bought course whose only lesson has this assignment, and what its buyer and its creator do with it. */
export async function assignedLesson(
  app: TestApp,
  {
    task = {},
    ...fields
  }: { task?: Partial<StoredAssignment> } & Parameters<typeof makeBoughtCourse>[1] = {},
) {
  const bought = await makeBoughtCourse(app, { modules: [[{}]], ...fields });
  const { course, proofs } = bought;
  const lessonId = course.lessons[0]!.id;
  await app.services.db
    .update(lessons)
    .set({ assignment: taskOf(task) })
    .where(eq(lessons.id, lessonId));
  const { paid } = proofs;
  const creator = app.as({ id: course.ownerId });
  const params = { lessonId };
  const send = (number: number, file: typeof pdf = pdf, proof: Proof = paid) => {
    const body = multipartOf([file]);
    return app.app.inject({
      method: "POST",
      url: uploadAssignmentFile.url.replace(":lessonId", lessonId).replace(":number", String(number)),
      payload: body.payload,
      headers: { ...body.headers, ...proof.headers },
      ...(proof.cookies && { cookies: proof.cookies }),
    });
  };
  const list = async (querystring: object = {}) =>
    (await creator.call(listSubmissions, { querystring })).body;
  return {
    ...bought,
    lessonId,
    creator,
    ask: (proof: Proof = paid) => app.call(getAssignment, { params }, proof),
    write: (text: string, { number = 1, secondsAgo = 0, proof = paid }: Writing = {}) =>
      app.call(saveAssignmentDraft, { params: { lessonId, number }, body: { text, secondsAgo } }, proof),
    handIn: (text: string, { number = 1, proof = paid }: Writing = {}) => {
      app.clock.advance({ seconds: 1 });
      return app.call(submitAssignment, { params: { lessonId, number }, body: { text } }, proof);
    },
    takeBack: (number = 1, proof: Proof = paid) =>
      app.call(takeBackAssignment, { params: { lessonId, number } }, proof),
    send,
    removeFile: (fileId: string, proof: Proof = paid) =>
      app.call(deleteAssignmentFile, { params: { lessonId, fileId } }, proof),
    complete: (completed = true, proof: Proof = paid) =>
      app.call(completeLesson, { params: { lessonId }, body: { completed } }, proof),
    progress: async (proof: Proof = paid) =>
      (await app.call(getCourseProgress, { params: { slug: course.slug } }, proof)).body.lessons[0],
    list,
    read: (id: string) => creator.call(getSubmission, { params: { id } }),
    /** Answers what waits longest, as its creator does who has just read it. */
    answer: async (verdict: "ACCEPTED" | "RETURNED", text = "Well done") => {
      const id = (await list()).submissions[0]?.id ?? "";
      const { revision } = (await creator.call(getSubmission, { params: { id } })).body;
      return creator.call(answerSubmission, {
        params: { id },
        body: { verdict, text, readRevision: revision },
      });
    },
  };
}
