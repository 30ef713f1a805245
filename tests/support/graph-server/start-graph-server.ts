import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "#tests/support/stripe-server/random.ts";
import { answerCall, type Call, webhookFields } from "./answer-call.ts";
import { createFaults, type FaultKind } from "./faults.ts";
import {
  errorAnswer,
  deadToken,
  GraphError,
  rateLimited,
  sentAfterAll,
  temporary,
  windowClosed,
} from "./graph-error.ts";
import { type GraphAccount, type GraphState, newId } from "./state.ts";
import { authorizePage, newToken } from "./oauth.ts";
import { createPeople } from "./people.ts";
import { createWebhooks, type Receive, signature } from "./webhooks.ts";

/*
 * Meta on loopback: the sign-ins, Graph and webhooks of Instagram (by either sign-in) and of Messenger, for tests.
 * It keeps state, follows Meta's rules where they are known and refuses where they are not.
 *
 *   const graph = await startGraphServer({ now: () => clock.now(), redirectUris: [...] });
 *   testApp(graph.environment)                the app talks to it (META_API_BASE and the apps' keys)
 *   const ig = graph.addInstagram("ada")      an account; `addPage("Ada's", "ada.page")` a Page and what is linked to it
 *   graph.connect(ig)                         a token and the subscription without a browser: { platformUserId, … }
 *   graph.sendWebhooksTo("http://127.0.0.1:4000")            to a server's /webhook/instagram and /webhook/facebook, or
 *   graph.webhooks.sendTo(async ({ path, body, headers }) => (await app.inject({…})).statusCode)
 *
 * People: graph.people.write(ig.id, "fan", "guide please", { story: "reply" }), .comment, .tap, .unsend, .see,
 * .creatorWrites (the creator answers in the platform's own app). Each answers with the ids, and posts its webhook.
 * Await `graph.webhooks.idle()` before looking. Every send is echoed by itself.
 *
 * Truth: graph.ledger is every message of the app's that was really delivered, in order.
 *
 * Faults: graph.faults.next("answer_lost"), .byChance(random, 0.2) (kinds in faults.ts); webhooks with
 * graph.webhooks.chaos.duplicates / .delays, .hold() then .release({ shuffle, times, batch }), .lost and .redeliver().
 * Time: `now` given by the test, plus graph.advance(ms). graph.revoke() kills all tokens.
 *
 * In a browser: authorizeUrl leads to a page here with the buttons Allow and Cancel.
 */

export type GraphServerOptions = {
  now?: () => Date;
  /** Of ids, tokens and chance. */
  seed?: number;
  port?: number;
  /** Addresses that browsers may be sent back to. */
  redirectUris?: string[];
  /** Which sign-in the app's Instagram accounts use. */
  instagramLogin?: "instagram" | "facebook";
};

export type GraphServer = Awaited<ReturnType<typeof startGraphServer>>;

const instagramScopes = ["basic", "manage_messages", "manage_comments"].map(
  (scope) => `instagram_business_${scope}`,
);
const pageScopes = [
  "pages_show_list",
  "pages_messaging",
  "pages_manage_metadata",
  "pages_manage_engagement",
  "instagram_manage_messages",
  "instagram_manage_comments",
];

