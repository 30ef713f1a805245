import type pg from "pg";
import { dbOn } from "#server/database/client.ts";
import { notifyCreator } from "#server/features/notifications/tell-creator.ts";
import { monthOf } from "./write-batch.ts";

/** The shares of a month's automatic replies at whose crossing their creator is told. */
const shares = [0.8, 1];

/** Tells a creator, once a month for each share, that their plan's automatic replies run out, or have. */
export async function notifyOfReplyLimit(
  client: pg.PoolClient,
  ownerId: string,
  { before, added, limit, now }: { before: number; added: number; limit: number; now: Date },
): Promise<void> {
  const used = before + added;
  const crossed = shares.findLast((share) => before < limit * share && used >= limit * share);
  if (crossed === undefined) return;
  await notifyCreator(dbOn(client), {
    ownerId,
    kind: "PLAN_LIMIT",
    event: `reply-limit:${monthOf(now)}:${crossed}`,
    facts: { used, limit },
    now,
  });
}
