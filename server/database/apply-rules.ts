import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type pg from "pg";

/** Whose time the shop goes by: one that can be moved on, in local mode, or the machine's. */
export type ShopTime = "movable" | "machine";

/**
 * Brings the database's functions, triggers and views to what `rules.sql` says, in one transaction, unless this very file was
 * applied last, for the same time: making triggers anew keeps sales waiting for a moment. For a migrated database whose migration lock is held.
 */
export async function applyRules(client: pg.Client, time: ShopTime): Promise<void> {
  const rules = await readFile(new URL("./rules.sql", import.meta.url), "utf8");
  const sha256 = createHash("sha256").update(`${time}\n${rules}`).digest("hex");
  await client.query(
    "create table if not exists drizzle.applied_rules (sha256 text not null, applied_at timestamptz not null default now())",
  );
  const { rows } = await client.query<{ sha256: string }>(
    "select sha256 from drizzle.applied_rules order by applied_at desc limit 1",
  );
  if (rows[0]?.sha256 === sha256) return;
  await client.query("begin");
  try {
    await client.query("select set_config('openstall.clock', $1, true)", [time]);
    await client.query(rules);
    await client.query("insert into drizzle.applied_rules (sha256) values ($1)", [sha256]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}
