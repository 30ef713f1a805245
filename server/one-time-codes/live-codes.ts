import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { verificationTokens } from "#server/database/schema/accounts.ts";
import type { CodePurpose } from "./request-code.ts";

/** The codes and links of a browser that still work, but for their age. */
export const liveCodes = ({ browserHash, purpose }: { browserHash: string; purpose: CodePurpose }) =>
  and(
    eq(verificationTokens.browserHash, browserHash),
    eq(verificationTokens.purpose, purpose),
    eq(verificationTokens.replaced, false),
    eq(verificationTokens.verified, false),
  );

/** Makes flows of one purpose that share something (an address, a browser) wait for each other until the transaction ends. */
export async function lockFlows(tx: Db, purpose: CodePurpose, shared: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`one-time-code:${purpose}:${shared}`}, 0))`,
  );
}
