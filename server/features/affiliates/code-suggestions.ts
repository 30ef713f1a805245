import { sql } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";

const endings = ["2", "-shop", "_1", "-now", "-vip", "7", "-deal", "_x", "-24", "99"];

/** Up to three free codes like one that is taken; a code has at most 40 characters. */
export async function suggestCodes(db: Db, code: string): Promise<string[]> {
  const candidates = endings.map((ending) => code.slice(0, 40 - ending.length) + ending);
  const { rows } = await db.execute<{ code: string }>(sql`
    select lower(code) as code from affiliate_links where lower(code) in ${candidates.map((candidate) => candidate.toLowerCase())}`);
  const taken = new Set(rows.map((row) => row.code));
  return candidates.filter((candidate) => !taken.has(candidate.toLowerCase())).slice(0, 3);
}
