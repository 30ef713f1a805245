import type pg from "pg";
import { isolated } from "#contract/isolated.ts";
import type { Deleted } from "#contract/deletions/deletions.ts";
import { mostTags, type Tag } from "#contract/tags/tags.ts";
import type { TagOfPerson } from "#contract/tags/tag-of-person.ts";
import { dbOn } from "#server/database/client.ts";
import { deleteUndoably } from "#server/database/deletions.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { HttpError, NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { queueExpiry } from "./expire-tag.ts";
import { lockTagsOf } from "./lock-tags.ts";

type Pool = Pick<Services, "pool">;

/**
 * The creator's tags by name, with how many people have each, and how many mailings still go by it. People are mailboxes:
 * somebody in a conversation is counted once they bought, so that a tag's number is that of the customers and subscribers
 * whom a filter or a mailing finds by it.
 */
export const listTags = ({ pool }: Pool, ownerId: string): Promise<Tag[]> => selectTags(pool, ownerId);

/** Gives a tag another name. Throws 404 for one that is not theirs, 409 where another has that name. */
export const renameTag = ({ pool }: Pool, ownerId: string, id: string, name: string): Promise<TagOfPerson> =>
  inTransaction(pool, async (client) => {
    await lockTagsOf(client, ownerId);
    const [other] = await selectByName(client, ownerId, name);
    const [tag] = other && other.id !== id ? [] : await update(client, ownerId, id, name);
    if (tag) return tag;
    if (!other || (await selectOwn(client, ownerId, id)).length === 0) throw NotFound("Tag not found");
    throw refused("TAG_EXISTS", `You have a tag “${isolated(other.name)}” already`);
  });

/**
 * Takes a tag from everybody; it can be put back for some minutes. Its people keep their rows until then, so that neither waits for
 * a hundred thousand of them. Throws 404 for one that is not theirs.
 */
export const deleteTag = (
  { pool, clock }: Pick<Services, "pool" | "clock">,
  ownerId: string,
  id: string,
): Promise<Deleted> =>
  inTransaction(pool, async (client) => {
    await lockTagsOf(client, ownerId);
    const now = clock.now();
    const deletionId = await deleteUndoably(client, { ownerId, kind: "TAG", now }, async () => {
      if ((await remove(client, ownerId, id)).length === 0) throw NotFound("Tag not found");
    });
    await queueExpiry(dbOn(client), { ownerId, tagId: id, deletionId }, now);
    return { success: true, deletionId };
  });

/** The creator's tag of that name, made where there is none. Needs `lockTagsOf`. Throws 409 at `field` where they have too many. */
export async function findOrCreateTag(
  client: pg.PoolClient,
  ownerId: string,
  name: string,
  now: Date,
  field = "name",
): Promise<TagOfPerson> {
  const [known] = await selectByName(client, ownerId, name);
  if (known) return known;
  const [created] = await insert(client, ownerId, name, now);
  if (!created) throw refused("TOO_MANY_TAGS", `You have ${mostTags} tags. Delete one first.`, field);
  return created;
}

/** Whether a creator has such a tag. */
export const isOwnTag = async ({ pool }: Pool, ownerId: string, id: string): Promise<boolean> =>
  (await selectOwn(pool, ownerId, id)).length > 0;

/** 409 with what is wrong with the name. */
export const refused = (code: string, message: string, field = "name"): HttpError =>
  new HttpError(409, code, message, { fields: { [field]: message } });

export const selectByName = statement("tags_select_by_name")<TagOfPerson, [ownerId: string, name: string]>(
  "select id, name from tags where owner_id = $1 and lower(name) = lower($2)",
);

const selectOwn = statement("tags_select_own")<{ id: string }, [ownerId: string, id: string]>(
  "select id from tags where owner_id = $1 and id = $2",
);

const selectTags = statement("tags_select")<Tag, [ownerId: string]>(
  `select g.id, g.name, (select count(*)::int from person_tags w where w.tag_id = g.id) as people,
          (select count(*)::int from mailings m
            where m.owner_id = g.owner_id and m.finished_at is null and position(g.id::text in m.audience::text) > 0) as mailings
     from tags g where g.owner_id = $1 order by lower(g.name)`,
);

const insert = statement("tags_insert")<TagOfPerson, [ownerId: string, name: string, now: Date]>(
  `insert into tags (owner_id, name, created_at)
   select $1, $2, $3 where (select count(*) from tags where owner_id = $1) < ${mostTags}
   returning id, name`,
);

const update = statement("tags_update")<TagOfPerson, [ownerId: string, id: string, name: string]>(
  "update tags set name = $3 where owner_id = $1 and id = $2 returning id, name",
);

const remove = statement("tags_delete")<{ id: string }, [ownerId: string, id: string]>(
  "delete from tags where owner_id = $1 and id = $2 returning id",
);
