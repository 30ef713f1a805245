import { sql } from "drizzle-orm";
import { formatMoney } from "#server/mail/layout/money.ts";
import type { Db } from "./client.ts";

/** The plan that lifts a limit and what it costs, as a refusal says it: `Pro ($29.00 a month)`. */
export async function proOffer(db: Db): Promise<string> {
  const { rows } = await db.execute<{ priceCents: number; currency: string }>(
    sql`select price_cents as "priceCents", currency from products where plan = 'PRO' and state = 'PUBLISHED'`,
  );
  return rows[0] ? `Pro (${formatMoney(rows[0].priceCents, rows[0].currency)} a month)` : "Pro";
}
