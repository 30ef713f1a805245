import type { RichDocument } from "#contract/document/document.ts";
import { mergeDocuments } from "./merge-documents.ts";

type Written = { content: RichDocument };

/**
 * Puts two changes of something written together, field by field and its text block by block: `base` is what both began
 * with, `mine` is what is on screen here, `theirs` is what was saved in the meantime. Mine stands where I changed a field,
 * theirs elsewhere. A field that both changed in different ways is a conflict, and stays as it is here until it is decided.
 * Nothing is lost silently.
 */
export function mergeWritten<Fields extends Written>(
  names: readonly (keyof Fields & string)[],
  isSame: (field: keyof Fields & string, a: Fields, b: Fields) => boolean,
  { base, mine, theirs }: { base: Fields; mine: Fields; theirs: Fields },
): { fields: Fields; conflicts: (keyof Fields & string)[] } {
  const fields = { ...theirs };
  const conflicts: (keyof Fields & string)[] = [];
  for (const field of names) {
    if (isSame(field, mine, base) || isSame(field, mine, theirs)) continue;
    fields[field] = mine[field];
    if (isSame(field, theirs, base)) continue;
    const content =
      field === "content" ? mergeDocuments(base.content, mine.content, theirs.content) : undefined;
    if (content) fields.content = content;
    else conflicts.push(field);
  }
  // The space after a word is trimmed on the server, and the next word is still to be typed.
  for (const field of names) if (isSame(field, mine, fields)) fields[field] = mine[field];
  return { fields, conflicts };
}
