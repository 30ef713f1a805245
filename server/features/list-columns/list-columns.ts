import { and, eq } from "drizzle-orm";
import type { ListColumns, ListName } from "#contract/list-columns/list-columns.ts";
import { listColumns } from "#server/database/schema/list-columns.ts";
import type { Services } from "#server/services.ts";

type Db = Pick<Services, "db">;

/** The columns that somebody has chosen, a list each. */
export const getListColumns = ({ db }: Db, userId: string): Promise<ListColumns[]> =>
  db
    .select({ list: listColumns.list, columns: listColumns.columns })
    .from(listColumns)
    .where(eq(listColumns.userId, userId))
    .orderBy(listColumns.list);

/** Chooses the columns of a list: whoever is last has chosen them. */
export async function chooseListColumns(
  services: Db,
  userId: string,
  list: ListName,
  chosen: readonly string[],
): Promise<ListColumns[]> {
  const columns = [...new Set(chosen)];
  await services.db
    .insert(listColumns)
    .values({ userId, list, columns })
    .onConflictDoUpdate({ target: [listColumns.userId, listColumns.list], set: { columns } });
  return getListColumns(services, userId);
}

/** Forgets what was chosen for a list; nothing of it is no error. */
export async function resetListColumns(services: Db, userId: string, list: ListName): Promise<ListColumns[]> {
  await services.db
    .delete(listColumns)
    .where(and(eq(listColumns.userId, userId), eq(listColumns.list, list)));
  return getListColumns(services, userId);
}
