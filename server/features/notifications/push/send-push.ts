import type { z } from "zod";
import { selectNotifications } from "#server/features/notifications/select-notifications.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { encryptPush } from "./encrypt-push.ts";
import { isPushAddress } from "./push-address.ts";
import type { PushNews } from "./push-news.ts";
import { vapidHeader } from "./vapid.ts";

const timeoutMs = 10_000;
/** How long a push service keeps it for a browser that is switched off. */
const keptSeconds = 86_400;
/** The browser is gone, or its subscription is of another key. */
const gone = new Set([401, 403, 404, 410]);
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
  const { pool, log } = services;
  const [first] = await selectNotifications(pool, ownerId, notificationIds);
  if (!first) return;
  const message = JSON.stringify(
    count === 1
      ? { title: cut(first.title), body: cut(first.text), href: first.href, tag: first.id }
      : { title: `${count} things happened in your store`, body: cut(first.title), href: "/", tag: "news" },
  );
  const browsers = await selectKeys(pool, ownerId);
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
  const response = await fetch(address, {
    method: "POST",
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      "content-type": "application/octet-stream",
      "content-encoding": "aes128gcm",
      ttl: String(keptSeconds),
      urgency: "normal",
      authorization: vapidHeader(services, address, services.clock.now()),
    },
    body: new Uint8Array(encryptPush(message, browser)),
  });
  await response.body?.cancel();
  return response.status;
}

const cut = (text: string): string => Array.from(text.toWellFormed()).slice(0, longest).join("");

const selectKeys = statement("notifications_select_push_keys")<Browser, [ownerId: string]>(`
  select id, endpoint, public_key as "publicKey", auth_secret as "authSecret" from push_browsers where owner_id = $1`);

const forget = statement("notifications_forget_push_browser")<never, [id: string]>(
  "delete from push_browsers where id = $1",
);
