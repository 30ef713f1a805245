import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Config, loadConfig } from "#server/config.ts";
import { startXServer, type XServer } from "#tests/support/x-server/start-x-server.ts";
import { makeSocialAccount } from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { checkMeta } from "./check-meta.ts";
import { checkSocialRows } from "./check-social-rows.ts";
import { checkX } from "./check-x.ts";

const app = await testApp();

/** What Meta answers about the app's webhooks, for the right token. */
let answer: object = {};
const meta = createServer((request, response) => {
  const isAsked =
    request.url === "/graph.facebook.com/v26.0/1234/subscriptions" &&
    request.headers.authorization === "Bearer 1234|very-secret-app-secret";
  const refused = { error: { message: "Error validating application." } };
  response
    .writeHead(isAsked ? 200 : 400, { "content-type": "application/json" })
    .end(JSON.stringify(isAsked ? answer : refused));
});
let x: XServer;
let graph: string;
beforeAll(async () => {
  x = await startXServer({ redirectUris: [] });
  await new Promise<void>((done) => meta.listen(0, "127.0.0.1", done));
  graph = `http://127.0.0.1:${(meta.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await x.close();
  meta.close();
});

/** A store that is live but for where its keys lead. */
const liveConfig = (environment: Record<string, string>, change: Partial<Config> = {}): Config => ({
  ...loadConfig({
    META_APP_ID: "1234",
    META_APP_SECRET: "very-secret-app-secret",
    META_VERIFY_TOKEN: "a-token-that-nobody-guesses",
    META_API_BASE: graph,
    INSTAGRAM_APP_ID: "5678",
    INSTAGRAM_APP_SECRET: "very-secret-instagram",
    ...x.environment,
    ...environment,
  }),
  mode: "live",
  publicUrl: new URL("https://store.example.com"),
  ...change,
});
const texts = async (found: ReturnType<typeof checkX>) =>
  (await found).map(({ level, text }) => `${level}: ${text}`);

const subscription = (object: string, name: string, fields: string[]) => ({
  object,
  callback_url: `https://store.example.com/webhook/${name}`,
  active: true,
  fields: fields.map((field) => ({ name: field, version: "v26.0" })),
});
const page = subscription("page", "facebook", ["messages", "message_echoes", "feed"]);
const instagram = subscription("instagram", "instagram", ["messages", "comments"]);

test("Meta's keys and webhooks are found as they should be", async () => {
  answer = { data: [page, instagram] };
  expect(await texts(checkMeta(liveConfig({})))).toEqual([
    "fine: Meta takes META_APP_ID with META_APP_SECRET",
    "fine: Meta tells https://store.example.com/webhook/facebook of messages and comments",
    "fine: Meta tells https://store.example.com/webhook/instagram of messages and comments",
  ]);
});

test.each([
  ["none", [], "has no webhook for the object page: enter https://store.example.com/webhook/facebook"],
  [
    "another address",
    [{ ...page, callback_url: "https://old.example.com/hook" }],
    "webhook for page is https://old.example.com/hook: enter https://store.example.com/webhook/facebook",
  ],
  ["one that is off", [{ ...page, active: false }], "webhook for page is not active"],
  ["too few fields", [{ ...page, fields: [{ name: "feed" }] }], "does not tell of messages, message_echoes"],
])("Meta's webhook is looked at: %s", async (_what, data, words) => {
  answer = { data: [...data, instagram] };
  const config = liveConfig({ INSTAGRAM_LOGIN: "facebook" });
  const problems = (await checkMeta(config)).filter(({ level }) => level === "problem");
  expect(problems).toEqual([{ level: "problem", text: expect.stringContaining(words) }]);
});

test("an app for Instagram alone needs no webhook of Messenger's", async () => {
  answer = { data: [instagram] };
  expect((await texts(checkMeta(liveConfig({}))))[1]).toContain(
    "warning: Meta has no webhook for the object page",
  );
});

