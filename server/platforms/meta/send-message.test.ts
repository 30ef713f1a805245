import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endsBefore } from "#tests/support/ends-before.ts";
import type { ConnectablePlatform, OutgoingMessage, Refusal } from "#server/platforms/social-platform.ts";
import { openInstagram, openMessenger } from "./meta-platform.ts";

type Seen = { method: string; url: string; authorization: string | undefined; body: unknown };

/** A Meta that says what it is told to, and keeps what it was asked. */
let answer = { status: 200, body: "" };
let seen: Seen[] = [];
let platform: ConnectablePlatform;
let messenger: ConnectablePlatform;

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  const { method = "", url = "", headers } = request;
  seen.push({
    method,
    url,
    authorization: headers.authorization,
    body: text === "" ? undefined : JSON.parse(text),
  });
  // Stays silent.
  if (answer.status === 0) return;
  response.writeHead(answer.status, answer.status === 307 ? { location: "/elsewhere" } : {}).end(answer.body);
});

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const app = {
    appId: "1",
    ownAppIds: ["1"],
    appSecret: "app-secret",
    signingSecrets: ["app-secret"],
    verifyToken: "v",
    graphVersion: "v26.0",
    apiBase: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
  };
  const clock = { now: () => new Date() };
  platform = openInstagram(clock, { ...app, login: "instagram" });
  messenger = openMessenger(clock, app);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const account = (platform: "INSTAGRAM" | "FACEBOOK") => ({
  platform,
  platformUserId: "17841400000000001",
  pageId: null,
  accessToken: "the-token",
});
async function send(message: Partial<OutgoingMessage>, by = platform) {
  seen = [];
  return by.send(account(by === platform ? "INSTAGRAM" : "FACEBOOK"), {
    sendId: "0b5b1c1e",
    to: { kind: "PERSON", personId: "900000000000001" },
    text: "Here you go",
    button: null,
    byHand: false,
    ...message,
  });
}
const says = (status: number, body: unknown) => {
  answer = { status, body: typeof body === "string" ? body : JSON.stringify(body) };
};
const sent = { recipient_id: "900000000000001", message_id: "aWdf_1" };
const button = { title: "Get it", url: "https://shop.example/l/abc" };

describe("what is sent", () => {
  test("to Instagram: the words, the token in a header and never in the address", async () => {
    says(200, sent);
    expect(await send({})).toEqual({ status: "sent", messageId: "aWdf_1" });
    expect(seen).toEqual([
      {
        method: "POST",
        url: "/graph.instagram.com/v26.0/17841400000000001/messages",
        authorization: "Bearer the-token",
        body: { recipient: { id: "900000000000001" }, message: { text: "Here you go" } },
      },
    ]);
  });

  test("to Messenger: as a response, with our id for its echo; by hand no other tag", async () => {
    says(200, sent);
    await send({ byHand: true }, messenger);
    expect(seen[0]?.body).toEqual({
      recipient: { id: "900000000000001" },
      messaging_type: "RESPONSE",
      message: { text: "Here you go", metadata: "0b5b1c1e" },
    });
  });

  test("a link as a button; behind the text where that is too long for one", async () => {
    says(200, sent);
    await send({ button });
    expect(seen[0]?.body).toMatchObject({
      message: {
        attachment: {
          type: "template",
          payload: {
            template_type: "button",
            text: "Here you go",
            buttons: [{ type: "web_url", url: button.url, title: "Get it" }],
          },
        },
      },
    });
    await send({ button, text: "a".repeat(641) });
    expect(seen[0]?.body).toMatchObject({ message: { text: `${"a".repeat(641)}\n\n${button.url}` } });
  });

  test("where neither has room, the text is cut and never the link, nor in the middle of a character", async () => {
    says(200, sent);
    const text = `${"b".repeat(635)}👩‍🍳${"é".repeat(170)}`;
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_000);
    await send({ button, text });
    expect(seen[0]?.body).toMatchObject({
      message: { attachment: { payload: { text: `${"b".repeat(635)}…`, buttons: [{ url: button.url }] } } },
    });
  });

  test("the title of a button is cut to what Meta shows", async () => {
    says(200, sent);
    await send({ button: { ...button, title: "Ein sehr langer Titel 🎂 für Torten" } });
    expect(JSON.stringify(seen[0]?.body)).toContain('"title":"Ein sehr langer Tit…"');
  });

  test("a public answer goes under the comment, on each platform by its own path", async () => {
    says(200, { id: "18059" });
    const to = { kind: "COMMENT_PUBLICLY" as const, commentId: "1805" };
    expect(await send({ to })).toEqual({ status: "sent", messageId: "18059" });
    expect(seen[0]).toMatchObject({
      url: "/graph.instagram.com/v26.0/1805/replies",
      body: { message: "Here you go" },
    });
    await send({ to: { ...to, commentId: "777_888" } }, messenger);
    expect(seen[0]).toMatchObject({ url: "/graph.facebook.com/v26.0/777_888/comments" });
  });

  test("an id that is no id stays one part of the address", async () => {
    says(200, { id: "1" });
    await send({ to: { kind: "COMMENT_PUBLICLY", commentId: "../me?x=" } });
    expect(seen[0]?.url).toBe("/graph.instagram.com/v26.0/..%2Fme%3Fx%3D/replies");
  });
});

