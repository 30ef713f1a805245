import type { z } from "zod";
import { selectNotifications } from "#server/features/notifications/select-notifications.ts";
import { statement } from "#server/database/statement.ts";
import { traceFetch } from "#server/operation/traces/trace-work.ts";
import type { Services } from "#server/services.ts";
import { encryptPush } from "./encrypt-push.ts";
import { isPushAddress } from "./push-address.ts";
import type { PushNews } from "./push-news.ts";
import { vapidHeader } from "./vapid.ts";

const timeoutMs = 10_000;
/** How long a push service keeps it for a browser that is switched off. */
const keptSeconds = 86_400;
/**
 * The subscription is no more. A service that refuses who writes (401, 403) is none of these: a wrong clock of this machine
 * would switch off every creator's browsers.
 */
const gone = new Set([404, 410]);
const longest = 200;

type Browser = { id: string; endpoint: string; publicKey: string; authSecret: string };

/**
 * Shows news on a creator's browsers. What a push service does not take is not repeated: it stands behind the bell. A browser
 * that is gone is forgotten.
 */
export async function sendPush(
  services: Services,
  { ownerId, notificationIds, count }: z.output<typeof PushNews>,
): Promise<void> {
  const { pool, clock, log } = services;
  const [first] = await selectNotifications(pool, ownerId, notificationIds);
  if (!first) return;
  const message = JSON.stringify(
    count === 1
      ? { title: cut(first.title), body: cut(first.text), href: first.href, tag: first.id }
      : { title: `${count} things happened in your store`, body: cut(first.title), href: "/", tag: "news" },
  );
  const browsers = await selectKeys(pool, ownerId, clock.now());
  await Promise.all(
    browsers.map(async (browser) => {
      try {
        const status = await post(services, browser, message);
        if (gone.has(status)) await forget(pool, browser.id);
        else if (status >= 300) log.warn({ status }, "a push service did not take a message");
      } catch (error) {
        log.warn({ err: error }, "a push service could not be reached");
      }
    }),
  );
}

async function post(services: Services, browser: Browser, message: string): Promise<number> {
  // What was allowed when it was kept may not be any more.
  if (!isPushAddress(browser.endpoint, services.config)) return 410;
  const address = new URL(browser.endpoint);
  const response = await traceFetch(services.tracer, "push send", () =>
    fetch(address, {
      method: "POST",
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        "content-type": "application/octet-stream",
        "content-encoding": "aes128gcm",
        ttl: String(keptSeconds),
        urgency: "normal",
        authorization: vapidHeader(services, address),
      },
      body: new Uint8Array(encryptPush(message, browser)),
    }),
  );
  await response.body?.cancel();
  return response.status;
}

const cut = (text: string): string => Array.from(text.toWellFormed()).slice(0, longest).join("");

const selectKeys = statement("notifications_select_push_keys")<Browser, [ownerId: string, now: Date]>(`
  select b.id, b.endpoint, b.public_key as "publicKey", b.auth_secret as "authSecret"
    from push_browsers b join sessions s on s.sid = b.session_id
   where b.owner_id = $1 and s.expire > $2`);

const forget = statement("notifications_forget_push_browser")<never, [id: string]>(
  "delete from push_browsers where id = $1",
);
