import type pg from "pg";
import { lockTagsOf } from "#server/features/tags/lock-tags.ts";
import { findOrCreateTag } from "#server/features/tags/own-tags.ts";

/**
 * Returns the id of the creator's tag of this name, which is made if there is none; null for an empty name, and undefined if no
 * name is given, which leaves the reply's tag unchanged. Takes the lock of the tags, so call it before anything else is locked.
 * Throws 409 at `field` if the creator has too many tags.
 */
export async function settleReplyTag(
  client: pg.PoolClient,
  ownerId: string,
  { name, field, now }: { name: string | undefined; field: string; now: Date },
): Promise<string | null | undefined> {
  if (!name) return name === undefined ? undefined : null;
  await lockTagsOf(client, ownerId);
  return (await findOrCreateTag(client, ownerId, name, now, field)).id;
}
