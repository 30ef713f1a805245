import { and, eq, sql } from "drizzle-orm";
import {
  type FilteredList,
  mostSavedFilters,
  type SavedFilter,
} from "#contract/saved-filters/saved-filters.ts";
import { users } from "#server/database/schema/accounts.ts";
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
  { db, clock }: Pick<Services, "db" | "clock">,
  ownerId: string,
  { list, name, search }: Kept,
): Promise<SavedFilter> =>
  db.transaction(async (tx) => {
    // Two at once are counted one after the other.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for("no key update");
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

/** Throws 404 for one that is not theirs. */
export async function deleteSavedFilter(
  { db }: Pick<Services, "db">,
  ownerId: string,
  id: string,
): Promise<void> {
  const gone = await db
    .delete(savedFilters)
    .where(and(eq(savedFilters.id, id), eq(savedFilters.ownerId, ownerId)))
    .returning({ id: savedFilters.id });
  if (gone.length === 0) throw NotFound("Filter not found");
}
