import { randomUUID } from "node:crypto";
import { and, eq, or } from "drizzle-orm";
import { type Db, dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { socialAccounts } from "#server/database/schema/social.ts";
import { statement } from "#server/database/statement.ts";
import { Conflict } from "#server/errors.ts";
import type { ProvenAccount } from "#server/platforms/social-platform.ts";
import type { Services } from "#server/services.ts";
import { sealTokens } from "./account-tokens.ts";
import type { AccountRow } from "./list-accounts.ts";

type For = {
  creatorId: string;
  connection: "OAUTH" | "MANUAL";
  /** The row of a token that waited. */
  into?: string;
  /** False: automation is switched off. */
  isActive?: boolean;
};

/**
 * Writes the accounts that a provider proved to be this creator's, all or none; one that they had is renewed, with its
 * responses and rules. Throws 409 ACCOUNT_TAKEN for one that is connected to another store.
 */
export function connectProven(
  services: Services,
  to: For,
  proven: readonly ProvenAccount[],
): Promise<AccountRow[]> {
  return inTransaction(services.pool, async (client) => {
    // Locks first and in one order: whoever connects the same account at the same time waits, and then finds the row.
    for (const key of proven.map(({ platform, platformUserId }) => `${platform} ${platformUserId}`).sort())
      await lockKey(client, `social account ${key}`);
    const rows: AccountRow[] = [];
    for (const account of proven)
      rows.push(await writeProven({ ...services, db: dbOn(client) }, to, account));
    return rows;
  });
}

async function writeProven(services: Services, to: For, proven: ProvenAccount): Promise<AccountRow> {
  const { db, clock } = services;
  const existing = await findRow(db, to, proven);
  const now = clock.now();
  const id = existing?.id ?? randomUUID();
  const values = {
    connection: to.connection,
    platformUserId: proven.platformUserId,
    appScopedId: proven.appScopedId,
    pageId: proven.pageId,
    username: proven.username,
    displayName: proven.displayName,
    profileImageUrl: proven.profileImageUrl,
    ...sealTokens(services, { id, userId: to.creatorId }, proven.tokens),
    verified: true,
    problem: null,
    pausedUntil: null,
    // Until the platform has been asked for its events.
    webhookUrl: null,
    updatedAt: now,
    ...(to.isActive === false && { isActive: false }),
  };
  const [row] = existing
    ? await db
        .update(socialAccounts)
        .set(values)
        .where(and(eq(socialAccounts.id, id), eq(socialAccounts.userId, to.creatorId)))
        .returning()
    : await db
        .insert(socialAccounts)
        .values({ ...values, id, userId: to.creatorId, platform: proven.platform, createdAt: now })
        .returning();
  if (!row) throw Conflict("This account was disconnected a moment ago.");
  return row;
}

/** The creator's row for it: the confirmed one, one that was confirmed once, or a token of that name that waits. */
async function findRow(
  db: Db,
  { creatorId, into }: For,
  { platform, platformUserId, username }: ProvenAccount,
): Promise<AccountRow | undefined> {
  const rows = await db
    .select()
    .from(socialAccounts)
    .where(
      and(
        eq(socialAccounts.platform, platform),
        or(
          eq(socialAccounts.platformUserId, platformUserId),
          and(eq(socialAccounts.userId, creatorId), eq(socialAccounts.problem, "UNCONFIRMED")),
        ),
      ),
    )
    .orderBy(socialAccounts.createdAt, socialAccounts.id);
  const same = rows.filter((row) => row.platformUserId === platformUserId);
  const holder = same.find(({ verified }) => verified);
  if (holder && holder.userId !== creatorId)
    throw Conflict(`@${username} is connected to another store. Disconnect it there first.`, "ACCOUNT_TAKEN");
  const waits = (row: AccountRow) =>
    row.problem === "UNCONFIRMED" && row.username.toLowerCase() === username.toLowerCase();
  return (
    holder ??
    same.find(({ userId }) => userId === creatorId) ??
    rows.find(({ id }) => id === into) ??
    rows.find(waits)
  );
}

const lockKey = statement("social_lock_account_key")<never, [key: string]>(
  "select pg_advisory_xact_lock(hashtextextended($1, 0))",
);
