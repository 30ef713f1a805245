import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { authorizePage, decide } from "./authorize.ts";
import { createCredits } from "./credits.ts";
import { createDeliverer, createEmitter, signatureOf } from "./deliverer.ts";
import { addMessage, messageRoutes } from "./direct-messages.ts";
import { createFaults } from "./faults.ts";
import { emitEncryptedMessage, emitFollow, emitMention, emitRevocation } from "./emit-events.ts";
import { Refusal } from "./problems.ts";
import { createRateWindows } from "./rate-windows.ts";
import { subscriptionRoutes } from "./subscriptions.ts";
import { answerToken } from "./tokens.ts";
import { userRoutes } from "./users.ts";
import { validate, webhookRoutes } from "./webhooks.ts";
import { answerCall, readBody } from "./wire.ts";
import { createIds, newSecret, type Person, type XState } from "./state.ts";

export type XServerOptions = {
  /** The time that passes for this X; real time unless told. `advance` comes on top of it. */
  now?: () => Date;
  /** Addresses that people may be sent back to. */
  redirectUris: string[];
  port?: number;
};

export type XServer = Awaited<ReturnType<typeof startXServer>>;

const routes = [...userRoutes, ...webhookRoutes, ...subscriptionRoutes, ...messageRoutes];

/**
 * An X on loopback that keeps state, follows X's rules where they are known and refuses where they are not: OAuth with
 * PKCE, webhooks with their challenge, subscriptions, direct messages, both rate windows, and credits.
 */
export async function startXServer(options: XServerOptions) {
  let advancedMs = 0;
  const now = () => new Date((options.now?.() ?? new Date()).getTime() + advancedMs);
  const app = {
    clientId: newSecret("xclient"),
    clientSecret: newSecret("xsecret"),
    consumerSecret: newSecret("xconsumer"),
    bearerToken: newSecret("xbearer"),
    redirectUris: options.redirectUris,
  };
  const deliverer = createDeliverer(app.consumerSecret);
  const faults = createFaults();
  const state: XState = {
    now,
    app,
    people: new Map(),
    codes: new Map(),
    accessTokens: new Map(),
    refreshTokens: new Map(),
    webhooks: new Map(),
    subscriptions: new Map(),
    messages: [],
    rates: createRateWindows(now),
    credits: createCredits(),
    subscriptionShape: "named",
    notOffered: new Set(),
    webhookLimit: 1,
    emit: (...event) => emit(...event),
    newId: createIds(now),
    newSecret,
  };
  const emit = createEmitter(state, deliverer);

  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      // A mistake of this server, not of its caller: nobody should take it for one of X's errors.
      response.statusCode = 599;
      response.end(error instanceof Error ? (error.stack ?? error.message) : String(error));
    });
  });
  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? "/", "http://x");
    if (url.pathname === "/i/oauth2/authorize") return answerPage(state, url, request, response);
    if (url.pathname.startsWith("/2/oauth2/") && request.method === "POST")
      return answerOAuth(state, url.pathname, request, response);
    return answerCall(state, routes, faults, request, response);
  }
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const person = (id: string): Person => {
    const found = state.people.get(id);
    if (!found) throw new Error(`nobody here has the id ${id}`);
    return found;
  };
  return {
    url,
    app,
    state,
    faults,
    events: deliverer,
    now,
    /** For an app that is to use this X. */
    environment: {
      X_CLIENT_ID: app.clientId,
      X_CLIENT_SECRET: app.clientSecret,
      X_CONSUMER_SECRET: app.consumerSecret,
      X_BEARER_TOKEN: app.bearerToken,
      X_API_BASE: url,
    },
    advance(by: { seconds?: number; minutes?: number; hours?: number }) {
      const { seconds = 0, minutes = 0, hours = 0 } = by;
      advancedMs += ((hours * 60 + minutes) * 60 + seconds) * 1000;
    },
    addPerson(username: string, name = username): Person {
      const made = { id: state.newId(), username, name, blocked: new Set<string>() };
      state.people.set(made.id, made);
      return made;
    },
    /** Every direct message that the app really delivered, oldest first. */
    ledger: () => state.messages.filter(({ isByApp }) => isByApp),
    personWrites: (fromId: string, toId: string, text: string) =>
      addMessage(state, { fromId, toId, text, isByApp: false }),
    personMentions: (fromId: string, toId: string, text: string) =>
      emitMention(state, person(fromId), person(toId), text),
    personFollows: (fromId: string, toId: string) => emitFollow(state, person(fromId), person(toId)),
    personWritesEncrypted: (fromId: string, toId: string) =>
      emitEncryptedMessage(state, person(fromId), person(toId)),
    /** The person takes the app's access away: their tokens and subscriptions are gone. */
    revoke(personId: string) {
      for (const tokens of [state.accessTokens, state.refreshTokens])
        for (const [token, grant] of tokens) if (grant.personId === personId) tokens.delete(token);
      for (const [id, { filter }] of state.subscriptions)
        if (filter.user_id === personId) state.subscriptions.delete(id);
      emitRevocation(state, person(personId));
    },
    /** The check of every webhook that X makes of its own accord. */
    async checkWebhooks() {
      for (const webhook of state.webhooks.values()) await validate(state, webhook);
    },
    sign: (body: string | Buffer) => ({
      "x-twitter-webhooks-signature": signatureOf(app.consumerSecret, body),
    }),
    async close() {
      await deliverer.settled();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answerPage(state: XState, url: URL, request: IncomingMessage, response: ServerResponse) {
  if (request.method === "POST") {
    const form = new URLSearchParams(await readBody(request));
    const target = decide(state, url.searchParams, form);
    response.writeHead(target ? 302 : 400, target && { location: target.href }).end();
    return;
  }
  const { status, html } = authorizePage(state, url.searchParams);
  response.writeHead(status, { "content-type": "text/html; charset=utf-8" }).end(html);
}

async function answerOAuth(state: XState, path: string, request: IncomingMessage, response: ServerResponse) {
  const raw = await readBody(request);
  let [status, body]: [number, object] = [200, {}];
  try {
    const { authorization, "content-type": contentType } = request.headers;
    body = answerToken(state, path, authorization, contentType, raw);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    ({ status, body } = error);
  }
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
