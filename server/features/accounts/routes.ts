import { z } from "zod";
import * as contract from "#contract/accounts/accounts.ts";
import { noNewCode } from "#contract/accounts/no-new-code.ts";
import * as handleContract from "#contract/accounts/check-handle.ts";
import * as invited from "#contract/accounts/invited.ts";
import * as senderContract from "#contract/accounts/sender-name.ts";
import { NotFound } from "#server/errors.ts";
import { type App, creatorOf, requireRecentSignIn, signedInOf } from "#server/http/http.ts";
import { browserTokenOf, clientOf } from "#server/one-time-codes/asking-browser.ts";
import type { Services } from "#server/services.ts";
import { cachedAnswer, sendKept } from "#server/pages/storefront-cache.ts";
import { startBrowserSession } from "./browser.ts";
import { findDemoCreator } from "./demo-creator.ts";
import { getCurrentUser } from "./current-user.ts";
import { checkHandle } from "./handles.ts";
import { isKnownBrowser, setKnownBrowserCookie } from "./known-browser.ts";
import { navigationRoutes } from "./navigation-routes.ts";
import { getCreator, getUser, updateProfile } from "./profile.ts";
import { findInvitation } from "./invitation-links.ts";
import { openOwnStore } from "./new-creator.ts";
import { actFor, createSession } from "./sessions.ts";
import { requestSignInCode, signInWithCode } from "./sign-in-with-code.ts";
import { passkeyRoutes } from "./passkey-routes.ts";
import { recoveryRoutes } from "./recovery-routes.ts";
import { relyingParty } from "./passkeys/relying-party.ts";
import { getSenderName, requestNameReview } from "./sender-name.ts";
import { securityRoutes } from "./security-routes.ts";
import { setPostalAddress } from "./postal-address.ts";
import { setTimeZone } from "./time-zone.ts";

export function accountRoutes(app: App, services: Services): void {
  const { config, db } = services;
  const success = { success: true as const };
  const answer = contract.getCreator.schema.response[200];
  const codesOnly = () => {
    // Where a provider signs creators in, a code must be no way around it.
    if (config.signIn.method !== "code") throw NotFound();
  };

  navigationRoutes(app, services);
  passkeyRoutes(app, services);
  recoveryRoutes(app, services);
  securityRoutes(app, services, codesOnly);

  app.route({
    ...contract.getSignInOptions,
    handler: async () => ({
      method: config.signIn.method,
      passkeys: relyingParty(config) !== undefined,
      mailbox: config.demo && config.mail.adapter === "mailbox",
      demo: config.demo && (await findDemoCreator(db)) !== undefined,
    }),
  });

  app.route({
    ...invited.getInvitation,
    handler: async (request) => ({ invitation: await findInvitation(services, request.query.token) }),
  });
  app.route({
    ...invited.openOwnStore,
    async handler(request) {
      const { personId } = signedInOf(request);
      if (await openOwnStore(services, personId)) await actFor(services, signedInOf(request), personId);
      return success;
    },
  });

  app.route({
    ...contract.requestSignInCode,
    handler: async (request, reply) => {
      codesOnly();
      const browserToken = browserTokenOf(request, reply, config);
      const { email } = request.body;
      const known = isKnownBrowser(services, request, email);
      const asked = await requestSignInCode(services, { email, browserToken, ip: request.ip, known });
      const message =
        asked.waitSeconds === null
          ? "If the address is right, a code is on its way."
          : noNewCode(asked.waitSeconds);
      return { ...success, ...asked, message };
    },
  });

  app.route({
    ...contract.verifySignInCode,
    handler: async (request, reply) => {
      codesOnly();
      const { email, code } = request.body;
      const browserToken = browserTokenOf(request, reply, config);
      const { user, token } = await signInWithCode(services, {
        email,
        code,
        browserToken,
        known: isKnownBrowser(services, request, email),
        ...clientOf(request),
      });
      await startBrowserSession(services, request, reply, token);
      setKnownBrowserCookie(services, request, reply, email);
      return { user: await getUser(services, user.id) };
    },
  });

  app.route({
    ...contract.signInAsDemo,
    handler: async (request, reply) => {
      const demo = await findDemoCreator(db);
      if (!demo)
        throw NotFound("There is no demo creator. Bring the demo store back with: npm run seed -- --reset");
      const { token } = await createSession(services, {
        userId: demo.id,
        method: "DEMO",
        ...clientOf(request),
      });
      await startBrowserSession(services, request, reply, token);
      return { user: await getUser(services, demo.id) };
    },
  });

  app.route({
    ...contract.getCurrentUser,
    handler: (request) => getCurrentUser(services, signedInOf(request)),
  });
  app.route({
    ...contract.updateProfile,
    async handler(request) {
      const { handle } = request.body;
      // It's the address of the store, on every link and poster.
      if (handle !== undefined && handle !== signedInOf(request).handle)
        requireRecentSignIn(signedInOf(request));
      await updateProfile(services, creatorOf(request), request.body);
      return getCurrentUser(services, signedInOf(request));
    },
  });
  app.route({
    ...contract.setTimeZone,
    handler: async (request) => {
      await setTimeZone(db, creatorOf(request), request.body);
      return getCurrentUser(services, signedInOf(request));
    },
  });
  app.route({
    ...contract.setPostalAddress,
    handler: async (request) => {
      await setPostalAddress(db, creatorOf(request), request.body.postalAddress);
      return getCurrentUser(services, signedInOf(request));
    },
  });
  app.route({
    ...senderContract.getSenderName,
    handler: (request) => getSenderName(services, creatorOf(request), request.query),
  });
  app.route({
    ...senderContract.requestNameReview,
    handler: async (request, reply) => {
      await requestNameReview(services, creatorOf(request), request.body.note, clientOf(request));
      return reply.code(201).send(success);
    },
  });
  app.route({
    ...handleContract.checkHandle,
    handler: (request) => checkHandle(db, creatorOf(request), request.query.handle),
  });
  app.route({
    ...contract.getCreator,
    handler: async (request, reply) => {
      const handle = request.params.handle.toLowerCase();
      const creator = await services.storefronts.get(handle, "creator", async () =>
        cachedAnswer(JSON.stringify(z.encode(answer, await getCreator(services, handle)))),
      );
      if (!creator) throw NotFound("Creator not found");
      return sendKept(creator, request, reply);
    },
  });
}
