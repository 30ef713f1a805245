import { mergeDocuments } from "#web/editor/merge-documents.ts";
import { mergeFields } from "#web/layout/self-saving/merge-fields.ts";
import { isSameField, lessonFields, type LessonFields } from "./lesson-fields.ts";

/** Puts two changes of one lesson together, field by field and the text block by block. */
export function mergeLesson(base: LessonFields, mine: LessonFields, theirs: LessonFields) {
  const merged = mergeFields(
    lessonFields,
    (field, a, b) => isSameField(field, a[field], b[field]),
    (field) => {
      const content =
        field === "content" ? mergeDocuments(base.content, mine.content, theirs.content) : undefined;
      return content && { content };
    },
    { base, mine, theirs },
  );
  // The space after a word is trimmed on the server, and the next word is still to be typed.
  if (isSameField("title", mine.title, merged.fields.title)) merged.fields.title = mine.title;
  return merged;
}
