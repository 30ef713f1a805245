import { and, eq } from "drizzle-orm";
import { formatMoney } from "#server/mail/layout/money.ts";
import type { Db } from "./client.ts";
import { products } from "./schema/catalog.ts";

/** The plan that lifts a limit and what it costs, as a refusal says it: `Pro ($29.00 a month)`. */
export async function proOffer(db: Db): Promise<string> {
  const [pro] = await db
    .select({ priceCents: products.priceCents, currency: products.currency })
    .from(products)
    .where(and(eq(products.plan, "PRO"), eq(products.state, "PUBLISHED")));
  return pro ? `Pro (${formatMoney(pro.priceCents, pro.currency)} a month)` : "Pro";
}
