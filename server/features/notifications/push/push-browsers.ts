import type pg from "pg";
import type { z } from "zod";
import type { addPushBrowser as contract, PushBrowser } from "#contract/notifications/push.ts";
import { trimEndCharacters } from "#contract/trim-characters.ts";
import { lockCreator } from "#server/database/lock-creator.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { Invalid, NotFound } from "#server/errors.ts";
import type { SignedIn } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { encryptPush, UnusableKey } from "./encrypt-push.ts";
import { isPushAddress } from "./push-address.ts";
import { vapidKeys } from "./vapid.ts";

/** Of one creator; the oldest gives way. */
const atMost = 10;

type Subscription = z.output<(typeof contract)["schema"]["body"]>;

/** The creator's browsers that show notifications, and the key that they subscribe with. */
export async function listPushBrowsers(
  { pool, secret }: Pick<Services, "pool" | "secret">,
  ownerId: string,
): Promise<{ publicKey: string; browsers: PushBrowser[] }> {
  return { publicKey: vapidKeys(secret).publicKey, browsers: await selectBrowsers(pool, ownerId, null) };
}

/** Keeps a browser's subscription for as long as it is signed in. Throws 422 for an address or a key that is no browser's. */
export async function addPushBrowser(
  { pool, config, clock }: Pick<Services, "pool" | "config" | "clock">,
  { creatorId, sessionId }: SignedIn,
  { endpoint, keys }: Subscription,
): Promise<PushBrowser> {
  if (!isPushAddress(endpoint, config))
    throw Invalid({ endpoint: "This browser's push service is not known here" });
  const [publicKey, authSecret] = [keys.p256dh, keys.auth].map(plain) as [string, string];
  try {
    encryptPush("", { publicKey, authSecret });
  } catch (error) {
    if (error instanceof UnusableKey) throw Invalid({ "keys.p256dh": "This is no key of a browser's" });
    throw error;
  }
  return inTransaction(pool, async (client: pg.PoolClient) => {
    await lockCreator(client, creatorId);
    await upsertBrowser(client, creatorId, sessionId, endpoint, publicKey, authSecret, clock.now());
    await removeOldest(client, creatorId, atMost);
    const [added] = await selectBrowsers(client, creatorId, endpoint);
    if (!added) throw new Error("a browser was not kept");
    return added;
  });
}

const plain = (key: string) => trimEndCharacters(key, "=");

/** Throws 404 for an id that is not the creator's. */
export async function removePushBrowser(pool: pg.Pool, ownerId: string, id: string): Promise<void> {
  if ((await removeBrowser(pool, ownerId, id)).length === 0)
    throw NotFound("This browser shows nothing any more");
}

const selectBrowsers = statement("notifications_select_push_browsers")<
  PushBrowser,
  [ownerId: string, endpoint: string | null]
>(`
  select b.id, b.endpoint, coalesce(s.sess ->> 'userAgent', '') as "userAgent", b.created_at as "createdAt"
    from push_browsers b join sessions s on s.sid = b.session_id
   where b.owner_id = $1 and ($2::text is null or b.endpoint = $2) order by b.created_at desc, b.id`);

const upsertBrowser = statement("notifications_save_push_browser")<
  never,
  [ownerId: string, sessionId: string, endpoint: string, publicKey: string, authSecret: string, now: Date]
>(`
  insert into push_browsers (owner_id, session_id, endpoint, public_key, auth_secret, created_at) values ($1, $2, $3, $4, $5, $6)
  on conflict (endpoint) do update set owner_id = $1, session_id = $2, public_key = $4, auth_secret = $5, created_at = $6`);

const removeOldest = statement("notifications_remove_oldest_push_browsers")<
  never,
  [ownerId: string, atMost: number]
>(`
  delete from push_browsers where id in (
    select id from push_browsers where owner_id = $1 order by created_at desc, id offset $2)`);

const removeBrowser = statement("notifications_remove_push_browser")<
  { id: string },
  [ownerId: string, id: string]
>("delete from push_browsers where owner_id = $1 and id = $2 returning id");
