import type { FastifyReply, FastifyRequest } from "fastify";
import * as contract from "#contract/accounts/passkeys.ts";
import { confirmWithPasskey } from "#contract/accounts/recent-sign-in.ts";
import { NotFound } from "#server/errors.ts";
import { type App, creatorOf, signedInOf } from "#server/http/http.ts";
import { browserTokenOf, clientOf } from "#server/one-time-codes/asking-browser.ts";
import { hashToken } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";
import { startBrowserSession } from "./browser.ts";
import { isKnownBrowser, setKnownBrowserCookie } from "./known-browser.ts";
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from "./passkeys/add-passkey.ts";
import { relyingParty } from "./passkeys/relying-party.ts";
import { beginPasskeyUse, redeemPasskey } from "./passkeys/use-passkey.ts";
import { getUser } from "./profile.ts";
import { createSession, markProven } from "./sessions.ts";

/** Passkeys: how creators add, name and remove them, and sign in with one. Where there are none, there are no such calls. */
export function passkeyRoutes(app: App, services: Services): void {
  const { config, clock } = services;
  const party = relyingParty(config);
  const askedIn = (request: FastifyRequest, reply: FastifyReply) => {
    if (!party) throw NotFound();
    return { party, browserHash: hashToken(browserTokenOf(request, reply, config)) };
  };

  app.route({
    ...contract.listPasskeys,
    handler: (request) => listPasskeys(services, creatorOf(request)),
  });
  app.route({
    ...contract.beginPasskey,
    handler: async (request, reply) => {
      const adding = { ...askedIn(request, reply), signedIn: signedInOf(request) };
      return { options: await beginPasskey(services, adding) };
    },
  });
  app.route({
    ...contract.addPasskey,
    handler: async (request, reply) => {
      const adding = { ...askedIn(request, reply), signedIn: signedInOf(request) };
      return reply.code(201).send(await addPasskey(services, adding, request.body, clientOf(request)));
    },
  });
  app.route({
    ...contract.renamePasskey,
    handler: (request) => renamePasskey(services, creatorOf(request), request.params.id, request.body.name),
  });
  app.route({
    ...contract.removePasskey,
    handler: async (request) => {
      await removePasskey(services, creatorOf(request), request.params.id, clientOf(request));
      return { success: true as const };
    },
  });

  app.route({
    ...contract.beginPasskeySignIn,
    handler: async (request, reply) => ({
      options: await beginPasskeyUse(services, askedIn(request, reply)),
    }),
  });
  app.route({
    ...contract.signInWithPasskey,
    handler: async (request, reply) => {
      const { credential } = request.body;
      const { token, user } = await redeemPasskey(
        services,
        askedIn(request, reply),
        credential,
        async (tx, { ownerId: userId }) => {
          const user = await getUser({ db: tx, config, clock }, userId);
          const isNewBrowser = !isKnownBrowser(services, request, user.email.toLowerCase());
          const session = { userId, method: "PASSKEY", ...clientOf(request), isNewBrowser } as const;
          return { user, token: (await createSession({ db: tx, clock }, session)).token };
        },
      );
      await startBrowserSession(services, request, reply, token);
      setKnownBrowserCookie(services, request, reply, user.email.toLowerCase());
      return { user };
    },
  });
  app.route({
    ...confirmWithPasskey,
    handler: (request, reply) => {
      const { creatorId: ownerId, sessionId } = signedInOf(request);
      return redeemPasskey(services, { ...askedIn(request, reply), ownerId }, request.body.credential, (tx) =>
        markProven({ db: tx, clock }, sessionId),
      );
    },
  });
}
