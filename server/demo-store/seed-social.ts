import { and, desc, eq, gt, inArray, lt } from "drizzle-orm";
import { orders } from "#server/database/schema/orders.ts";
import { demoComments, demoFans, demoMessages } from "#server/database/schema/sandbox-social.ts";
import {
  dmConversations,
  dmMessages,
  socialEvents,
  socialSends,
} from "#server/database/schema/social-messages.ts";
import type { socialAccounts } from "#server/database/schema/social.ts";
import type { Services } from "#server/services.ts";
import { DEMO_COMMENTS, DEMO_POST, DEMO_THREADS, type DemoThread } from "./content/demo-social.ts";
import type { Shelf } from "./seed-shelf.ts";
import { seedAnswerers, seedSocialAccounts } from "./seed-social-accounts.ts";
import { countReplies, seedReplyLinks } from "./seed-reply-links.ts";
import { threadRows, type ThreadRows } from "./social-thread-rows.ts";

type Account = typeof socialAccounts.$inferSelect;
type Db = Services["db"];

const hourMs = 3_600_000;
/** Orders of the last hours have no room for what was written after them; older ones than a month are on no chart. */
const [newestMs, oldestMs] = [12 * hourMs, 30 * 24 * hourMs];
/** So long before they paid, buyers had written. */
const beforePayingMs = 40 * 60_000;

/** Demo Mode accounts with what answers their messages, the messages, and the orders that came of them. Returns how many conversations. */
export async function seedSocial(services: Services, ownerId: string, shelf: Shelf): Promise<number> {
  const { db, clock, config, platforms } = services;
  const now = clock.now();
  const accounts = await seedSocialAccounts(db, ownerId, now);
  const answerers = await seedAnswerers(db, accounts, shelf, now);
  const orderOf = await ordersToCome(db, ownerId, shelf, now);
  const threads = DEMO_THREADS.map((thread) => {
    const account = accountOf(accounts, thread.account);
    const order = "withOrderOf" in thread.begins ? orderOf(thread.begins.withOrderOf) : undefined;
    const startsAt = startOf(thread, order?.paidAt, now);
    const platform = platforms.demo(account.platform);
    const rows = threadRows(thread, { account, platform, answerers, startsAt, publicUrl: config.publicUrl });
    return { ...rows, orderId: order?.id };
  });
  const eventIds = await writeThreads(db, threads);
  await seedComments(db, accounts, now);
  await seedReplyLinks(db, threads, eventIds);
  await countReplies(db, ownerId, now);
  return threads.length;
}

/** The newest orders of a product that nobody gave back, each once. */
async function ordersToCome(db: Db, ownerId: string, shelf: Shelf, now: Date) {
  const found = await db
    .select({ id: orders.id, productId: orders.productId, paidAt: orders.paidAt })
    .from(orders)
    .where(
      and(
        eq(orders.ownerId, ownerId),
        eq(orders.status, "PAID"),
        lt(orders.paidAt, new Date(now.getTime() - newestMs)),
        gt(orders.paidAt, new Date(now.getTime() - oldestMs)),
        inArray(
          orders.productId,
          [...shelf.values()].map(({ id }) => id),
        ),
      ),
    )
    .orderBy(desc(orders.paidAt));
  return (slug: string) => {
    const index = found.findIndex(({ productId }) => productId === shelf.get(slug)?.id);
    return index < 0 ? undefined : found.splice(index, 1)[0];
  };
}

function startOf({ begins }: DemoThread, paidAt: Date | null | undefined, now: Date): Date {
  if (paidAt) return new Date(paidAt.getTime() - beforePayingMs);
  return new Date(now.getTime() - ("hoursAgo" in begins ? begins.hoursAgo : 400) * hourMs);
}

/** Answers the ids of the events by their names on the platform. */
async function writeThreads(db: Db, threads: readonly ThreadRows[]): Promise<Map<string, number>> {
  await db.insert(demoFans).values(threads.map(({ fan }) => fan));
  await db.insert(demoComments).values(threads.flatMap(({ comments }) => comments));
  await db.insert(demoMessages).values(threads.flatMap(({ delivered }) => delivered));
  await db.insert(dmConversations).values(threads.map(({ conversation }) => conversation));
  await db.insert(dmMessages).values(threads.flatMap(({ messages }) => messages));
  const written = await db
    .insert(socialEvents)
    .values(
      threads
        .flatMap(({ events }) => events)
        .sort((one, other) => one.receivedAt.getTime() - other.receivedAt.getTime()),
    )
    .returning({ id: socialEvents.id, name: socialEvents.platformEventId });
  const ids = new Map(written.map(({ id, name }) => [name, id]));
  await db
    .insert(socialSends)
    .values(
      threads.flatMap(({ sends }) =>
        sends.map(({ of, ...send }) => ({ ...send, eventId: of === null ? null : (ids.get(of) ?? null) })),
      ),
    );
  return ids;
}

async function seedComments(db: Db, accounts: ReadonlyMap<string, Account>, now: Date): Promise<void> {
  await db.insert(socialEvents).values(
    DEMO_COMMENTS.map(({ account: key, username, text, hoursAgo }) => {
      const account = accountOf(accounts, key);
      const at = new Date(now.getTime() - hoursAgo * hourMs);
      const commentId = `demo_c_${username}`;
      return {
        userId: account.userId,
        socialAccountId: account.id,
        kind: "COMMENT" as const,
        platformEventId: `COMMENT:${commentId}`,
        personId: `demo_p_${username}`,
        personUsername: username,
        text,
        detail: { commentId, postId: DEMO_POST },
        occurredAt: at,
        receivedAt: at,
        decidedAt: at,
        outcome: "NO_MATCH" as const,
      };
    }),
  );
}

function accountOf(accounts: ReadonlyMap<string, Account>, key: string): Account {
  const account = accounts.get(key);
  if (!account) throw new Error(`the demo store has no account ${key}`);
  return account;
}
