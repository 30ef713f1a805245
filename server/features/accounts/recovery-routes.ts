import * as contract from "#contract/accounts/recovery-codes.ts";
import { NotFound } from "#server/errors.ts";
import { type App, creatorOf, signedInOf } from "#server/http/http.ts";
import { clientOf } from "#server/one-time-codes/asking-browser.ts";
import type { Services } from "#server/services.ts";
import { startBrowserSession } from "./browser.ts";
import { isKnownBrowser, setKnownBrowserCookie } from "./known-browser.ts";
import { relyingParty } from "./passkeys/relying-party.ts";
import { getUser } from "./profile.ts";
import {
  cancelReset,
  getEmailedCodes,
  makeRecoveryCodes,
  turnCodesOff,
  turnCodesOn,
} from "./recovery/emailed-codes.ts";
import { useRecoveryCode } from "./recovery/use-recovery-code.ts";
import { emailOf } from "./recent-sign-in.ts";
import { createSession, markProven } from "./sessions.ts";

/** Emailed codes on or off, and the recovery codes that stand in for them. Where there are no passkeys, there are no such calls. */
export function recoveryRoutes(app: App, services: Services): void {
  const { config, clock } = services;
  const success = { success: true as const };
  const withPasskeys = () => {
    if (!relyingParty(config)) throw NotFound();
  };

  app.route({
    ...contract.getEmailedCodes,
    handler: (request) => getEmailedCodes(services, creatorOf(request)),
  });
  app.route({
    ...contract.turnEmailedCodesOff,
    handler: async (request) => {
      withPasskeys();
      return { recoveryCodes: await turnCodesOff(services, signedInOf(request), clientOf(request)) };
    },
  });
  app.route({
    ...contract.turnEmailedCodesOn,
    handler: async (request) => {
      await turnCodesOn(services, signedInOf(request), clientOf(request));
      return success;
    },
  });
  app.route({
    ...contract.makeRecoveryCodes,
    handler: async (request) => ({
      recoveryCodes: await makeRecoveryCodes(services, signedInOf(request), clientOf(request)),
    }),
  });
  app.route({
    ...contract.cancelSignInReset,
    handler: async (request) => {
      await cancelReset(services, signedInOf(request), clientOf(request));
      return success;
    },
  });

  app.route({
    ...contract.signInWithRecoveryCode,
    handler: async (request, reply) => {
      withPasskeys();
      const client = clientOf(request);
      const isNewBrowser = !isKnownBrowser(services, request, request.body.email);
      const { token, user } = await useRecoveryCode(services, request.body, client, async (tx, userId) => {
        const session = { userId, method: "RECOVERY_CODE", ...client, isNewBrowser } as const;
        const { token } = await createSession({ db: tx, clock }, session);
        return { token, user: await getUser({ db: tx, config, clock }, userId) };
      });
      await startBrowserSession(services, request, reply, token);
      setKnownBrowserCookie(services, request, reply, request.body.email);
      return { user };
    },
  });
  app.route({
    ...contract.confirmWithRecoveryCode,
    handler: async (request) => {
      withPasskeys();
      const { creatorId, sessionId } = signedInOf(request);
      const given = { email: await emailOf(services, creatorId), code: request.body.code };
      return useRecoveryCode(services, given, clientOf(request), (tx) =>
        markProven({ db: tx, clock }, sessionId),
      );
    },
  });
}
