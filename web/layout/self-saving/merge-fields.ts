import type { FieldOf } from "./save-state.ts";

/**
 * Puts two changes of one thing together, field by field: `base` is what both began with, `mine` is what is on screen
 * here, `theirs` is what was saved in the meantime. Mine stands where I changed a field, theirs elsewhere. Where both
 * changed one in different ways `together` may put the two together; else the field is a conflict, and stays as it is here
 * until it is decided. Nothing is lost silently.
 */
export function mergeFields<Fields extends object>(
  names: readonly FieldOf<Fields>[],
  isSame: (field: FieldOf<Fields>, a: Fields, b: Fields) => boolean,
  together: (field: FieldOf<Fields>) => Partial<Fields> | undefined,
  { base, mine, theirs }: { base: Fields; mine: Fields; theirs: Fields },
): { fields: Fields; conflicts: FieldOf<Fields>[] } {
  const fields = { ...theirs };
  const conflicts: FieldOf<Fields>[] = [];
  for (const field of names) {
    if (isSame(field, mine, base) || isSame(field, mine, theirs)) continue;
    fields[field] = mine[field];
    if (isSame(field, theirs, base)) continue;
    const both = together(field);
    if (both) Object.assign(fields, both);
    else conflicts.push(field);
  }
  return { fields, conflicts };
}
