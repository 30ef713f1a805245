import { describe, expect, test } from "vitest";
import { endsBefore } from "#tests/support/ends-before.ts";
import { invalidRequest } from "#tests/support/x-server/problems.ts";
import { openLocalX } from "#tests/support/x-server/connected-x.ts";
import { refusedSend } from "./x-errors.ts";
import { isSameMessage } from "./x-text.ts";

const { x, clock, platform, creator, connect } = await openLocalX();
const { account } = await connect();
const fanWhoWrote = () => {
  // A quarter of an hour later all windows are new. The token would end after two hours.
  clock.advance({ minutes: 16 });
  for (const grant of x.state.accessTokens.values())
    grant.endsAt = new Date(clock.now().getTime() + 3_600_000);
  const fan = x.addPerson(`fan${x.state.people.size}`);
  x.personWrites(fan.id, creator.id, "guide");
  return fan;
};
const send = (personId: string, text = "Here you go", button: { title: string; url: string } | null = null) =>
  platform.send(account, {
    sendId: "s",
    to: { kind: "PERSON", personId },
    text,
    button,
    byHand: false,
  });

describe("refusals", () => {
  test("who closed their messages cannot be reached", async () => {
    const fan = fanWhoWrote();
    fan.blocked.add(creator.id);
    expect(await send(fan.id)).toMatchObject({ status: "refused", refusal: "PERSON_UNAVAILABLE" });
  });

  test("an id that is none goes nowhere", async () => {
    for (const id of ["", "../users/me", "1/2", "12345678901234567890", "demo_p_1"])
      expect(await send(id)).toMatchObject({ status: "refused", refusal: "PERSON_UNAVAILABLE" });
  });

  test("posts are not answered", async () => {
    const to = { kind: "COMMENT_PUBLICLY", commentId: "1" } as const;
    const message = { sendId: "s", to, text: "hi", button: null, byHand: false };
    expect(await platform.send(account, message)).toMatchObject({ refusal: "NOT_ACCEPTED" });
  });

  test("the sixteenth message in a quarter of an hour is told when to come again", async () => {
    const fan = fanWhoWrote();
    for (let sent = 0; sent < 15; sent++) expect(await send(fan.id)).toMatchObject({ status: "sent" });
    const refused = await send(fan.id);
    expect(refused).toMatchObject({ status: "refused", refusal: "RATE_LIMITED" });
    const seconds = "retryAfterSeconds" in refused ? (refused.retryAfterSeconds ?? 0) : 0;
    expect(seconds).toBeGreaterThan(880);
    clock.advance({ seconds });
    expect(await send(fan.id)).toMatchObject({ status: "sent" });
  });

  test.each(["payment-required", "usage-capped"] as const)(
    "credits that are used up (%s)",
    async (wording) => {
      const fan = fanWhoWrote();
      const { credits } = x.state;
      Object.assign(credits, { wording, left: 0 });
      expect(await send(fan.id)).toMatchObject({ status: "refused", refusal: "NO_CREDITS" });
      credits.left = 1_000_000;
      expect(await send(fan.id)).toMatchObject({ status: "sent" });
      expect(credits.left).toBe(1_000_000 - 15);
    },
  );

  const said = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    refusedSend({ status, body, headers: new Headers(headers) }, new Date(1_000_000));
  test.each([
    ["problem JSON", 400, invalidRequest("The text is wrong").body, "NOT_ACCEPTED", "The text is wrong"],
    ["a code and a message", 404, { code: 34, message: "No page" }, "PERSON_UNAVAILABLE", "No page"],
    ["a list with a code", 429, { errors: [{ code: 88, message: "Too many" }] }, "RATE_LIMITED", "Too many"],
    [
      "a list with a code, without the status",
      200,
      { errors: [{ code: 88, message: "m" }] },
      "RATE_LIMITED",
      "m",
    ],
    ["a title alone", 403, { title: "Forbidden" }, "PERSON_UNAVAILABLE", "Forbidden"],
    ["nothing", 403, undefined, "PERSON_UNAVAILABLE", "X answered 403"],
    ["a page", 401, "<html>", "TOKEN_INVALID", "X answered 401"],
    [
      "the app, which may not",
      403,
      { type: "https://api.x.com/2/problems/client-forbidden", detail: "Not enrolled" },
      "NOT_ACCEPTED",
      "Not enrolled",
    ],
    [
      "an account without credits",
      402,
      { type: "https://api.x.com/2/problems/credits", title: "CreditsDepleted" },
      "NO_CREDITS",
      "CreditsDepleted",
    ],
  ])("%s is read", (_shape, status, body, refusal, message) => {
    expect(said(status, body)).toEqual({ status: "refused", refusal, message });
  });

  test.each([
    ["a 5xx", 503, { title: "Service Unavailable" }],
    ["a time-out of theirs", 408, {}],
    ["a 200 that says nothing", 200, {}],
    ["a 200 with an error that nobody knows", 200, { errors: [{ detail: "partly" }] }],
    ["a redirect", 302, undefined],
  ])("%s leaves the message unknown", (_what, status, body) => {
    expect(said(status, body)).toMatchObject({ status: "unknown" });
  });

  test("of several windows the one that is used up says how long to wait", () => {
    const headers = {
      "x-rate-limit-remaining": "3",
      "x-rate-limit-reset": "1060",
      "x-user-limit-24hour-remaining": "9",
      "x-user-limit-24hour-reset": "99000",
      "x-app-limit-24hour-remaining": "0",
      "x-app-limit-24hour-reset": "4600",
    };
    expect(said(429, {}, headers)).toMatchObject({ retryAfterSeconds: 3_600 });
    expect(said(429, {}, { "x-rate-limit-reset": "1060" })).toMatchObject({ retryAfterSeconds: 60 });
    expect(said(429, {}, { "x-rate-limit-reset": "3" })).toMatchObject({ retryAfterSeconds: 1 });
    expect(said(429, {})).not.toHaveProperty("retryAfterSeconds");
  });
});

