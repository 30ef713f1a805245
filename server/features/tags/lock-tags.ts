import { statement } from "#server/database/statement.ts";

/** Whatever gives a creator's tags, names or deletes them is done one after the other: limits hold, and nothing is given that is gone. */
export const lockTagsOf = statement("tags_lock")<never, [ownerId: string]>(
  "select pg_advisory_xact_lock(hashtextextended('tags of ' || $1::uuid, 0))",
);
