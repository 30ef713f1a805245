/** SQL: the columns of a review `r` as everybody reads it, and its place in the order of the list. */
export const reviewColumns = `
  r.id, r.rating, r.text, r.author_name as "authorName", r.answer, r.answered_at as "answeredAt", r.created_at as "createdAt",
  (extract(epoch from r.created_at) * 1000000)::int8::text as "placeMicros"`;

/** SQL: whether a review `r` comes after the place that two parameters such as `$2` and `$3` hold. */
export const comesAfter = (micros: string, id: string): string =>
  `(r.created_at, r.id) < (timestamptz 'epoch' + ${micros}::int8 * interval '1 microsecond', ${id}::uuid)`;

/** SQL: the newest first. */
export const newestFirst = "r.created_at desc, r.id desc";

type Placed = { id: string; placeMicros: string };

/** Microseconds since 1970 and the id of the last review that was shown; before every review without a cursor. */
export function placeOf(cursor: string | undefined): readonly [micros: string, id: string] {
  const [micros = "", id = ""] = (cursor ?? start).split("_");
  return [micros, id];
}

const start = "9999999999999999_ffffffff-ffff-ffff-ffff-ffffffffffff";

/** Cuts a list that was read with one more than `perPage` into its page and the cursor of the next one. */
export function cutPage<Row extends Placed>(
  rows: readonly Row[],
  perPage: number,
): { reviews: Row[]; nextCursor: string | null } {
  const reviews = rows.slice(0, perPage);
  const last = rows.length > perPage ? reviews.at(-1) : undefined;
  return { reviews, nextCursor: last ? cursorOf(last) : null };
}

export const cursorOf = ({ placeMicros, id }: Placed): string => `${placeMicros}_${id}`;
