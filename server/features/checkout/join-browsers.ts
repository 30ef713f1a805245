import { type Queryable, statement } from "#server/database/statement.ts";

/**
 * Gives one browser the checkouts and orders of others that turned out to be the same one. A product has one open checkout in
 * a browser: where both began one, the other is left behind, and its page asks for a reload before anything is paid.
 */
export async function joinCheckoutBrowsers(client: Queryable, into: string, others: string[]): Promise<void> {
  await moveSessions(client, into, others);
  await moveProofs(client, into, others);
}

/** Gives one browser the drafts of others that turned out to be the same one. Of two for one product the newer stays. */
export async function joinDraftBrowsers(client: Queryable, into: string, others: string[]): Promise<void> {
  await deleteOlderDrafts(client, [into, ...others]);
  await moveDrafts(client, into, others);
}

const moveSessions = statement("checkout_move_sessions")<never, [into: string, others: string[]]>(
  `update checkout_sessions s set browser_hash = $1
    where s.browser_hash = any($2) and (s.status <> 'ACTIVE' or not exists (
      select from checkout_sessions kept
       where kept.product_id = s.product_id and kept.status = 'ACTIVE' and kept.session_id <> s.session_id
         and (kept.browser_hash = $1 or kept.browser_hash = any($2) and kept.session_id < s.session_id)))`,
);

const moveProofs = statement("checkout_move_order_browsers")<never, [into: string, others: string[]]>(
  `update order_browsers b set browser_hash = $1
    where b.browser_hash = any($2) and not exists (
      select from order_browsers kept
       where kept.order_id = b.order_id
         and (kept.browser_hash = $1 or kept.browser_hash = any($2) and kept.browser_hash < b.browser_hash))`,
);

const deleteOlderDrafts = statement("checkout_delete_older_drafts")<never, [tokenHashes: string[]]>(
  `delete from checkout_drafts older where older.token_hash = any($1) and exists (
     select from checkout_drafts newer where newer.token_hash = any($1) and newer.product_id = older.product_id
        and (newer.updated_at, newer.id) > (older.updated_at, older.id))`,
);

const moveDrafts = statement("checkout_move_drafts")<never, [into: string, others: string[]]>(
  "update checkout_drafts set token_hash = $1 where token_hash = any($2)",
);
