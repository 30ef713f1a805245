import type { LessonChange } from "#contract/courses/course-editor.ts";
import { editSession } from "#web/layout/self-saving/edit-session.ts";
import type { EditCalls, EditRules, EditSession, EditState } from "#web/layout/self-saving/save-state.ts";
import {
  changeBetween,
  type EditedLesson,
  fieldOfServer,
  fieldsOf,
  type LessonFields,
  withSentCaptions,
} from "./lesson-fields.ts";
import { mergeLesson } from "./merge-lesson.ts";

export type LessonState = EditState<EditedLesson, LessonFields>;
export type LessonCalls = EditCalls<EditedLesson, LessonChange>;
export type LessonSession = EditSession<EditedLesson, LessonFields, LessonChange>;

const lessonRules: EditRules<EditedLesson, LessonFields, LessonChange> = {
  fieldsOf,
  changeOf: (lesson, fields) => changeBetween(fieldsOf(lesson), fields),
  merge: mergeLesson,
  fieldOfServer,
  changedCode: "LESSON_CHANGED",
  savesItself: () => true,
  withSent: withSentCaptions,
  withoutRefused: withoutRefusedFiles,
};

/** What is typed into one lesson, saved by itself. */
export const lessonSession = (start: EditedLesson, calls: LessonCalls): LessonSession =>
  editSession(lessonRules, start, calls);

/** A file that was refused is let go; what was typed stays, to be put right. */
function withoutRefusedFiles({ item, fields, errors }: LessonState): LessonFields {
  const { video, poster, captions, attachments } = fieldsOf(item);
  return {
    ...fields,
    ...(errors.video && fields.video && "uploadId" in fields.video && { video }),
    ...(errors.poster && { poster }),
    ...(errors.captions && { captions }),
    ...(errors.attachments && { attachments }),
  };
}
