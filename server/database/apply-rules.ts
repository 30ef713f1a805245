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
  const { rules, sha256 } = await readRules(time);
  await client.query(
    `create table if not exists drizzle.applied_rules (sha256 text not null, applied_at timestamptz not null default now());
     alter table drizzle.applied_rules add column if not exists time text`,
  );
  const { rows } = await client.query<{ sha256: string }>(
    "select sha256 from drizzle.applied_rules order by applied_at desc limit 1",
  );
  if (rows[0]?.sha256 === sha256) return;
  await client.query("begin");
  try {
    await client.query(
      "select set_config('openstall.clock', $1, true), set_config('lock_timeout', '3s', true)",
      [time],
    );
    await client.query(rules);
    await client.query("insert into drizzle.applied_rules (sha256, time) values ($1, $2)", [sha256, time]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/** Whether these very rules, or those of a later version for the same time, are what a migrated database has. */
export async function hasAppliedRules(client: pg.Client, time: ShopTime): Promise<boolean> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    "select to_regclass('drizzle.applied_rules') is not null as exists",
  );
  if (!found[0]?.exists) return false;
  // Of before it was noted there is no time.
  const { rows } = await client.query<{ sha256: string; time: string | null }>(
    "select sha256, to_jsonb(r)->>'time' as time from drizzle.applied_rules r order by applied_at desc",
  );
  const { sha256 } = await readRules(time);
  const isForSameTime = (rows[0]?.time ?? time) === time;
  return isForSameTime && rows.some((row) => row.sha256 === sha256);
}

async function readRules(time: ShopTime): Promise<{ rules: string; sha256: string }> {
  const rules = await readFile(new URL("./rules.sql", import.meta.url), "utf8");
  return { rules, sha256: createHash("sha256").update(`${time}\n${rules}`).digest("hex") };
}
