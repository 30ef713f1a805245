import type pg from "pg";
import type { undoableKinds } from "#contract/deletions/deletions.ts";
import { statement } from "./statement.ts";

export type UndoableKind = (typeof undoableKinds)[number];

/** As many of a creator's can be put back: what nobody asks back in seconds would else add up until it is swept. */
const mostKept = 50;

/**
 * Deletes something so that its creator can put it back for some minutes. What `remove` deletes in the caller's transaction, and
 * what foreign keys take with it, is kept by triggers (`rules.sql`): a few rows. What grows with sales or messages has no foreign key
 * to what can be deleted so, keeps its name and is read by a join; it is as it was when that is put back. Answers the deletion's id.
 */
export async function deleteUndoably(
  client: pg.PoolClient,
  { ownerId, kind, now }: { ownerId: string; kind: UndoableKind; now: Date },
  remove: () => Promise<unknown>,
): Promise<string> {
  const [deletion] = await begin(client, ownerId, kind, now);
  if (!deletion) throw new Error("a deletion was not written");
  await remove();
  await end(client);
  await dropOlder(client, ownerId, mostKept);
  return deletion.id;
}

const begin = statement("deletions_begin")<
  { id: string; named: string | null },
  [ownerId: string, kind: UndoableKind, now: Date]
>(`with made as (insert into deletions (owner_id, kind, deleted_at) values ($1, $2, $3) returning id)
   select id, set_config('openstall.deletion', id::text, true) as named from made`);

const end = statement("deletions_end")<{ named: string | null }, []>(
  "select set_config('openstall.deletion', '', true) as named",
);

const dropOlder = statement("deletions_drop_older")<never, [ownerId: string, kept: number]>(
  `delete from deletions where id in (
     select id from deletions where owner_id = $1 order by deleted_at desc, id offset $2)`,
);
