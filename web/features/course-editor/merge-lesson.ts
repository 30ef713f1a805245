import { mergeDocuments } from "#web/editor/merge-documents.ts";
import { isSameField, type LessonField, lessonFields, type LessonFields } from "./lesson-fields.ts";

export type MergedLesson = {
  /** Mine where I changed a field, theirs elsewhere; mine too where both changed it, until it is decided. */
  fields: LessonFields;
  /** The fields that both changed, each in another way. */
  conflicts: LessonField[];
};

/**
 * Puts two changes of one lesson together, field by field and the text block by block: `base` is what both began with,
 * `mine` is what is on screen here, `theirs` is what was saved in the meantime. Nothing is lost silently: what cannot be
 * put together is named.
 */
export function mergeLesson(base: LessonFields, mine: LessonFields, theirs: LessonFields): MergedLesson {
  const fields = { ...theirs };
  const conflicts: LessonField[] = [];
  for (const field of lessonFields) {
    if (isSameField(field, mine[field], base[field]) || isSameField(field, mine[field], theirs[field]))
      continue;
    Object.assign(fields, { [field]: mine[field] });
    if (isSameField(field, theirs[field], base[field])) continue;
    const together =
      field === "content" ? mergeDocuments(base.content, mine.content, theirs.content) : undefined;
    if (together) fields.content = together;
    else conflicts.push(field);
  }
  return { fields, conflicts };
}
