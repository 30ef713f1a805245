import type { FastifyReply, FastifyRequest } from "fastify";
import * as accounts from "#contract/accounts/accounts.ts";
import * as emails from "#contract/accounts/email-change.ts";
import * as passkeys from "#contract/accounts/passkeys.ts";
import * as recovery from "#contract/accounts/recovery-codes.ts";
import * as recent from "#contract/accounts/recent-sign-in.ts";
import * as commissions from "#contract/affiliates/commissions.ts";
import * as courses from "#contract/courses/courses.ts";
import * as downloads from "#contract/downloads/downloads.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import * as leaving from "#contract/leaving/account-exports.ts";
import * as members from "#contract/buyers/buyers.ts";
import { isExport } from "#contract/is-export.ts";
import * as payouts from "#contract/payouts/payouts.ts";
import * as posts from "#contract/posts/posts.ts";
import * as social from "#contract/social/social-accounts.ts";
import * as ownTeams from "#contract/team/own-teams.ts";
import * as team from "#contract/team/team.ts";
import { isReceiptToken } from "#server/features/access/can-see.ts";
import type { App } from "#server/http/http.ts";
import { clientNetwork } from "#server/http/rate-limits.ts";
import { logSecurityEvent, type SecurityEvent } from "#server/http/security-events.ts";
import { workMethod } from "#server/http/work-method.ts";
import type { Services } from "#server/services.ts";

/** What a call is when it is done, and when it is refused. */
type Watched = { done?: SecurityEvent; refused?: SecurityEvent };

const signsIn: Watched = { done: "SIGN_IN_GIVEN", refused: "SIGN_IN_FAILED" };
const opensLink: Watched = { refused: "LINK_REFUSED" };
const changesKey: Watched = { done: "KEY_CHANGED", refused: "LINK_REFUSED" };

const calls: [Pick<Endpoint, "method"> & { url: string }, Watched][] = [
  [accounts.requestSignInCode, { done: "SIGN_IN_ASKED" }],
  [accounts.verifySignInCode, signsIn],
  [accounts.signInAsDemo, signsIn],
  [passkeys.signInWithPasskey, signsIn],
  [passkeys.addPasskey, { done: "KEY_CHANGED" }],
  [passkeys.removePasskey, { done: "KEY_CHANGED" }],
  [recovery.turnEmailedCodesOff, { done: "KEY_CHANGED" }],
  [recovery.turnEmailedCodesOn, { done: "KEY_CHANGED" }],
  [recovery.makeRecoveryCodes, { done: "KEY_CHANGED" }],
  [recovery.cancelSignInReset, { done: "KEY_CHANGED" }],
  [recovery.signInWithRecoveryCode, signsIn],
  [recovery.confirmWithRecoveryCode, signsIn],
  [recent.requestConfirmationCode, { done: "SIGN_IN_ASKED" }],
  [recent.confirmWithCode, signsIn],
  [recent.confirmWithPasskey, signsIn],
  [emails.changeEmail, { done: "KEY_CHANGED", refused: "SIGN_IN_FAILED" }],
  [emails.takeBackEmail, changesKey],
  [accounts.revokeSession, { done: "SESSION_ENDED" }],
  [accounts.revokeOtherSessions, { done: "SESSION_ENDED" }],
  [accounts.logout, { done: "SESSION_ENDED" }],
  [members.requestMemberAccess, { done: "SIGN_IN_ASKED" }],
  [members.verifyMemberCode, signsIn],
  [members.openMemberLink, signsIn],
  [members.endMemberBrowser, { done: "SESSION_ENDED" }],
  [members.signOutMember, { done: "SESSION_ENDED" }],
  [members.eraseMember, { done: "DATA_ERASED" }],
  [downloads.downloadFile, opensLink],
  [courses.playLessonVideo, opensLink],
  [courses.readLessonCaptions, opensLink],
  [posts.downloadPostAttachment, opensLink],
  [leaving.createAccountExportLink, { done: "EXPORTED" }],
  [payouts.connectPayouts, { done: "PAYOUT" }],
  [payouts.openPayoutDashboard, { done: "PAYOUT" }],
  [commissions.createPayout, { done: "PAYOUT" }],
  [commissions.markPayoutPaid, { done: "PAYOUT" }],
  [commissions.cancelPayout, { done: "PAYOUT" }],
  [social.connectSocialAccount, { done: "KEY_CHANGED" }],
  [team.inviteColleague, { done: "KEY_CHANGED" }],
  [team.changeRole, { done: "KEY_CHANGED" }],
  [team.removeColleague, { done: "KEY_CHANGED" }],
  [ownTeams.acceptInvitation, { done: "KEY_CHANGED" }],
  [ownTeams.leaveTeam, { done: "KEY_CHANGED" }],
  [social.disconnectSocialAccount, { done: "KEY_CHANGED" }],
  ...["instagram", "facebook", "twitter"].flatMap((platform): typeof calls => [
    [{ method: "GET", url: `/oauth/${platform}/callback` }, changesKey],
    [{ method: "POST", url: `/webhook/${platform}/deauthorize` }, { done: "KEY_CHANGED" }],
    [{ method: "POST", url: `/webhook/${platform}/deletion` }, { done: "DATA_ERASED" }],
    [{ method: "GET", url: `/webhook/${platform}/deletion` }, opensLink],
  ]),
];
const watched = new Map(calls.map(([{ method, url }, watch]) => [`${method} ${url}`, watch]));

