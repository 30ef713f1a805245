import * as logContract from "#contract/accounts/account-log.ts";
import * as contract from "#contract/accounts/accounts.ts";
import * as emailContract from "#contract/accounts/email-change.ts";
import * as recentContract from "#contract/accounts/recent-sign-in.ts";
import { type App, creatorOf, signedInOf } from "#server/http/http.ts";
import { browserTokenOf, clientOf } from "#server/one-time-codes/asking-browser.ts";
import type { Services } from "#server/services.ts";
import { listAccountEvents } from "./account-log.ts";
import { endBrowserSession } from "./browser.ts";
import { changeEmail, requestEmailChange } from "./change-email.ts";
import { setKnownBrowserCookie } from "./known-browser.ts";
import { getUser } from "./profile.ts";
import { confirmWithCode, getRecentSignIn, requestConfirmationCode } from "./recent-sign-in.ts";
import { listSessions, revokeOtherSessions, revokeSession } from "./sessions.ts";
import { takeBackEmail } from "./take-back-email.ts";

/** Where an account is signed in, what happened in it, what its address is, and that its creator is there now. */
export function securityRoutes(app: App, services: Services, codesOnly: () => void): void {
  const { config, pool } = services;
  const success = { success: true as const };

  app.route({
    ...contract.listSessions,
    handler: (request) => listSessions(services, signedInOf(request)),
  });
  app.route({
    ...contract.revokeSession,
    handler: async (request, reply) => {
      const ended = await revokeSession(services, creatorOf(request), request.params.id);
      if (ended === request.signedIn?.sessionId) await endBrowserSession(services, request, reply);
      return success;
    },
  });
  app.route({
    ...contract.revokeOtherSessions,
    handler: async (request) => {
      await revokeOtherSessions(services, signedInOf(request), clientOf(request));
      return success;
    },
  });
  app.route({
    ...logContract.listAccountEvents,
    handler: (request) => listAccountEvents(pool, creatorOf(request), request.query.cursor),
  });

  app.route({
    ...recentContract.getRecentSignIn,
    handler: (request) => getRecentSignIn(services, signedInOf(request)),
  });
  app.route({
    ...recentContract.requestConfirmationCode,
    handler: async (request, reply) => {
      codesOnly();
      const browserToken = browserTokenOf(request, reply, config);
      const asking = { browserToken, ip: request.ip };
      return { ...success, ...(await requestConfirmationCode(services, signedInOf(request), asking)) };
    },
  });
  app.route({
    ...recentContract.confirmWithCode,
    handler: (request, reply) => {
      codesOnly();
      const browserToken = browserTokenOf(request, reply, config);
      return confirmWithCode(services, signedInOf(request), { browserToken, code: request.body.code });
    },
  });

  app.route({
    ...emailContract.requestEmailChange,
    handler: async (request, reply) => {
      const browserToken = browserTokenOf(request, reply, config);
      const asking = { email: request.body.email, browserToken, ip: request.ip };
      return { ...success, ...(await requestEmailChange(services, asking)) };
    },
  });
  app.route({
    ...emailContract.changeEmail,
    handler: async (request, reply) => {
      const signedIn = signedInOf(request);
      const browserToken = browserTokenOf(request, reply, config);
      await changeEmail(services, signedIn, { ...request.body, browserToken }, clientOf(request));
      setKnownBrowserCookie(services, request, reply, request.body.email);
      return getUser(services, signedIn.creatorId);
    },
  });
  app.route({
    ...emailContract.takeBackEmail,
    handler: (request) => takeBackEmail(services, request.body.token, clientOf(request)),
  });
}
