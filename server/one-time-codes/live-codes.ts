import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { verificationTokens } from "#server/database/schema/accounts.ts";
import { mailboxOf } from "#server/database/schema/mailbox-of.ts";
import type { CodePurpose } from "./request-code.ts";

/** What a code is good for: one address, in one browser. */
export type CodeBinding = { email: string; browserHash: string; purpose: CodePurpose };

/**
 * The code and the link that still work, but for their age. Each address has its own: if a code for one took the place of
 * another's, a browser that asks for both would learn for whom a code was made, and so who has bought.
 */
export const liveCodes = ({ email, browserHash, purpose }: CodeBinding) =>
  and(
    eq(verificationTokens.email, email),
    eq(verificationTokens.browserHash, browserHash),
    eq(verificationTokens.purpose, purpose),
    eq(verificationTokens.replaced, false),
    eq(verificationTokens.verified, false),
  );

/** Makes the flows of one mailbox and purpose wait for each other until the transaction ends. */
export async function lockFlows(
  tx: Db,
  { purpose, email }: Pick<CodeBinding, "purpose" | "email">,
): Promise<void> {
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(concat('one-time-code:', ${purpose}::text, ':', ${sql.raw(mailboxOf("given.email"))}), 0))
      from (select ${email}::text as email) given`);
}
