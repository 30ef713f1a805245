import type pg from "pg";
import { sessionLimits, sessionSettings } from "./session-settings.ts";

/**
 * Gives the role of a connection, in its database, the settings that a pooler would lose: how moments are written, and after
 * how long a statement is cut off. Nothing is written where they stand already.
 */
export async function writeRoleSettings(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ settings: string[] | null }>(
    `select s.setconfig as settings from pg_db_role_setting s
       join pg_database d on d.oid = s.setdatabase join pg_roles r on r.oid = s.setrole
      where d.datname = current_database() and r.rolname = current_user`,
  );
  const present = new Set((rows[0]?.settings ?? []).map((one) => one.toLowerCase()));
  for (const [name, value] of Object.entries({ ...sessionSettings, ...sessionLimits })) {
    if (present.has(`${name}=${value}`.toLowerCase())) continue;
    const { rows: made } = await client.query<{ text: string }>(
      "select format('alter role %I in database %I set %I to %L', current_user, current_database(), $1::text, $2::text) as text",
      [name, value],
    );
    await client.query(made[0]?.text ?? "");
  }
}
