import type pg from "pg";
import { AudienceSql, type Asked } from "./audience-sql.ts";

/** One person, if they are of an audience at this moment, and whether anybody proved that their address is theirs. */
export async function readPerson(
  client: pg.PoolClient,
  asked: Asked & { mailbox: string },
): Promise<{ isProven: boolean } | undefined> {
  const [person] = await new AudienceSql(asked).query<{ isProven: boolean }>(
    client,
    `select is_proven as "isProven" from matching`,
  );
  return person;
}
