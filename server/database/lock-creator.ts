import { statement } from "./statement.ts";

/**
 * Until the caller's transaction ends, whatever counts what a creator has, and adds to it, waits for its turn. Not FOR UPDATE:
 * that would make every checkout in the store wait.
 */
export const lockCreator = statement("creator_lock")<never, [ownerId: string]>(
  "select from users where id = $1 for no key update",
);
