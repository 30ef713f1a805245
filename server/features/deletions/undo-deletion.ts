import type pg from "pg";
import { undoMinutes } from "#contract/deletions/deletions.ts";
import { deleteMailing } from "#contract/mailings/mailings.ts";
import { deletePost } from "#contract/posts/posts.ts";
import { deleteSavedFilter, mostSavedFilters } from "#contract/saved-filters/saved-filters.ts";
import { deleteAutomationRule } from "#contract/social/automation-rules.ts";
import { deleteKeywordResponse } from "#contract/social/keyword-responses.ts";
import { deleteTag, mostTags } from "#contract/tags/tags.ts";
import type { Roles } from "#contract/team/roles.ts";
import { sqlState } from "#server/database/client.ts";
import type { UndoableKind } from "#server/database/deletions.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { lockCreator } from "#server/database/lock-creator.ts";
import { statement, type Statement } from "#server/database/statement.ts";
import { Conflict, NotFound } from "#server/errors.ts";
import { mostDrafts } from "#server/features/mailings/write-mailing.ts";
import { lockTagsOf } from "#server/features/tags/lock-tags.ts";
import type { SignedIn } from "#server/http/http.ts";
import { requireRole } from "#server/http/roles.ts";
import type { Services } from "#server/services.ts";

/** Who may put something back: whoever may delete it. */
const deletersOf: Record<UndoableKind, Roles> = {
  AUTOMATION_RULE: deleteAutomationRule.config.roles,
  KEYWORD_RESPONSE: deleteKeywordResponse.config.roles,
  MAILING: deleteMailing.config.roles,
  POST: deletePost.config.roles,
  SAVED_FILTER: deleteSavedFilter.config.roles,
  TAG: deleteTag.config.roles,
};

/**
 * Puts back what was deleted of a store a moment ago, with all that went with it, in one transaction and once. Throws 404 for a
 * deletion that is not the store's, is put back already or too long ago; 403 `ROLE` where it is not theirs to delete; 409 where something else has its place by now, what it
 * belonged to is gone, or there is no room for it any more.
 */
export async function undoDeletion(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  by: Pick<SignedIn, "creatorId" | "role">,
  id: string,
): Promise<void> {
  const ownerId = by.creatorId;
  const since = new Date(clock.now().getTime() - undoMinutes * 60_000);
  await inTransaction(pool, async (client) => {
    // Whoever removes a person's data waits for this, or this finds nothing any more.
    const [deletion] = await takeDeletion(client, ownerId, id, since);
    if (!deletion) throw NotFound("This cannot be put back any more");
    requireRole(by, deletersOf[deletion.kind]);
    // Whoever adds one of them takes the same turns.
    if (deletion.kind === "TAG") await lockTagsOf(client, ownerId);
    else if (rooms[deletion.kind]) await lockCreator(client, ownerId);
    await puttingBack(client, id);
    await requireRoom(client, ownerId, deletion.kind);
    await removeDeletion(client, id);
  });
}

async function puttingBack(client: pg.PoolClient, id: string): Promise<void> {
  try {
    // A piece in a statement, so that none takes long. What a hundred thousand rows name is put back without them: they name it still.
    for (const { piece } of await selectPieces(client, id)) await putBackPiece(client, piece);
  } catch (error) {
    const state = sqlState(error);
    if (state === "23505")
      throw Conflict("It could not be put back: something else has its name or its place by now.", "TAKEN");
    if (state === "23503") throw Conflict("It could not be put back: what it belonged to is gone.", "GONE");
    throw error;
  }
}

/** Of what a creator may have so many only, how many they have; counted with what was put back. */
const rooms: Partial<
  Record<UndoableKind, { most: number; count: Statement<{ count: number }, [ownerId: string]> }>
> = {
  SAVED_FILTER: {
    most: mostSavedFilters,
    count: statement("deletions_count_saved_filters")(
      "select count(*)::int as count from saved_filters where owner_id = $1 group by list order by 1 desc limit 1",
    ),
  },
  TAG: {
    most: mostTags,
    count: statement("deletions_count_tags")("select count(*)::int as count from tags where owner_id = $1"),
  },
  MAILING: {
    most: mostDrafts,
    count: statement("deletions_count_mailings")(
      "select count(*)::int as count from mailings where owner_id = $1 and state in ('DRAFT', 'SCHEDULED', 'LATE')",
    ),
  },
};

/** As many may have been made anew since it was deleted. */
async function requireRoom(client: pg.PoolClient, ownerId: string, kind: UndoableKind): Promise<void> {
  const room = rooms[kind];
  if (!room) return;
  const [found] = await room.count(client, ownerId);
  if ((found?.count ?? 0) > room.most)
    throw Conflict(`It could not be put back: you have ${room.most} by now. Delete another first.`, "FULL");
}

const takeDeletion = statement("deletions_take")<
  { kind: UndoableKind },
  [ownerId: string, id: string, since: Date]
>("select kind from deletions where owner_id = $1 and id = $2 and deleted_at > $3 for update");

const selectPieces = statement("deletions_select_pieces")<{ piece: string | null }, [id: string]>(
  "select kept_pieces($1)::text as piece",
);
const putBackPiece = statement("deletions_put_back_piece")<
  { put_back_piece: unknown },
  [piece: string | null]
>("select put_back_piece($1)");

const removeDeletion = statement("deletions_remove")<never, [id: string]>(
  "delete from deletions where id = $1",
);
