import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { testClock } from "#tests/support/test-clock.ts";
import { startGraphServer, type GraphServer } from "./start-graph-server.ts";

const clock = testClock();
let graph: GraphServer;
beforeEach(async () => {
  graph = await startGraphServer({ now: () => clock.now(), redirectUris: ["http://localhost:3000/back"] });
});
afterEach(() => graph.close());

type Said = { status: number; code: number | undefined; subcode: number | undefined; body: unknown };
async function post(path: string, token: string, body: unknown): Promise<Said> {
  const response = await fetch(`${graph.url}/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { error?: { code: number; error_subcode?: number } };
  return {
    status: response.status,
    code: answer.error?.code,
    subcode: answer.error?.error_subcode,
    body: answer,
  };
}

/** An Instagram account that is connected, a fan who wrote, and sends to them. */
function instagram() {
  const { id } = graph.addInstagram("ada");
  const { accessToken } = graph.connect({ id });
  const { personId } = graph.people.write(id, "fan", "hi");
  const send = (body: unknown) => post(`graph.instagram.com/v26.0/${id}/messages`, accessToken, body);
  const to = (message: unknown, more: object = {}) => send({ recipient: { id: personId }, message, ...more });
  return { id, accessToken, personId, send, to };
}

describe("a message", () => {
  test("of unknown keys or wrong types is code 100, and leaves nothing", async () => {
    const { send, to, personId } = instagram();
    for (const wrong of [
      await to({ text: "hi", metadata: "x" }),
      await to({ text: 7 }),
      await to({}),
      await to({ text: "hi" }, { messaging_type: "RESPONSE" }),
      await to({ text: "hi", quick_replies: [] }),
      await send({ recipient: { id: Number(personId) }, message: { text: "hi" } }),
      await send({ message: { text: "hi" } }),
    ])
      expect(wrong).toMatchObject({ status: 400, code: 100 });
    expect(graph.ledger).toEqual([]);
  });

  test("has at most 1000 bytes, its button's text at most 640 characters", async () => {
    const { to } = instagram();
    const template = (text: string, title = "Get it") => ({
      attachment: {
        type: "template",
        payload: {
          template_type: "button",
          text,
          buttons: [{ type: "web_url", url: "https://shop.example/l/a", title }],
        },
      },
    });
    expect((await to({ text: "é".repeat(500) })).status).toBe(200);
    expect((await to({ text: `${"é".repeat(500)}.` })).code).toBe(100);
    expect((await to(template("é".repeat(640)))).status).toBe(200);
    expect((await to(template("a".repeat(641)))).code).toBe(100);
    expect((await to(template("a", "t".repeat(21)))).code).toBe(100);
    expect(graph.ledger).toHaveLength(2);
  });

  test("goes only to who wrote within 24 hours: not after their comment, nor after ours", async () => {
    const { id, accessToken, to } = instagram();
    clock.advance({ hours: 23 });
    expect((await to({ text: "still" })).status).toBe(200);
    clock.advance({ hours: 2 });
    expect(await to({ text: "late" })).toMatchObject({ status: 403, code: 10, subcode: 2534022 });
    const { personId } = graph.people.comment(id, "other", "GUIDE");
    expect(
      await post(`graph.instagram.com/v26.0/me/messages`, accessToken, {
        recipient: { id: personId },
        message: { text: "hi" },
      }),
    ).toMatchObject({ subcode: 2534022 });
  });

  test("to a Page's person names its type, and no tag", async () => {
    const { page } = graph.addPage("Ada's");
    const { accessToken } = graph.connect(page);
    const { personId } = graph.people.write(page.id, "fan", "hi");
    const send = (more: object) =>
      post(`graph.facebook.com/v26.0/${page.id}/messages`, accessToken, {
        recipient: { id: personId },
        message: { text: "hi", metadata: "ours" },
        ...more,
      });
    expect(await send({})).toMatchObject({ code: 100 });
    expect(await send({ messaging_type: "MESSAGE_TAG", tag: "HUMAN_AGENT" })).toMatchObject({ code: 100 });
    expect(await send({ messaging_type: "RESPONSE" })).toMatchObject({ status: 200 });
    expect(graph.ledger).toMatchObject([{ metadata: "ours", personId }]);
  });

  test("is one of a hundred in a second", async () => {
    const now = clock.now();
    await graph.close();
    graph = await startGraphServer({ now: () => now });
    const { to } = instagram();
    for (let sent = 0; sent < 100; sent++) expect((await to({ text: "hi" })).status).toBe(200);
    expect(await to({ text: "hi" })).toMatchObject({ code: 613, subcode: 2534040 });
    graph.advance(1_001);
    expect((await to({ text: "hi" })).status).toBe(200);
  });

  test("of another account's token, or of none, is error 190 or 100", async () => {
    const { personId } = instagram();
    const other = graph.connect(graph.addInstagram("eve"));
    const body = { recipient: { id: personId }, message: { text: "hi" } };
    expect(await post(`graph.instagram.com/v26.0/me/messages`, other.accessToken, body)).toMatchObject({
      code: 100,
      subcode: 2534014,
    });
    expect(await post(`graph.instagram.com/v26.0/me/messages`, "nothing", body)).toMatchObject({
      status: 401,
      code: 190,
    });
    expect(graph.ledger).toEqual([]);
  });
});

test("a comment has one private answer, for seven days", async () => {
  const { id, send } = instagram();
  const first = graph.people.comment(id, "fan", "GUIDE");
  const late = graph.people.comment(id, "fan", "GUIDE");
  const answer = (commentId: string) =>
    send({ recipient: { comment_id: commentId }, message: { text: "hi" } });
  expect((await answer(first.commentId)).status).toBe(200);
  expect(await answer(first.commentId)).toMatchObject({ subcode: 2534025 });
  clock.advance({ days: 7, seconds: 1 });
  expect(await answer(late.commentId)).toMatchObject({ subcode: 2534022 });
  expect(await answer("1")).toMatchObject({ code: 100 });
  expect(graph.ledger).toHaveLength(1);
});

describe("the sign-in", () => {
  const address = (change: Record<string, string> = {}) => {
    const url = new URL("/www.instagram.com/oauth/authorize", graph.url);
    url.search = new URLSearchParams({
      client_id: graph.app.instagramAppId,
      redirect_uri: "http://localhost:3000/back",
      response_type: "code",
      scope: "instagram_business_basic",
      state: "s",
      ...change,
    }).toString();
    return url;
  };
  const exchange = async (code: string) => {
    const response = await fetch(`${graph.url}/api.instagram.com/oauth/access_token`, {
      method: "POST",
      body: new URLSearchParams({
        client_id: graph.app.instagramAppId,
        client_secret: graph.app.instagramAppSecret,
        grant_type: "authorization_code",
        redirect_uri: "http://localhost:3000/back",
        code,
      }),
    });
    return { status: response.status, text: await response.text() };
  };

  test("shows a page with Allow and Cancel, for the right app and address alone", async () => {
    graph.addInstagram("ada");
    const page = await (await fetch(address())).text();
    expect(page).toMatch(/<button[^>]*>Allow<.*<button[^>]*>Cancel</s);
    for (const change of [
      { redirect_uri: "http://localhost:3000/back/" },
      { client_id: "1" },
      { response_type: "token" },
      { scope: "" },
    ])
      expect((await fetch(address(change))).status).toBe(400);
  });

  test("gives a code once and for an hour, and a token in either shape, with an id no double holds", async () => {
    const { appScopedId } = graph.addInstagram("ada");
    const code = async () => (await graph.answerAuthorize(address(), "agree")).searchParams.get("code") ?? "";
    const used = await code();
    expect((await exchange(used)).text).toContain(`"user_id":${appScopedId}`);
    expect(await exchange(used)).toMatchObject({
      status: 400,
      text: expect.stringContaining("error_type") as string,
    });
    graph.state.tokenShape = "data";
    expect((await exchange(await code())).text).toContain(`"data":[{`);
    const old = await code();
    clock.advance({ minutes: 61 });
    expect((await exchange(old)).status).toBe(400);
  });
});

describe("webhooks", () => {
  test("are held, shuffled, repeated and batched over accounts; an echo follows each send", async () => {
    const bodies: string[] = [];
    graph.webhooks.sendTo(({ body }) => {
      bodies.push(body.toString());
      return Promise.resolve(200);
    });
    const { to, id } = instagram();
    await to({ text: "café" });
    await graph.webhooks.idle();
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toContain('"text":"caf\\u00e9","is_echo":true');

    bodies.length = 0;
    const other = graph.addInstagram("eve");
    graph.connect(other);
    graph.webhooks.hold();
    graph.people.write(id, "fan", "one");
    graph.people.write(other.id, "fan", "two");
    graph.webhooks.release({ times: 2, batch: true, shuffle: true });
    await graph.webhooks.idle();
    expect(bodies).toHaveLength(1);
    const { entry } = JSON.parse(bodies[0] ?? "") as { entry: { id: string; messaging: unknown[] }[] };
    expect(entry.map(({ id, messaging }) => [id, messaging.length]).sort()).toEqual(
      [
        [id, 2],
        [other.id, 2],
      ].sort(),
    );
  });

  test("are tried again, then lost; after an hour of failures the account hears nothing more", async () => {
    let status = 500;
    graph.webhooks.retryMs = 1;
    graph.webhooks.sendTo(() => Promise.resolve(status));
    const { id } = instagram();
    await graph.webhooks.idle();
    expect(graph.webhooks.lost).toHaveLength(1);
    status = 200;
    graph.webhooks.redeliver();
    await graph.webhooks.idle();
    expect(graph.webhooks.lost).toEqual([]);
    status = 500;
    graph.people.write(id, "fan", "a");
    await graph.webhooks.idle();
    clock.advance({ minutes: 61 });
    graph.people.write(id, "fan", "b");
    await graph.webhooks.idle();
    expect(graph.state.accounts.get(id)?.subscribed.size).toBe(0);
  });
});
