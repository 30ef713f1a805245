import { commonZone } from "#contract/dates.ts";
import { hotStatement } from "./statement.ts";
import type { Services } from "#server/services.ts";

/**
 * SQL: the zone in which days and months are counted and shown for a creator. `user` names a row of `users`. The table holds
 * only zones that this database knows.
 */
export const creatorZone = (user: string): string => `coalesce(${user}.time_zone, '${commonZone}')`;

/** SQL: the same, of the creator whose id a parameter holds; looked up once by a statement that says it. */
export const zoneOfCreator = (parameter: string): string =>
  `coalesce((select z.time_zone from users z where z.id = ${parameter}), '${commonZone}')`;

/**
 * SQL: the moment at which a date begins in a zone. Where clocks are put back at one in the morning its midnight comes
 * twice, and PostgreSQL takes the second: so the end of the day before is asked for, which is one moment everywhere.
 */
export const startOfDay = (date: string, zone: string): string =>
  `((${date})::timestamp - interval '1 microsecond') at time zone ${zone} + interval '1 microsecond'`;

/** A creator's zone. */
export async function getCreatorZone(pool: Services["pool"], creatorId: string): Promise<string> {
  const [row] = await selectZone(pool, creatorId);
  return row?.zone ?? commonZone;
}

const selectZone = hotStatement("select_creator_zone")<{ zone: string }, [creatorId: string]>(
  `select ${zoneOfCreator("$1")} as zone`,
);
