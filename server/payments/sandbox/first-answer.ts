import { eq } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { sandboxUpdates } from "#server/database/schema/sandbox.ts";
import { idempotencyConflict } from "./intents.ts";

/** The answer that a key was given first; undefined for a new key. Throws `idempotency_conflict` for other parameters. */
export async function findFirstAnswer<Answer>(
  db: Db,
  key: string,
  print: string,
): Promise<Answer | undefined> {
  const known = await db.query.sandboxUpdates.findFirst({ where: eq(sandboxUpdates.idempotencyKey, key) });
  if (!known) return undefined;
  if (known.idempotencyFingerprint !== print) throw idempotencyConflict();
  return JSON.parse(JSON.stringify(known.answer), revived) as Answer;
}

/** Remembers it for those that come again, in the transaction of what it answers. */
export async function saveFirstAnswer(
  tx: Db,
  key: string,
  print: string,
  answer: unknown,
  now: Date,
): Promise<void> {
  await tx
    .insert(sandboxUpdates)
    .values({ idempotencyKey: key, idempotencyFingerprint: print, answer, createdAt: now });
}

const moments = new Set(["currentPeriodEnd", "pausedUntil", "endedAt", "periodStart", "periodEnd"]);

const revived = (name: string, value: unknown): unknown =>
  moments.has(name) && typeof value === "string" ? new Date(value) : value;
