import { inArray, sql } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { affiliateLinks } from "#server/database/schema/affiliates.ts";

const endings = ["2", "-shop", "_1", "-now", "-vip", "7", "-deal", "_x", "-24", "99"];

/** Up to three free codes like one that is taken; a code has at most 40 characters. */
export async function suggestCodes(db: Db, code: string): Promise<string[]> {
  const candidates = endings.map((ending) => code.slice(0, 40 - ending.length) + ending);
  const lowered = sql<string>`lower(${affiliateLinks.code})`;
  const rows = await db
    .select({ code: lowered })
    .from(affiliateLinks)
    .where(
      inArray(
        lowered,
        candidates.map((candidate) => candidate.toLowerCase()),
      ),
    );
  const taken = new Set(rows.map((row) => row.code));
  return candidates.filter((candidate) => !taken.has(candidate.toLowerCase())).slice(0, 3);
}