test("a secret that Meta does not take is named, and never shown", async () => {
  const [finding] = await texts(checkMeta(liveConfig({ META_APP_SECRET: "very-secret-wrong" })));
  expect(finding).toBe(
    "problem: Meta does not take META_APP_ID with META_APP_SECRET: Error validating application.",
  );
  const away = await texts(checkMeta(liveConfig({ META_API_BASE: "http://127.0.0.1:1" })));
  expect(away).toEqual(["problem: Meta does not answer from here"]);
  answer = { data: "odd" };
  expect(await texts(checkMeta(liveConfig({})))).toEqual(["problem: Meta's list of webhooks cannot be read"]);
});

test("what is not set up at Meta and X is said", async () => {
  const none = {
    ...liveConfig({}),
    social: { instagram: undefined, facebook: undefined, twitter: undefined },
  };
  expect(await texts(checkMeta(none))).toEqual([
    "warning: META_APP_ID is not set: Instagram and Messenger accounts can only be tried in Demo Mode",
  ]);
  expect(await texts(checkX(none))).toEqual([
    "warning: X_CLIENT_ID is not set: X accounts can only be tried in Demo Mode",
  ]);
  const half = await texts(
    checkMeta(liveConfig({ INSTAGRAM_APP_ID: "", INSTAGRAM_APP_SECRET: "", META_VERIFY_TOKEN: "short" })),
  );
  expect(half.slice(0, 2)).toEqual([
    expect.stringContaining("META_VERIFY_TOKEN is short"),
    expect.stringContaining("INSTAGRAM_APP_ID is not set"),
  ]);
});

test("X's token and webhook are looked at", async () => {
  const taken = "fine: X takes X_BEARER_TOKEN";
  expect(await texts(checkX(liveConfig({})))).toEqual([
    taken,
    "fine: X has no webhook yet: it is registered when the first account is connected",
  ]);
  const webhook = (url: string, valid: boolean) => {
    x.state.webhooks.clear();
    x.state.webhooks.set("1", { id: "1", url, valid, createdAt: new Date(), validatedAt: new Date() });
  };
  webhook("https://store.example.com/webhook/twitter", true);
  expect(await texts(checkX(liveConfig({})))).toEqual([
    taken,
    "fine: X tells https://store.example.com/webhook/twitter of messages",
  ]);
  webhook("https://store.example.com/webhook/twitter", false);
  expect((await texts(checkX(liveConfig({}))))[1]).toContain("problem: X has stopped delivering");
  webhook("https://old.example.com/webhook/twitter", true);
  expect((await texts(checkX(liveConfig({}))))[1]).toContain("warning: X has a webhook elsewhere");
  const ported = liveConfig({}, { publicUrl: new URL("https://store.example.com:8443") });
  expect((await texts(checkX(ported)))[1]).toContain("problem: X delivers to addresses without a port only");
  expect((await texts(checkX(liveConfig({ X_BEARER_TOKEN: "wrong" }))))[0]).toContain(
    "problem: X does not take X_BEARER_TOKEN",
  );
  expect(await texts(checkX(liveConfig({ X_API_BASE: "http://127.0.0.1:1" })))).toEqual([
    "problem: X does not answer from here",
  ]);
});

test("the database tells what X counted, and whether the former secret is needed", async () => {
  const { databaseUrl, databaseDirectUrl } = app.services.config;
  const config = liveConfig(
    { APP_SECRET: "n".repeat(40), APP_SECRET_PREVIOUS: "o".repeat(40) },
    { databaseUrl, databaseDirectUrl },
  );
  expect(await texts(checkSocialRows(config))).toEqual([
    expect.stringMatching(/^fine: X: today 0 received/),
    "fine: Nothing is sealed with APP_SECRET_PREVIOUS any more: it can be taken away",
  ]);
  await makeSocialAccount(app, { accessToken: "v1.oldkeyid.a.b.c" });
  expect((await texts(checkSocialRows(config)))[1]).toContain(
    "warning: The tokens of 1 account are still sealed with the former secret",
  );
});