export async function startGraphServer(options: GraphServerOptions = {}) {
  const { now = () => new Date(), seed = 1, redirectUris = [] } = options;
  const random = seededRandom(seed);
  let advancedMs = 0;
  const faults = createFaults();
  const state: GraphState = {
    app: {
      instagramAppId: "990000000000001",
      instagramAppSecret: random.letters(32),
      metaAppId: "660000000000001",
      metaAppSecret: random.letters(32),
      verifyToken: random.letters(24),
      version: "v26.0",
      redirectUris: new Set(redirectUris),
    },
    random,
    now: () => now().getTime() + advancedMs,
    userId: newId({ random }, "1022"),
    accounts: new Map(),
    tokens: new Map(),
    codes: new Map(),
    people: new Map(),
    lastWrote: new Map(),
    comments: new Map(),
    threads: [],
    ledger: [],
    calls: new Map(),
    tokenShape: "flat",
    profiles: "full",
    emit(account, field, item) {
      if (account.subscribed.has(field)) webhooks.emit({ account, item });
    },
  };
  const webhooks = createWebhooks({
    app: state.app,
    random: seededRandom(seed + 1),
    now: state.now,
    drop: (ids) => ids.forEach((id) => state.accounts.get(id)?.subscribed.clear()),
  });
  const server = createServer((request, response) => {
    void answer(state, faults, request, response).catch((error: unknown) => {
      // A mistake of this server, not of its caller: nobody should take it for one of Meta's errors.
      response.statusCode = 599;
      response.end(error instanceof Error ? (error.stack ?? error.message) : String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const add = (account: Omit<GraphAccount, "subscribed" | "appScopedId">) => {
    const added = { ...account, appScopedId: newId(state, "2578"), subscribed: new Set<string>() };
    state.accounts.set(added.id, added);
    return added;
  };
  return {
    url,
    state,
    app: state.app,
    faults,
    webhooks,
    people: createPeople(state),
    ledger: state.ledger,
    /** What the app is configured with to talk to this server. */
    environment: {
      META_APP_ID: state.app.metaAppId,
      META_APP_SECRET: state.app.metaAppSecret,
      META_VERIFY_TOKEN: state.app.verifyToken,
      INSTAGRAM_APP_ID: state.app.instagramAppId,
      INSTAGRAM_APP_SECRET: state.app.instagramAppSecret,
      INSTAGRAM_LOGIN: options.instagramLogin ?? "instagram",
      META_API_BASE: url,
    },
    now: () => new Date(state.now()),
    advance(ms: number) {
      advancedMs += ms;
    },
    /** An Instagram professional account with its own sign-in. */
    addInstagram: (username: string) =>
      add({ kind: "INSTAGRAM", id: newId(state, "1784"), username, name: `${username} ✨`, pageId: null }),
    /** A Page; with the username of an Instagram account that is linked to it, if any. */
    addPage(name: string, linkedUsername?: string) {
      const id = newId(state, "1000", 15);
      const page = add({ kind: "PAGE", id, username: name, name, pageId: id });
      const linked =
        linkedUsername === undefined
          ? undefined
          : add({
              kind: "INSTAGRAM",
              id: newId(state, "1784"),
              username: linkedUsername,
              name: linkedUsername,
              pageId: id,
            });
      return { ...page, page, linked };
    },
    /** A long-lived token and the subscription to everything, without a browser. */
    connect({ id }: { id: string }) {
      const account = state.accounts.get(id);
      if (!account) throw new Error(`There is no account ${id}`);
      const { pageId } = account;
      account.subscribed = new Set(Object.values(webhookFields).flat());
      const accessToken =
        pageId === null
          ? newToken(state, { kind: "INSTAGRAM", of: id, scopes: instagramScopes }, 60 * 86_400_000)
          : newToken(state, { kind: "PAGE", of: pageId, scopes: pageScopes }, null);
      const platform = account.kind === "PAGE" ? ("FACEBOOK" as const) : ("INSTAGRAM" as const);
      return {
        platform,
        platformUserId: id,
        pageId: account.kind === "PAGE" ? null : pageId,
        username: account.username,
        accessToken,
      };
    },
    /** The owner takes the app's access away. */
    revoke: () => state.tokens.clear(),
    /** Signs any body as Meta does. */
    sign: (body: Buffer | string, secret = state.app.metaAppSecret) => signature(body, secret),
    sendWebhooksTo(target: string) {
      const post: Receive = async ({ path, body, headers }) => {
        const response = await fetch(new URL(path, target), {
          method: "POST",
          headers,
          body: new Uint8Array(body),
        });
        await response.arrayBuffer();
        return response.status;
      };
      webhooks.sendTo(post);
    },
    /** Opens the sign-in's address as the creator, and answers with where the browser is sent then. */
    async answerAuthorize(address: URL, decision: "agree" | "cancel", accountId?: string): Promise<URL> {
      const asked = new URL(address);
      asked.searchParams.set("decision", decision === "agree" ? "allow" : "cancel");
      if (accountId !== undefined) asked.searchParams.set("account", accountId);
      const response = await fetch(asked, { redirect: "manual" });
      const location = response.headers.get("location");
      if (location === null) throw new Error(`The sign-in refused: ${await response.text()}`);
      return new URL(location);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  state: GraphState,
  faults: ReturnType<typeof createFaults>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const address = new URL(request.url ?? "/", "http://localhost");
  const [, host = "", ...rest] = address.pathname.split("/");
  const path = `/${rest.join("/")}`;
  if (host.startsWith("www.")) {
    const isInstagram = host === "www.instagram.com" && path === "/oauth/authorize";
    if (!isInstagram && path !== `/${state.app.version}/dialog/oauth`)
      return void response.writeHead(404).end();
    const site = isInstagram ? "INSTAGRAM" : "FACEBOOK";
    const page = authorizePage(state, site, address.searchParams, address.pathname);
    if ("redirect" in page) return void response.writeHead(302, { location: page.redirect }).end();
    return void response
      .writeHead(page.status, { "content-type": "text/html; charset=utf-8" })
      .end(page.html);
  }
  const call: Call = {
    method: request.method ?? "",
    host,
    path,
    query: address.searchParams,
    authorization: request.headers.authorization,
    contentType: request.headers["content-type"] ?? "",
    body: await bodyOf(request),
  };
  const fault = faults.take(`${call.method} /${host}${path}`);
  if (fault === "slow") await sleep(faults.slowMs, undefined, { ref: false });
  const refusal = refusalOf(fault);
  if (fault === "time_out_before") return;
  const { status, body } = refusal ? errorAnswer(refusal) : answerCall(state, call);
  if (fault === "time_out_after") return;
  if (fault === "answer_lost") return void request.socket.destroy();
  if (fault === "not_json") return void response.writeHead(200).end("<html>");
  const late =
    fault === "failed_after" ? temporary() : fault === "sent_after_all" ? sentAfterAll() : undefined;
  const told = late ? errorAnswer(late) : { status, body };
  response.writeHead(told.status, { "content-type": "application/json; charset=UTF-8" });
  // Instagram's sign-in writes an id as a number that no double holds.
  response.end(JSON.stringify(told.body).replace(/\{"bigNumber":"(\d+)"\}/g, "$1"));
}

function refusalOf(fault: FaultKind | undefined): GraphError | undefined {
  if (fault === "failed_before") return temporary();
  if (fault === "rate_limited") return rateLimited();
  if (fault === "token_invalid") return deadToken("EAAB-some-token");
  if (fault === "window_closed") return windowClosed(false);
  if (fault === "restricted") return new GraphError(400, 10, 1893063, "Temporarily restricted");
  if (fault === "access_off") return new GraphError(400, 200, 2534041, "Message access is off");
  return undefined;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
