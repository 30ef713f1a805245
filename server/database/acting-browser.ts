import { sql } from "drizzle-orm";
import type { Db } from "./client.ts";

/** The browser in which somebody does something to an account. */
export type ActingBrowser = { userAgent: string; ip: string };

/**
 * Says from where and when this transaction does what it does, for the triggers that write down what happened in an account. Call it
 * in a transaction: it holds until that ends.
 */
export async function sayActingBrowser(
  tx: Db,
  { userAgent, ip }: ActingBrowser,
  now: Date,
  more: { takesBack?: true } = {},
): Promise<void> {
  const said = JSON.stringify({ userAgent: userAgent.slice(0, 300), ip, at: now.toISOString(), ...more });
  await tx.execute(sql`select set_config('openstall.browser', ${said}, true)`);
}
