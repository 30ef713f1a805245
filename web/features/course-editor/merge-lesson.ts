import { mergeWritten } from "#web/editor/merge-written.ts";
import { isSameField, lessonFields, type LessonFields } from "./lesson-fields.ts";

/** Puts two changes of one lesson together, field by field and the text block by block. */
export const mergeLesson = (base: LessonFields, mine: LessonFields, theirs: LessonFields) =>
  mergeWritten(lessonFields, (field, a, b) => isSameField(field, a[field], b[field]), { base, mine, theirs });
