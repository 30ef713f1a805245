import type pg from "pg";
import { hotStatement } from "#server/database/statement.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { limitsFor } from "#server/database/plan-limits.ts";
import type { LinkedProduct } from "#server/features/social/links/link-of-reply.ts";
import type { Services } from "#server/services.ts";
import { decideBatch } from "#server/features/social/engine/decide/decide-batch.ts";
import {
  loadPastNotices,
  loadPastReplies,
  loadTakenBack,
  lockConversations,
  type OpenEvent,
  selectAccounts,
  selectOpenEvents,
} from "./load-batch.ts";
import { matchEchoes } from "./match-echoes.ts";
import { openConversations } from "./open-conversations.ts";
import { platformOf } from "./platform-of.ts";
import { notifyOfReplyLimit } from "./tell-of-reply-limit.ts";
import { type AccountRules, rulesOf } from "#server/features/social/engine/decide/rules-cache.ts";
import { monthOf, writeBatch } from "./write-batch.ts";

/** Events of one creator in one turn: the others wait no longer than these take. */
const batchSize = 100;

/** `hasNameless`: there are new conversations with somebody whose name the event did not tell. */
export type Turn = { decided: number; sends: number; hasNameless: boolean };

export const nothingDone: Turn = { decided: 0, sends: 0, hasNameless: false };

/**
 * One turn of a creator: decides on their oldest open events, and writes all that follows from them in one transaction.
 * Of several processes one works on a creator at a time; the others find nothing to do.
 */
export async function processEvents(
  services: Services,
  userId: string,
  limit: number = batchSize,
): Promise<Turn> {
  return inTransaction(services.pool, async (client) => {
    // By itself: what is read next is what the last holder of the lock has written.
    const [lock] = await tryLockCreator(client, userId);
    if (!lock?.locked) return nothingDone;
    const events = await selectOpenEvents(client, userId, limit);
    if (events.length === 0) return nothingDone;
    const now = services.clock.now();
    const batch = await loadBatch(services, client, userId, events, now);
    const rows = decideBatch(batch);
    if (rows.events.length > 0) await writeBatch(client, userId, rows, now);
    const [creator] = batch.accounts.values();
    const ofPlan = creator ? limitsFor(creator, services.config, now).replies : null;
    if (creator && ofPlan !== null)
      await notifyOfReplyLimit(client, userId, {
        before: creator.replies,
        added: rows.replies,
        limit: ofPlan,
        now,
      });
    const hasNameless = batch.conversations
      .all()
      .some(({ exists, isChanged, participantUsername }) => !exists && isChanged && !participantUsername);
    return {
      decided: rows.events.length,
      sends: rows.sends.length,
      hasNameless,
    };
  });
}

async function loadBatch(
  services: Services,
  client: pg.PoolClient,
  userId: string,
  events: readonly OpenEvent[],
  now: Date,
): Promise<Parameters<typeof decideBatch>[0]> {
  const pairs = new Map(events.map((event) => [`${event.accountId} ${event.personId}`, event]));
  const accountIds = [...pairs.values()].map(({ accountId }) => accountId);
  const personIds = [...pairs.values()].map(({ personId }) => personId);
  const conversations = await lockConversations(client, userId, accountIds, personIds);
  const accounts = await selectAccounts(client, userId, [...new Set(accountIds)], monthOf(now));
  const rules = new Map<string, AccountRules>();
  for (const account of accounts) rules.set(account.id, await rulesOf(client, account));
  const all = [...rules.values()];
  const replies = await loadPastReplies(
    client,
    conversations.map(({ id }) => id),
    now,
  );
  const notices = await loadPastNotices(
    client,
    all.flatMap(({ notifyIds }) => notifyIds),
    personIds,
    now,
  );
  const [creator] = accounts;
  const limit = creator ? limitsFor(creator, services.config, now).replies : null;
  return {
    userId,
    events,
    accounts: new Map(accounts.map((account) => [account.id, account])),
    rules,
    conversations: openConversations(conversations, replies, notices),
    takenBack: await loadTakenBack(client, events),
    echoes: await matchEchoes(client, events, now),
    products: await loadProducts(
      client,
      userId,
      all.flatMap(({ productIds }) => productIds),
    ),
    repliesLeft: limit === null ? null : Math.max(0, limit - (creator?.replies ?? 0)),
    now,
    platformOf: (account) => platformOf(services, account),
    linkOf: (code) => `${services.config.publicUrl.origin}/l/${code}`,
  };
}

async function loadProducts(client: pg.PoolClient, userId: string, ids: string[]) {
  const rows = ids.length > 0 ? await selectProducts(client, userId, [...new Set(ids)]) : [];
  return new Map(rows.map(({ id, ...product }) => [id, product]));
}

const tryLockCreator = hotStatement("social_try_lock_creator")<{ locked: boolean }, [userId: string]>(
  "select pg_try_advisory_xact_lock(hashtextextended('social creator ' || $1::text, 0)) as locked",
);

const selectProducts = hotStatement("social_select_linked_products")<
  { id: string } & LinkedProduct,
  [userId: string, ids: string[]]
>(
  `select id, title, type, price_cents = 0 as "isFree" from products where owner_id = $1 and id = any($2::uuid[])`,
);
