import type { Clock } from "#server/clock.ts";
import type { ConnectablePlatform } from "#server/platforms/social-platform.ts";
import type { MetaApp, SocialApps } from "#server/platforms/social-apps.ts";
import * as facebookLogin from "./facebook-login.ts";
import * as instagramLogin from "./instagram-login.ts";
import { findProfile, findSent } from "./look-up.ts";
import { maxTexts } from "./message-body.ts";
import { answerChallenge, readSignedRequest } from "./meta-signatures.ts";
import type { MetaContext } from "./meta-context.ts";
import { readMissed } from "./missed-messages.ts";
import { readWebhook } from "./read-webhook.ts";
import { sendMessage } from "./send-message.ts";
import { subscribe, unsubscribe } from "./subscriptions.ts";

/** Instagram, by its own sign-in (graph.instagram.com) or through the Page it is linked to (graph.facebook.com). */
export const openInstagram = (clock: Clock, app: NonNullable<SocialApps["instagram"]>): ConnectablePlatform =>
  openMeta({ app, clock, platform: "INSTAGRAM", login: app.login });

/** Messenger, of Facebook Pages. */
export const openMessenger = (clock: Clock, app: MetaApp): ConnectablePlatform =>
  openMeta({ app, clock, platform: "FACEBOOK", login: "facebook" });

function openMeta(context: MetaContext): ConnectablePlatform {
  const { app, platform } = context;
  const login = context.login === "instagram" ? instagramLogin : facebookLogin;
  return {
    name: platform,
    maxText: maxTexts[platform],
    hasButtons: true,
    answersComments: true,
    rateWindows: [
      { limit: 100, seconds: 1, scope: "ACCOUNT" },
      { limit: 750, seconds: 3_600, scope: "ACCOUNT", purpose: "COMMENT_PRIVATELY" },
      { limit: 100, seconds: 1, scope: "ACCOUNT", purpose: "LIVE_COMMENT_PRIVATELY" },
    ],

    send: (account, message) => sendMessage(context, account, message),
    findSent: (account, sent) => findSent(context, account, sent),
    findProfile: (account, personId) => findProfile(context, account, personId),

    authorizeUrl: (away) => login.authorizeUrl(context, away),
    finishConnect: (back) => login.finishConnect(context, back),
    confirmToken: (accessToken) => login.confirmToken(context, accessToken),
    refresh: (tokens) => login.refresh(context, tokens),
    subscribe: (account) => subscribe(context, account),
    unsubscribe: (account) => unsubscribe(context, account),

    answerChallenge: (query) => answerChallenge(app, query),
    readWebhook: (body, headers) => readWebhook(context, body, headers),
    readMissed: (account, since) => readMissed(context, account, since),
    readSignedRequest: (signedRequest) => readSignedRequest(context, signedRequest),
  };
}
