import type pg from "pg";
import { lockTagsOf } from "#server/features/tags/lock-tags.ts";
import { findOrCreateTag } from "#server/features/tags/own-tags.ts";

/**
 * The id of the tag that a reply gives: the creator's of that name, made where there is none; null for an empty name, and undefined
 * where no name is given: the reply keeps what it has. Takes the lock of the tags: call it before anything else is locked, as whoever gives
 * tags does. Throws 409 at `field` where the creator has too many.
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