describe("answers that do not come", () => {
  test("a connection that breaks, and a 503 after all", async () => {
    for (const fault of ["answer_lost", "unavailable_after"] as const) {
      const fan = fanWhoWrote();
      x.faults.next(fault, /messages$/);
      const since = clock.now();
      expect(await send(fan.id)).toMatchObject({ status: "unknown" });
      const [delivered] = x.ledger().filter(({ toId }) => toId === fan.id);
      expect(await platform.findSent(account, { personId: fan.id, text: "Here you go", since })).toEqual({
        found: "yes",
        messageId: delivered?.id,
      });
    }
  });

  test("an answer that does not come is given up", async () => {
    const fan = fanWhoWrote();
    x.faults.next("no_answer", /messages$/);
    const sending = send(fan.id);
    expect(await endsBefore(40, sending)).toBe(true);
    expect(await sending).toEqual({ status: "unknown", message: "X did not answer in time" });
    expect(x.ledger().filter(({ toId }) => toId === fan.id)).toHaveLength(1);
  });
});

describe("looking for a message", () => {
  test("one with a link is found, although X shortens the address", async () => {
    const fan = fanWhoWrote();
    const button = { title: "Get it", url: "https://shop.example/l/abc?x=1&y=2" };
    const since = clock.now();
    const text = "Voilà <b> & more: https://shop.example/a";
    const sent = await send(fan.id, text, button);
    const messageId = sent.status === "sent" ? sent.messageId : "";
    const found = { found: "yes", messageId };
    expect(await platform.findSent(account, { personId: fan.id, text, since })).toEqual(found);
    const whole = `${text}\n\n${button.url}`;
    expect(await platform.findSent(account, { personId: fan.id, text: whole, since })).toEqual(found);
  });

  test("what the person wrote is not ours, in the same words", async () => {
    const fan = fanWhoWrote();
    const since = clock.now();
    x.personWrites(fan.id, creator.id, "Here you go");
    expect(await platform.findSent(account, { personId: fan.id, text: "Here you go", since })).toEqual({
      found: "no",
    });
  });

  test("of the same words twice the first is meant", async () => {
    const fan = fanWhoWrote();
    const since = clock.now();
    const first = await send(fan.id);
    await send(fan.id);
    expect(await platform.findSent(account, { personId: fan.id, text: "Here you go", since })).toEqual({
      found: "yes",
      messageId: first.status === "sent" ? first.messageId : "",
    });
  });

  test("when the conversation has moved on too far nobody can tell", async () => {
    const fan = fanWhoWrote();
    const since = clock.now();
    for (let count = 0; count < 21; count++) x.personWrites(fan.id, creator.id, `and ${count}`);
    const sent = { personId: fan.id, text: "Here you go", since };
    expect(await platform.findSent(account, sent)).toEqual({ found: "cannot-tell" });
    const later = new Date(since.getTime() + 3_600_000);
    expect(await platform.findSent(account, { ...sent, since: later })).toEqual({ found: "no" });
  });

  test("an answer that cannot be had or read tells nothing", async () => {
    const fan = fanWhoWrote();
    const sent = { personId: fan.id, text: "Here you go", since: clock.now() };
    for (const fault of ["rate_limited", "unauthorized", "unavailable", "not_json"] as const) {
      x.faults.next(fault, /dm_events$/);
      expect(await platform.findSent(account, sent)).toEqual({ found: "cannot-tell" });
    }
  });

  test.each([
    ["Hi", "Hi", true],
    ["Hi\n\nhttps://a.example/l/1", "Hi", true],
    ["Hi\n\nhttps://a.example/l/1 and more", "Hi", false],
    ["Hi\n\nthere", "Hi", false],
    ["Hi there", "Hi", false],
  ])("%j is %j: %s", (found, text, isSame) => {
    expect(isSameMessage(found, text)).toBe(isSame);
  });
});
