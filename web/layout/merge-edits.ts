/**
 * Puts two changes of one form together, field by field: `base` is what both began with, `mine` is what is on screen here,
 * `theirs` is what was saved meanwhile. Mine stands wherever I changed a field; `both` names those that they changed too,
 * each in another way.
 */
export function mergeEdits<Values extends object>(base: Values, mine: Values, theirs: Values) {
  const values = { ...theirs };
  const both: (keyof Values & string)[] = [];
  for (const field of Object.keys(mine) as (keyof Values & string)[]) {
    if (isSame(mine[field], base[field]) || isSame(mine[field], theirs[field])) continue;
    values[field] = mine[field];
    if (!isSame(theirs[field], base[field])) both.push(field);
  }
  return { values, both };
}

/** Whether two values of a form are the same: texts, numbers, lists and plain objects of these. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
