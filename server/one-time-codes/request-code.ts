import { randomUUID } from "node:crypto";
import { z } from "zod";
import { Id } from "#contract/values.ts";
import { type tokenPurposes, verificationTokens } from "#server/database/schema/accounts.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { enqueue, type Job } from "#server/jobs/job.ts";
import { hashToken } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";

export type CodePurpose = (typeof tokenPurposes)[number];

/** What binds a code: the address it goes to, the cookie of the browser that asked, and what it is for. */
export type Asking = { email: string; browserToken: string; purpose: CodePurpose };

/** How long a code lives. */
export const codeLifeMs = 10 * 60_000;

/** What the job that makes a code gets: a code is never in it. */
export const CodeFlow = z.object({ flowId: Id });

/**
 * Asks for a code. Every address gets the same work and the same answer; the job that makes the code decides whether
 * a mail goes out. Until it has, the browser's older code for this address stays the valid one. `known` says that the
 * browser has proved the address before.
 */
export async function requestCode(
  { db, pool, clock }: Services,
  { email, browserToken, purpose, ip, known }: Asking & { ip: string; known: boolean },
  mailCode: Job<typeof CodeFlow>,
): Promise<void> {
  const now = clock.now();
  const flowId = randomUUID();
  await db.transaction(async (tx) => {
    await tx.insert(verificationTokens).values({
      id: flowId,
      email,
      token: `asked:${flowId}`,
      salt: "",
      purpose,
      browserHash: hashToken(browserToken),
      ipAddress: ip,
      known,
      // Takes the older code's place once there is a code to take it.
      replaced: true,
      createdAt: now,
      expiresAt: new Date(now.getTime() + codeLifeMs),
    });
    await enqueue(tx, mailCode, { flowId });
  });
  wakeListeners(pool, "job_outbox");
}
