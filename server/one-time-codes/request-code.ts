import { randomUUID } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import type { AskedForCode } from "#contract/accounts/asked-for-code.ts";
import { Id } from "#contract/values.ts";
import type { Db } from "#server/database/client.ts";
import { type tokenPurposes, verificationTokens } from "#server/database/schema/accounts.ts";
import { mailboxOf } from "#server/database/schema/mailbox-of.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { enqueue, type Job } from "#server/jobs/job.ts";
import { hashToken } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";
import { type CodeRequest, refusedUntil } from "./code-limits.ts";
import { lockFlows } from "./live-codes.ts";

export type CodePurpose = (typeof tokenPurposes)[number];

/** What binds a code: the address it goes to, the cookie of the browser that asked, and what it is for. */
export type Asking = { email: string; browserToken: string; purpose: CodePurpose };

/** How long a code lives. */
export const codeLifeMs = 10 * 60_000;
const dayMs = 86_400_000;

/** What the job that makes a code gets: a code is never in it. */
export const CodeFlow = z.object({ flowId: Id });

/**
 * Asks for a code, and answers whether the limits let one be sent. They count requests, not emails: every address gets the same
 * work and the same answer, and the job that makes the code decides whether there is anyone to send it to. Until it has, the
 * browser's older code for this address stays the valid one. `known` says that the browser has proved the address before.
 */
export async function requestCode(
  { db, pool, clock }: Services,
  { email, browserToken, purpose, ip, known }: Asking & { ip: string; known: boolean },
  mailCode: Job<typeof CodeFlow>,
): Promise<AskedForCode> {
  const now = clock.now();
  const flowId = randomUUID();
  const browserHash = hashToken(browserToken);
  const until = await db.transaction(async (tx) => {
    // One at a time, or two could both be the only one of their minute.
    await lockFlows(tx, { purpose, email });
    const asking: CodeRequest = { createdAt: now, ip, browserHash, known };
    const refused = refusedUntil(await requestsOfDay(tx, { purpose, email }, now), asking);
    if (refused) return refused;
    await tx.insert(verificationTokens).values({
      id: flowId,
      email,
      token: `asked:${flowId}`,
      salt: "",
      purpose,
      browserHash,
      ipAddress: ip,
      known,
      // Takes the older code's place once there is a code to take it.
      replaced: true,
      createdAt: now,
      expiresAt: new Date(now.getTime() + codeLifeMs),
    });
    await enqueue(tx, mailCode, { flowId });
    return undefined;
  });
  if (until) return { sent: false, waitSeconds: Math.ceil((until.getTime() - now.getTime()) / 1_000) };
  wakeListeners(pool, "job_outbox");
  return { sent: true, waitSeconds: null };
}

const requestsOfDay = (tx: Db, { purpose, email }: Pick<Asking, "purpose" | "email">, now: Date) =>
  tx
    .select({
      createdAt: verificationTokens.createdAt,
      ip: verificationTokens.ipAddress,
      browserHash: verificationTokens.browserHash,
      known: verificationTokens.known,
    })
    .from(verificationTokens)
    .where(
      and(
        sql`${verificationTokens.mailbox} = (select ${sql.raw(mailboxOf("given.email"))} from (select ${email}::text as email) given)`,
        eq(verificationTokens.purpose, purpose),
        eq(verificationTokens.tokenType, "OTP"),
        gt(verificationTokens.createdAt, new Date(now.getTime() - dayMs)),
      ),
    );
