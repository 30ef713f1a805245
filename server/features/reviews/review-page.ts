import { placeMicros } from "#server/database/newest-first.ts";

/** SQL: the columns of a review `r` as everybody reads it, and its place in the order of the list. */
export const reviewColumns = `
  r.id, r.rating, r.text, r.author_name as "authorName", r.answer, r.answered_at as "answeredAt", r.created_at as "createdAt",
  ${placeMicros("r.created_at")} as "placeMicros"`;

/** SQL: the newest first. */
export const newestFirst = "r.created_at desc, r.id desc";
