import type { Clock } from "#server/clock.ts";
import type { Config } from "#server/config.ts";
import type { ConnectablePlatform } from "#server/platforms/social-platform.ts";
import type { XApp } from "#server/platforms/social-apps.ts";
import type { XContext } from "./x-client.ts";
import { findProfile, findSent, sendMessage } from "./x-messages.ts";
import { authorizeUrl, confirmToken, finishConnect, refresh } from "./x-oauth.ts";
import { subscribe, unsubscribe } from "./x-subscriptions.ts";
import { answerChallenge, readWebhook } from "./x-webhook.ts";

export const xContextOf = (
  { config, clock }: { config: Pick<Config, "publicUrl">; clock: Clock },
  app: XApp,
): XContext => ({ app, clock, webhookUrl: new URL("/webhook/twitter", config.publicUrl).href });

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
  const context = xContextOf({ config, clock }, app);
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

    send: (account, message) => sendMessage(context, account, message),
    findSent: (account, sent) => findSent(context, account, sent),
    findProfile: (account, personId) => findProfile(context, account, personId),

    authorizeUrl: (away) => authorizeUrl(context, away),
    finishConnect: (back) => finishConnect(context, back),
    confirmToken: (accessToken) => confirmToken(context, accessToken),
    refresh: (tokens) => refresh(context, tokens),
    subscribe: (account) => subscribe(context, account),
    unsubscribe: (account) => unsubscribe(context, account),

    answerChallenge: (query) => answerChallenge(context, query),
    readWebhook: (body, headers) => readWebhook(context, body, headers),
  };
}
