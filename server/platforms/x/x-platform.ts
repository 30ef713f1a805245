import type { Clock } from "#server/clock.ts";
import type { Config } from "#server/config.ts";
import type { ConnectablePlatform } from "#server/platforms/social-platform.ts";
import type { XApp } from "#server/platforms/social-apps.ts";
import type { XWorld } from "./x-client.ts";
import { findProfile, findSent, sendMessage } from "./x-messages.ts";
import { authorizeUrl, confirmToken, finishConnect, refresh } from "./x-oauth.ts";
import { subscribe, unsubscribe } from "./x-subscriptions.ts";
import { answerChallenge, readWebhook } from "./x-webhook.ts";

export const xWorldOf = (
  { config, clock }: { config: Pick<Config, "publicUrl">; clock: Clock },
  app: XApp,
): XWorld => ({ app, clock, webhookUrl: new URL("/webhook/twitter", config.publicUrl).href });

const daySeconds = 86_400;
const quarterSeconds = 900;

/**
 * X by its API v2: OAuth 2.0 with PKCE, direct messages, and the X Activity API for what happens. A person may be written
 * to once they have written; there are no buttons; and posts cannot be answered by program unless they ask for it.
 */
export function openXPlatform(
  { config, clock }: { config: Pick<Config, "publicUrl">; clock: Clock },
  app: XApp,
): ConnectablePlatform {
  const world = xWorldOf({ config, clock }, app);
  return {
    name: "TWITTER",
    maxText: { length: 10_000, unit: "CHARACTERS" },
    hasButtons: false,
    answersComments: false,
    rateWindows: [
      { limit: 15, seconds: quarterSeconds, scope: "ACCOUNT" },
      { limit: 1_440, seconds: daySeconds, scope: "ACCOUNT" },
      { limit: 1_440, seconds: daySeconds, scope: "APP" },
    ],

    send: (account, message) => sendMessage(world, account, message),
    findSent: (account, sent) => findSent(world, account, sent),
    findProfile: (account, personId) => findProfile(world, account, personId),

    authorizeUrl: (away) => authorizeUrl(world, away),
    finishConnect: (back) => finishConnect(world, back),
    confirmToken: (accessToken) => confirmToken(world, accessToken),
    refresh: (tokens) => refresh(world, tokens),
    subscribe: (account) => subscribe(world, account),
    unsubscribe: (account) => unsubscribe(world, account),

    answerChallenge: (query) => answerChallenge(world, query),
    readWebhook: (body, headers) => readWebhook(world, body, headers),
  };
}
