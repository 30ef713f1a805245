import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { testClock } from "#tests/support/test-clock.ts";
import { messageRoutes } from "./direct-messages.ts";
import { startWebhookReceiver } from "./webhook-receiver.ts";
import { startXServer } from "./start-x-server.ts";

// What this X refuses of its own accord, whoever asks: what an adapter must never come to rely on.

const redirectUri = "http://localhost/oauth/twitter/callback";
const clock = testClock();
const x = await startXServer({ now: clock.now, redirectUris: [redirectUri] });
const receiver = await startWebhookReceiver();
afterAll(async () => {
  await x.close();
  await receiver.close();
});
const [maker, fan] = [x.addPerson("maker"), x.addPerson("a_fan")];
const allScopes = ["tweet.read", "users.read", "dm.read", "dm.write", "offline.access"];
const hook = `${receiver.origin.href}hook`;

function tokenOf(personId: string, scopes = allScopes): string {
  const token = `xat_${x.state.accessTokens.size}`;
  x.state.accessTokens.set(token, { personId, scopes, endsAt: new Date(clock.now().getTime() + 7_200_000) });
  return token;
}
async function ask(method: string, path: string, token: string, body?: unknown) {
  const response = await fetch(new URL(path, x.url), {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as never, headers: response.headers };
}
/** Answers every challenge as the app's secret demands. */
const honest = {
  answerChallenge: ({ crc_token: token }: Record<string, unknown>) => ({
    contentType: "application/json",
    body: JSON.stringify({ response_token: x.sign(String(token))["x-twitter-webhooks-signature"] }),
  }),
};

beforeEach(() => {
  clock.advance({ hours: 25 });
  receiver.platform = honest as never;
  receiver.challenge = undefined;
  x.state.webhooks.clear();
  x.state.subscriptions.clear();
});

describe("consent", () => {
  const right = {
    response_type: "code",
    client_id: x.app.clientId,
    redirect_uri: redirectUri,
    scope: "dm.read users.read",
    state: "s",
    code_challenge: "c".repeat(43),
    code_challenge_method: "S256",
  };
  const open = async (change: Record<string, string>) => {
    const url = new URL("/i/oauth2/authorize", x.url);
    url.search = new URLSearchParams({ ...right, ...change }).toString();
    const page = await fetch(url);
    return { status: page.status, html: await page.text() };
  };

  test("the page offers who one is, Allow and Cancel", async () => {
    const { status, html } = await open({});
    expect(status).toBe(200);
    for (const word of ["@maker", "@a_fan", "Allow", "Cancel", "dm.read"]) expect(html).toContain(word);
  });

  test.each([
    ["another kind of answer", { response_type: "token" }],
    ["another app", { client_id: "somebody" }],
    ["an address that is not registered", { redirect_uri: `${redirectUri}/` }],
    ["a scope that there is not", { scope: "dm.read everything" }],
    ["no scope", { scope: "" }],
    ["no state", { state: "" }],
    ["a long state", { state: "s".repeat(501) }],
    ["a plain challenge", { code_challenge_method: "plain" }],
    ["no challenge", { code_challenge: "" }],
  ])("%s is refused", async (_what, change) => {
    expect(await open(change)).toMatchObject({
      status: 400,
      html: expect.stringContaining("Something went wrong"),
    });
  });
});

describe("calls", () => {
  const messages = `/2/dm_conversations/with/${fan.id}/messages`;

  test("a token opens what its scopes say, until it ends", async () => {
    expect(await ask("GET", "/2/users/me", "nobody's")).toMatchObject({ status: 401 });
    expect(await ask("GET", "/2/users/me", x.app.bearerToken)).toMatchObject({ status: 403 });
    expect(await ask("GET", "/2/webhooks", tokenOf(maker.id))).toMatchObject({ status: 403 });
    const reader = tokenOf(maker.id, ["tweet.read", "users.read", "dm.read"]);
    expect(await ask("POST", messages, reader, { text: "hi" })).toMatchObject({ status: 403 });
    expect(await ask("GET", "/2/users/me", reader)).toMatchObject({
      status: 200,
      body: { data: { id: maker.id } },
    });
    clock.advance({ hours: 3 });
    expect(await ask("GET", "/2/users/me", reader)).toMatchObject({ status: 401 });
  });

  test("nothing is taken that is not described", async () => {
    x.personWrites(fan.id, maker.id, "hello");
    const token = tokenOf(maker.id);
    const sent = x.ledger().length;
    for (const body of [{}, { text: "" }, { text: 7 }, { text: "hi", buttons: [] }, [], "hi", null])
      expect(await ask("POST", messages, token, body)).toMatchObject({ status: 400 });
    expect(await ask("GET", "/2/users/me?fields=id", token)).toMatchObject({ status: 400 });
    expect(await ask("GET", "/2/users/me?user.fields=password", token)).toMatchObject({ status: 400 });
    expect(await ask("GET", "/2/nothing", token)).toMatchObject({ status: 404, body: { code: 34 } });
    expect(x.ledger()).toHaveLength(sent);
    expect(await ask("POST", messages, token, { text: "hi" })).toMatchObject({
      status: 201,
      body: {
        data: { dm_conversation_id: `${maker.id}-${fan.id}`, dm_event_id: expect.stringMatching(/^\d{19}$/) },
      },
    });
  });

  test("fifteen in a quarter of an hour, and 1,440 a day for everybody together", async () => {
    x.personWrites(fan.id, maker.id, "hello");
    const token = tokenOf(maker.id);
    const send = () => ask("POST", messages, token, { text: "hi" });
    for (let left = 14; left >= 0; left--) {
      const { status, headers } = await send();
      expect([status, headers.get("x-rate-limit-remaining")]).toEqual([201, `${left}`]);
    }
    const late = await send();
    expect(late).toMatchObject({ status: 429, body: { errors: [{ code: 88 }] } });
    expect(late.headers.get("x-user-limit-24hour-remaining")).toBe("1425");
    clock.advance({ minutes: 15 });
    expect(await send()).toMatchObject({ status: 201 });
    // Everybody else takes the rest of the day.
    const route = messageRoutes.find(({ method }) => method === "POST");
    for (let at = 0; at < 1_424; at++)
      x.state.rates.count(`POST ${route?.path}`, `somebody ${at}`, route?.rates ?? []);
    const last = await send();
    expect(last.status).toBe(429);
    expect(last.headers.get("x-app-limit-24hour-remaining")).toBe("0");
  });
});

describe("webhooks", () => {
  const register = (url = hook) => ask("POST", "/2/webhooks", x.app.bearerToken, { url });

  test.each([
    "http://store.example.com/x",
    "https://store.example.com:5000/x",
    "store",
    "https://a.example/".padEnd(201, "a"),
  ])("%s is no address for events", async (url) => {
    expect(await register(url)).toMatchObject({ status: 400 });
  });

  test("one is believed while it answers challenges right", async () => {
    receiver.challenge = { status: 200, body: "{}" };
    expect(await register()).toMatchObject({ status: 400 });
    receiver.challenge = undefined;
    expect(await register()).toMatchObject({ status: 200, body: { data: { url: hook, valid: true } } });
    expect(await register()).toMatchObject({
      status: 400,
      body: { detail: expect.stringMatching(/^DuplicateUrl/) },
    });
    expect(await register(`${hook}2`)).toMatchObject({
      status: 400,
      body: { detail: expect.stringMatching(/^WebhookLimit/) },
    });
    const isValid = () => [...x.state.webhooks.values()].map(({ valid }) => valid)[0];
    // Silence is forgiven for 28 hours, a wrong answer never.
    receiver.challenge = { status: 503, body: "" };
    await x.checkWebhooks();
    expect(isValid()).toBe(true);
    clock.advance({ hours: 29 });
    await x.checkWebhooks();
    expect(isValid()).toBe(false);
    receiver.challenge = undefined;
    await x.checkWebhooks();
    expect(isValid()).toBe(true);
    receiver.challenge = { status: 302, body: "" };
    await x.checkWebhooks();
    expect(isValid()).toBe(false);
  });

  test("a private event is for whose it is, and goes to a webhook that is believed", async () => {
    const { body } = await register();
    const { id } = (body as { data: { id: string } }).data;
    const wanted = { event_type: "dm.received", filter: { user_id: maker.id }, webhook_id: id };
    const subscribe = (token: string, change: object = {}) =>
      ask("POST", "/2/activity/subscriptions", token, { ...wanted, ...change });
    expect(await subscribe(x.app.bearerToken)).toMatchObject({ status: 403 });
    expect(await subscribe(tokenOf(fan.id))).toMatchObject({ status: 403 });
    expect(await subscribe(tokenOf(maker.id), { colour: "red" })).toMatchObject({ status: 400 });
    expect(await subscribe(tokenOf(maker.id), { event_type: "dm.everything" })).toMatchObject({
      status: 400,
    });
    expect(await subscribe(tokenOf(maker.id), { webhook_id: "1" })).toMatchObject({ status: 400 });
    expect(await subscribe(tokenOf(maker.id))).toMatchObject({ status: 200 });
    expect(await subscribe(tokenOf(maker.id))).toMatchObject({ status: 400 });

    const before = receiver.received.length;
    x.personWrites(fan.id, maker.id, "one");
    x.personWrites(maker.id, fan.id, "two");
    await x.events.settled();
    expect(
      receiver.received.slice(before).map(({ body }) => JSON.parse(body.toString()) as unknown),
    ).toMatchObject([{ data: { event_type: "dm.received", filter: { user_id: maker.id } } }]);
    const [webhook] = x.state.webhooks.values();
    if (webhook) webhook.valid = false;
    x.personWrites(fan.id, maker.id, "three");
    await x.events.settled();
    expect(receiver.received).toHaveLength(before + 1);
  });
});