describe("what Meta answers", () => {
  const error = (code: number, subcode?: number) => ({
    error: { message: "localised the-token", type: "x", code, ...(subcode && { error_subcode: subcode }) },
  });
  const refusals: [number, number | undefined, Refusal][] = [
    [10, 2534022, "WINDOW_CLOSED"],
    [10, 2018278, "WINDOW_CLOSED"],
    [100, 2534014, "PERSON_UNAVAILABLE"],
    [100, 2534001, "PERSON_UNAVAILABLE"],
    [551, undefined, "PERSON_UNAVAILABLE"],
    [10, 2534025, "ALREADY_ANSWERED"],
    [100, 2534029, "ACCOUNT_RESTRICTED"],
    [10, 1893063, "ACCOUNT_RESTRICTED"],
    [200, 2534041, "MESSAGE_ACCESS_OFF"],
    [613, 2534040, "RATE_LIMITED"],
    [4, undefined, "RATE_LIMITED"],
    [17, undefined, "RATE_LIMITED"],
    [80002, undefined, "RATE_LIMITED"],
    [190, 460, "TOKEN_INVALID"],
    [100, undefined, "NOT_ACCEPTED"],
    // Before Advanced Access, and once a permission is taken back.
    [3, undefined, "PERMISSION_MISSING"],
    [1, 99, "PERMISSION_MISSING"],
    [10, undefined, "PERMISSION_MISSING"],
    [200, undefined, "PERMISSION_MISSING"],
    [230, undefined, "PERMISSION_MISSING"],
    [294, undefined, "PERMISSION_MISSING"],
    [10, 2018300, "OTHER_APP"],
    [32, undefined, "RATE_LIMITED"],
    [341, undefined, "RATE_LIMITED"],
    [80006, undefined, "RATE_LIMITED"],
    [80007, undefined, "RATE_LIMITED"],
    [102, undefined, "TOKEN_INVALID"],
    [368, undefined, "ACCOUNT_RESTRICTED"],
    [803, undefined, "NOT_ACCEPTED"],
    [10900, undefined, "ALREADY_ANSWERED"],
    [10901, undefined, "WINDOW_CLOSED"],
    [10903, undefined, "PERSON_UNAVAILABLE"],
  ];
  test.for(refusals)("%i/%s is a definite no, whatever its status: %s", async ([code, subcode, refusal]) => {
    for (const status of [400, 401, 403, 429]) {
      says(status, error(code, subcode));
      const result = await send({});
      expect(result).toMatchObject({ status: "refused", refusal });
      expect(JSON.stringify(result)).not.toContain("the-token");
    }
  });

  test.for<[string, number, unknown]>([
    ["a code of Meta's own trouble", 400, error(1)],
    ["another", 400, error(2)],
    ["the one that lies", 400, error(1, 1357046)],
    ["a code that nobody knows", 400, error(99_999)],
    ["a refusal from a server in trouble", 500, error(100)],
    ["an error without a code", 502, "<html>Bad gateway</html>"],
    ["a yes without the message's id", 200, { recipient_id: "1" }],
    ["a yes that is no JSON", 200, "ok"],
    ["another address", 307, ""],
  ])("%s leaves a doubt: it is never sent again", async ([, status, body]) => {
    says(status, body);
    expect(await send({})).toMatchObject({ status: "unknown", message: expect.any(String) });
    expect(seen).toHaveLength(1);
  });

  test("keeps Meta's code and words, bounded and without any token", async () => {
    const longToken = "IGQWR".repeat(40);
    const message = `Sprawdź the-token i ${longToken}. ${"Długo ".repeat(100)}`;
    says(400, { error: { message, code: 10, error_subcode: 2018300 } });
    const result = await send({});
    expect(result).toMatchObject({
      error: { code: "10/2018300", message: expect.stringMatching(/^Sprawdź … i …\.? Długo/) },
    });
    expect(JSON.stringify(result)).not.toContain("IGQWR");
    expect(JSON.stringify(result).length).toBeLessThan(600);
  });

  test("a Meta that is silent is given up, and leaves a doubt", async () => {
    says(0, "");
    const sent = { personId: "1", text: "hi", since: new Date() };
    const calls = Promise.all([
      send({}),
      platform.findSent(account("INSTAGRAM"), sent),
      messenger.confirmToken("the-token").catch((error: unknown) => error),
    ]);
    expect(await endsBefore(40, calls)).toBe(true);
    const [result, found, confirmed] = await calls;
    expect(result).toEqual({ status: "unknown", message: "Meta did not answer in time" });
    expect(found).toEqual({ found: "cannot-tell" });
    expect(confirmed).toMatchObject({ kind: "NOT_REACHED" });
  });
});
