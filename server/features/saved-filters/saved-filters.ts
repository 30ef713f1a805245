import { and, eq, sql } from "drizzle-orm";
import type { Deleted } from "#contract/deletions/deletions.ts";
import {
  type FilteredList,
  mostSavedFilters,
  type SavedFilter,
} from "#contract/saved-filters/saved-filters.ts";
import { dbOn } from "#server/database/client.ts";
import { deleteUndoably } from "#server/database/deletions.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { lockCreator } from "#server/database/lock-creator.ts";
import { savedFilters } from "#server/database/schema/saved-filters.ts";
import { Conflict, NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

const shown = { id: savedFilters.id, name: savedFilters.name, search: savedFilters.search };

/** The filters that a creator keeps of a list, by name. */
export const listSavedFilters = (
  { db }: Pick<Services, "db">,
  ownerId: string,
  list: FilteredList,
): Promise<SavedFilter[]> =>
  db
    .select(shown)
    .from(savedFilters)
    .where(and(eq(savedFilters.ownerId, ownerId), eq(savedFilters.list, list)))
    .orderBy(sql`lower(${savedFilters.name})`);

type Kept = { list: FilteredList; name: string; search: string };

/** Keeps a filter, in the place of one that has its name. Throws 409 past 20 of a list. */
export const saveFilter = (
  { pool, clock }: Pick<Services, "pool" | "clock">,
  ownerId: string,
  { list, name, search }: Kept,
): Promise<SavedFilter> =>
  inTransaction(pool, async (client) => {
    const tx = dbOn(client);
    // Two at once are counted one after the other.
    await lockCreator(client, ownerId);
    const isNamed = sql`lower(${savedFilters.name}) = lower(${name})`;
    const ofList = and(eq(savedFilters.ownerId, ownerId), eq(savedFilters.list, list));
    const others = await tx.$count(savedFilters, and(ofList, sql`not (${isNamed})`));
    if (others >= mostSavedFilters)
      throw Conflict(
        `You keep ${mostSavedFilters} filters of this list. Delete one that you do not use any more.`,
        "TOO_MANY_FILTERS",
      );
    await tx.delete(savedFilters).where(and(ofList, isNamed));
    const [saved] = await tx
      .insert(savedFilters)
      .values({ ownerId, list, name, search, createdAt: clock.now() })
      .returning(shown);
    if (!saved) throw new Error("a filter was not written");
    return saved;
  });

/** It can be put back for some minutes. Throws 404 for one that is not theirs. */
export const deleteSavedFilter = (
  { pool, clock }: Pick<Services, "pool" | "clock">,
  ownerId: string,
  id: string,
): Promise<Deleted> =>
  inTransaction(pool, async (client) => {
    const deletion = { ownerId, kind: "SAVED_FILTER", now: clock.now() } as const;
    const deletionId = await deleteUndoably(client, deletion, async () => {
      const gone = await dbOn(client)
        .delete(savedFilters)
        .where(and(eq(savedFilters.id, id), eq(savedFilters.ownerId, ownerId)))
        .returning({ id: savedFilters.id });
      if (gone.length === 0) throw NotFound("Filter not found");
    });
    return { success: true, deletionId };
  });
