import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { socialAccounts } from "#server/database/schema/social.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { defineJob, enqueue } from "#server/jobs/job.ts";
import type { AccountEnd, PlatformName } from "#server/platforms/social-platform.ts";
import { seal, unseal } from "#server/secrets/sealing.ts";
import type { Services } from "#server/services.ts";
import { endConnections } from "./end-connections.ts";
import { eraseMessages } from "./erase-messages.ts";

/** What a person's request was about; it travels sealed in the address that they were given. */
const Request = z.object({ platform: z.string(), accounts: z.array(z.string()), at: z.number() });

const sealed = { purpose: "data deletion", row: "address" } as const;

/** Everything that a platform told us of an account and of the people who wrote to it. */
export const eraseSocialAccount = defineJob({
  name: "erase-social-account",
  data: z.object({ accountId: z.string(), receivedBefore: z.iso.datetime() }),
  async handle({ db, pool, clock }, { accountId, receivedBefore }) {
    await eraseMessages(pool, accountId, new Date(receivedBefore));
    await db
      .update(socialAccounts)
      .set({ displayName: null, profileImageUrl: null, appScopedId: null, updatedAt: clock.now() })
      // Connected again since, it is another agreement.
      .where(and(eq(socialAccounts.id, accountId), eq(socialAccounts.verified, false)));
  },
});

/**
 * A person asks the provider that what we have of them be deleted: the connections of theirs end at once, and a job deletes
 * what came through them. Answers where they can follow it, and its code.
 */
export async function requestDeletion(
  services: Services,
  platform: PlatformName,
  ends: readonly AccountEnd[],
): Promise<{ url: string; confirmation_code: string }> {
  const { db, pool, clock, config, secret } = services;
  const now = clock.now();
  const accounts = await db.transaction(async (tx) => {
    const ended = await endConnections({ db: tx, clock }, ends);
    for (const accountId of ended)
      await enqueue(tx, eraseSocialAccount, { accountId, receivedBefore: now.toISOString() });
    return ended;
  });
  wakeListeners(pool, "job_outbox");
  const request = JSON.stringify({ platform, accounts, at: now.getTime() });
  const id = seal(secret, sealed.purpose, sealed.row, request);
  const url = new URL(`/webhook/${platform.toLowerCase()}/deletion`, config.publicUrl);
  url.searchParams.set("id", id);
  return { url: url.href, confirmation_code: codeOf(id) };
}

/** How far a request is; undefined for an address that we never gave. */
export async function findDeletion(
  { pool, secret }: Services,
  platform: PlatformName,
  id: string,
): Promise<{ code: string; requestedAt: Date; isDone: boolean } | undefined> {
  const opened = unseal(secret, sealed.purpose, sealed.row, id);
  const request = opened ? Request.parse(JSON.parse(opened)) : undefined;
  if (request?.platform !== platform) return undefined;
  const requestedAt = new Date(request.at);
  const [answer] = await selectIsLeft(pool, [...request.accounts], requestedAt);
  return { code: codeOf(id), requestedAt, isDone: answer?.isLeft === false };
}

const selectIsLeft = statement("social_select_is_left")<
  { isLeft: boolean },
  [accountIds: string[], requestedAt: Date]
>(
  `select exists (select from social_events where social_account_id = any ($1::uuid[]) and received_at <= $2)
       or exists (select from dm_conversations where social_account_id = any ($1::uuid[]) and created_at <= $2) as "isLeft"`,
);

/** Short enough to be read out. */
const codeOf = (id: string) => createHash("sha256").update(id).digest("hex").slice(0, 12);