declare module "fastify" {
  interface FastifyRequest {
    /** The code of the failure that was answered. */
    failureCode?: string;
  }
}

/** Notes what came of the calls that somebody who watches over an installation wants to know of; before any route is added. */
export function watchSecurity(app: App, services: Services): void {
  app.addHook("onResponse", (request, reply, done) => {
    const event = eventOf(services, request, reply);
    if (event)
      logSecurityEvent(services, event, {
        account: request.signedIn?.personId ?? addressIn(request.body),
        store: storeActedFor(request),
        network: clientNetwork(request.ip),
        route: request.routeOptions.url,
        status: reply.statusCode,
        reqId: request.id,
      });
    done();
  });
}

function eventOf(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): SecurityEvent | undefined {
  const { url = "", config } = request.routeOptions;
  const { statusCode } = reply;
  if (statusCode >= 500) return undefined;
  if (statusCode === 429) return "LIMIT_MET";
  if (request.failureCode === "BAD_SIGNATURE") return "SIGNATURE_REFUSED";
  if (request.failureCode === "CROSS_SITE") return "FORGERY_REFUSED";
  if (url === accounts.login.url || url === accounts.loginCallback.url) return signInAway(url, reply);
  if (showsForgedReceipt(services, request)) return "LINK_REFUSED";
  const method = workMethod(request);
  const watch = watched.get(`${method} ${url}`);
  if (statusCode < 400) return watch?.done ?? (isExport(method, url) ? "EXPORTED" : undefined);
  // What somebody tried did not fit; else it was not looked at.
  if (watch?.refused && (watch.refused !== "SIGN_IN_FAILED" || statusCode === 422)) return watch.refused;
  // What belongs to somebody else and what does not exist look the same, here too.
  const isOfOne = ["buyer", "creator", "operator"].includes(config.access ?? "");
  return statusCode === 404 && isOfOne ? "FOREIGN_ID" : undefined;
}

/** With an OpenID provider a sign-in is a navigation there and back; each ends in a redirect. */
function signInAway(url: string, reply: FastifyReply): SecurityEvent | undefined {
  const target = String(reply.getHeader("location") ?? "");
  if (url === accounts.login.url) return /^https?:/.test(target) ? "SIGN_IN_ASKED" : undefined;
  return /^\/(sign-in|confirmed\?error=)/.test(target) ? "SIGN_IN_FAILED" : "SIGN_IN_GIVEN";
}

function showsForgedReceipt({ secret }: Services, { headers }: FastifyRequest): boolean {
  const { "x-order-id": orderId, "x-order-proof": proof } = headers;
  if (typeof orderId !== "string" || typeof proof !== "string") return false;
  return !isReceiptToken(secret, orderId.toLowerCase(), proof);
}

/** Where somebody on its team did it. */
function storeActedFor({ signedIn }: FastifyRequest): string | undefined {
  return signedIn && signedIn.creatorId !== signedIn.personId ? signedIn.creatorId : undefined;
}

function addressIn(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || !("email" in body)) return undefined;
  return typeof body.email === "string" ? body.email.trim().toLowerCase() : undefined;
}
