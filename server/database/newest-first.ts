/** Where a row stands in a list, the newest first: microseconds since 1970, since moments of JavaScript are coarser, and its id. */
export type Placed = { id: string; placeMicros: string };

/** SQL: `placeMicros` of a row by a moment of it. */
export const placeMicros = (at: string): string => `(extract(epoch from ${at}) * 1000000)::int8::text`;

/** SQL: whether a row comes after the place that two parameters such as `$2` and `$3` hold, by its moment and its id. */
export const comesAfter = (at: string, id: string, [micros, afterId]: [micros: string, id: string]): string =>
  `(${at}, ${id}) < (timestamptz 'epoch' + ${micros}::int8 * interval '1 microsecond', ${afterId}::uuid)`;

/** Before every row. */
export const newest = "9999999999999999_ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The place that a cursor names (`PlaceCursor` of the contract); before every row without one. */
export function placeOf(cursor: string = newest): readonly [micros: string, id: string] {
  const [micros = "", id = ""] = cursor.split("_");
  return [micros, id];
}

export const cursorOf = ({ placeMicros, id }: Placed): string => `${placeMicros}_${id}`;

/** Cuts a list that was read with one row more than `perPage` into its page and the cursor of the next one. */
export function cutPage<Row extends Placed>(
  rows: readonly Row[],
  perPage: number,
): { shown: Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, perPage);
  const last = rows.length > perPage ? shown.at(-1) : undefined;
  return { shown, nextCursor: last ? cursorOf(last) : null };
}
