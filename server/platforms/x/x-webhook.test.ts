import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PlatformError } from "#server/platforms/social-platform.ts";
import type { XContext } from "./x-client.ts";
import { answerChallenge, readWebhook } from "./x-webhook.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const harness: XContext = {
  app: {
    clientId: "id",
    clientSecret: "secret",
    consumerSecret: "x_consumer_secret",
    bearerToken: "bearer",
    apiBase: undefined,
  },
  clock: { now: () => now },
  webhookUrl: "https://store.example.com/webhook/twitter",
};
const read = (said: unknown) => {
  const body = Buffer.from(JSON.stringify(said));
  const hmac = createHmac("sha256", harness.app.consumerSecret).update(body).digest("base64");
  return readWebhook(harness, body, { "x-twitter-webhooks-signature": `sha256=${hmac}` });
};
const kindOf = (run: () => unknown) => {
  try {
    return run();
  } catch (error) {
    return error instanceof PlatformError ? error.kind : error;
  }
};

const [us, them] = ["1000000000000000001", "1000000000000000002"];
const activity = (eventType: string, payload: unknown, more: object = {}) => ({
  data: {
    event_uuid: "-77",
    filter: { user_id: us },
    event_type: eventType,
    tag: "openstall",
    payload,
    ...more,
  },
});
const message = (data: object, from = them, to = us) => ({
  direct_message_events: [
    {
      type: "message_create",
      id: "2080000000000000001",
      created_timestamp: "1784928224372",
      message_create: {
        target: { recipient_id: to },
        sender_id: from,
        message_data: { entities: { hashtags: [], symbols: [], user_mentions: [], urls: [] }, ...data },
      },
    },
  ],
  users: {
    [them]: { data: { id: them, username: "a_fan", name: "A Fan" } },
    [us]: { data: { id: us, username: "maker", name: "The Maker" } },
  },
});

describe("signatures", () => {
  test("a challenge is answered as X computes it", () => {
    expect(answerChallenge(harness, { crc_token: "challenge_string" })).toEqual({
      contentType: "application/json",
      body: '{"response_token":"sha256=R1pHvuTfpG71hzRFDyY0MFU5kcuPZW+3M/ZFT6LPMg0="}',
    });
    expect(answerChallenge(harness, { crc_token: ["a", "b"] })).toBeUndefined();
  });

  test("tokens as X makes them are answered", () => {
    for (const token of ["MWU4ZmExODQtNTg1OC00NmE2", "a+b/c==", "a-b_c", "x".repeat(256)])
      expect(answerChallenge(harness, { crc_token: token })).toBeDefined();
  });

  test("a challenge that is a webhook's body is not signed", () => {
    const event = JSON.stringify(activity("dm.received", message({ text: "guide" })));
    const json = ["{}", "[]", '"text"', "7", "-1e5", "true", "null"];
    for (const token of [event, ...json, "", " ", "a b", "x".repeat(257), "a\n"])
      expect(answerChallenge(harness, { crc_token: token }), token).toBeUndefined();
  });

  test("whatever is signed as a challenge, no webhook is made of it", () => {
    const bodies = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.json(),
      fc.base64String(),
      fc.stringMatching(/^[\w+/=-]+$/),
    );
    fc.assert(
      fc.property(bodies, (token) => {
        const answer = answerChallenge(harness, { crc_token: token });
        if (!answer) return;
        const { response_token: header } = JSON.parse(answer.body) as { response_token: string };
        const headers = { "x-twitter-webhooks-signature": header };
        expect(kindOf(() => readWebhook(harness, Buffer.from(token), headers))).toBe("MALFORMED");
      }),
      { numRuns: 2_000 },
    );
  });

  test("a webhook is signed over its very bytes, in base64", () => {
    const body = '{"data":{"event_uuid":"1","event_type":"dm.received"}}';
    const signed = (header: string | string[] | undefined, bytes = body) =>
      kindOf(() => readWebhook(harness, Buffer.from(bytes), { "x-twitter-webhooks-signature": header }));
    const right = "sha256=FUGs2Bb4rajIFmxY+kTaim5K1CnV6SPc4evNF/kBXpE=";
    // It is X's, and there is nothing in it.
    expect(signed(right)).toBe("MALFORMED");
    expect(signed(right, body.replace('"1"', '"2"'))).toBe("BAD_SIGNATURE");
    const hex = Buffer.from(right.slice(7), "base64").toString("hex");
    for (const wrong of [undefined, "", "sha256=", `sha256=${hex}`, right.slice(7), [right, right]])
      expect(signed(wrong)).toBe("BAD_SIGNATURE");
  });
});

describe("direct messages", () => {
  test("a message of a person", () => {
    expect(read(activity("dm.received", message({ text: "guide please 🙏" })))).toEqual({
      ended: [],
      events: [
        {
          platform: "TWITTER",
          accountId: us,
          id: "MESSAGE:2080000000000000001",
          kind: "MESSAGE",
          personId: them,
          personUsername: "a_fan",
          text: "guide please 🙏",
          occurredAt: new Date(1784928224372),
          detail: { messageId: "2080000000000000001" },
        },
      ],
    });
  });

  test("what the account wrote itself is an echo, to the person", () => {
    const sent = activity("dm.sent", message({ text: "Here you go" }, us, them));
    expect(read(sent).events).toMatchObject([
      { id: "ECHO:2080000000000000001", kind: "ECHO", personId: them, personUsername: "a_fan" },
    ]);
    // Also where X tells of it as received.
    const received = activity("dm.received", message({ text: "Here you go" }, us, them));
    expect(read(received).events).toMatchObject([{ kind: "ECHO", personId: them }]);
  });

  test("a text is read as it was written: not shortened, not escaped", () => {
    const data = {
      text: "see https://t.co/abc &amp; &lt;b&gt; &amp;lt; $&amp;",
      entities: {
        urls: [{ url: "https://t.co/abc", expanded_url: "https://shop.example/?a=1&b=$&", indices: [] }],
      },
    };
    expect(read(activity("dm.received", message(data))).events).toMatchObject([
      { text: "see https://shop.example/?a=1&b=$& & <b> &lt; $&" },
    ]);
  });

  test.each([
    ["photo", "IMAGE"],
    ["animated_gif", "IMAGE"],
    ["video", "VIDEO"],
  ])("a %s has no text of its own", (type, messageType) => {
    const attachment = { type: "media", media: { type, url: "https://t.co/pic" } };
    const bare = activity("dm.received", message({ text: "https://t.co/pic", attachment }));
    expect(read(bare).events).toMatchObject([{ text: "", detail: { messageType } }]);
    const said = activity("dm.received", message({ text: "GUIDE https://t.co/pic", attachment }));
    expect(read(said).events).toMatchObject([{ text: "GUIDE", detail: { messageType } }]);
  });

  test("an address alone is a link", () => {
    expect(read(activity("dm.received", message({ text: "https://x.com/a/1" }))).events).toMatchObject([
      { detail: { messageType: "LINK" } },
    ]);
  });

  test("a message to a group is not to the account", () => {
    const group = activity("dm.received", message({ text: "GUIDE" }, them, "1000000000000000009"));
    expect(read(group).events).toMatchObject([{ kind: "OTHER", detail: { note: "group" } }]);
  });

  test("an encrypted message is told of, unread", () => {
    const payload = {
      id: "e4f4d3fc-8bbf-4928-92eb-e5058d6bb6f6",
      sender_id: them,
      conversation_id: `${them}:${us}`,
      created_at_msec: "1784841183370",
      encoded_event: "CwABAAAAEzIw",
    };
    expect(read(activity("chat.received", payload)).events).toEqual([
      {
        platform: "TWITTER",
        accountId: us,
        id: "OTHER:e4f4d3fc-8bbf-4928-92eb-e5058d6bb6f6",
        kind: "OTHER",
        personId: them,
        personUsername: null,
        text: "",
        occurredAt: new Date(1784841183370),
        detail: { messageId: "e4f4d3fc-8bbf-4928-92eb-e5058d6bb6f6", note: "encrypted" },
      },
    ]);
  });
});

describe("mentions, follows and goodbyes", () => {
  const post = (author: string) => ({
    id: "2080000000000000009",
    text: "hey @maker &amp; all",
    author_id: author,
    created_at: "2026-07-24T21:23:23.000Z",
    entities: { mentions: [{ start: 4, end: 10, username: "maker", id: us }] },
  });
  const includes = { users: [{ id: us, username: "maker" }, { id: them, username: "a_fan" }, 7] };

  test("a mention, with who wrote it", () => {
    expect(read(activity("post.mention.create", post(them), { includes })).events).toEqual([
      {
        platform: "TWITTER",
        accountId: us,
        id: "MENTION:2080000000000000009",
        kind: "MENTION",
        personId: them,
        personUsername: "a_fan",
        text: "hey @maker & all",
        occurredAt: new Date("2026-07-24T21:23:23.000Z"),
        detail: { postId: "2080000000000000009" },
      },
    ]);
    expect(read(activity("post.mention.create", post(them), { includes: {} })).events).toMatchObject([
      { personUsername: null },
    ]);
  });

  test("whoever mentions themselves, or follows somebody, is no visitor", () => {
    const own = { source: { data: { id: us, username: "maker" } }, target: { data: { id: them } } };
    expect(read(activity("post.mention.create", post(us))).events).toEqual([]);
    expect(read(activity("follow.follow", own)).events).toEqual([]);
  });

  test("a new follower", () => {
    const payload = { source: { data: { id: them, username: "a_fan" } }, target: { data: { id: us } } };
    expect(read(activity("follow.follow", payload)).events).toEqual([
      {
        platform: "TWITTER",
        accountId: us,
        id: "FOLLOW:-77",
        kind: "FOLLOW",
        personId: them,
        personUsername: "a_fan",
        text: "",
        occurredAt: now,
        detail: {},
      },
    ]);
  });

  test("somebody took their consent back", () => {
    const payload = { date_time: "2026-07-23T21:44:05+00:00", user_id: us, app_id: "1" };
    expect(read(activity("oauth.revoke", payload, { filter: {} }))).toEqual({
      events: [],
      ended: [{ platform: "TWITTER", appScopedId: us }],
    });
  });
});

describe("the Account Activity API", () => {
  const { direct_message_events } = message({ text: "guide" });
  const users = {
    [them]: { id: them, name: "A Fan", screen_name: "a_fan" },
    [us]: { id: us, name: "The Maker", screen_name: "maker" },
  };

  test("its messages are read like the others", () => {
    const said = { for_user_id: us, direct_message_events, apps: {}, users };
    expect(read(said).events).toEqual(read(activity("dm.received", message({ text: "guide" }))).events);
  });

  test("so is the end of a consent, and the rest is passed over", () => {
    const revoke = {
      date_time: "2026-05-24T09:48:12+00:00",
      target: { app_id: "1" },
      source: { user_id: us },
    };
    expect(read({ user_event: { revoke } }).ended).toEqual([{ platform: "TWITTER", appScopedId: us }]);
    const typing = { for_user_id: us, direct_message_indicate_typing_events: [{ sender_id: them }], users };
    expect(read(typing)).toEqual({ events: [], ended: [] });
  });
});

describe("oddities", () => {
  test("what has no use here gives nothing", () => {
    expect(read(activity("dm.read", {})).events).toEqual([]);
    expect(read(activity("something.new", null)).events).toEqual([]);
    expect(read({ data: [] }).events).toEqual([]);
  });

  test.each([
    ["no account", activity("dm.received", message({ text: "x" }), { filter: {} })],
    ["no messages", activity("dm.received", {})],
    ["no moment", activity("chat.received", { id: "1", sender_id: them, created_at_msec: "soon" })],
    [
      "a moment past all time",
      activity("chat.received", { id: "1", sender_id: them, created_at_msec: "9".repeat(20) }),
    ],
    ["no author", activity("post.mention.create", { id: "1", text: "x", created_at: "2026-01-01" })],
    ["nobody", activity("oauth.revoke", {}, { filter: {} })],
    ["nobody who follows", activity("follow.follow", { source: {}, target: {} })],
    ["a text alone", "dm.received"],
    ["messages that are none", { for_user_id: us, direct_message_events: [7] }],
  ])("%s cannot be read", (_what, said) => {
    expect(kindOf(() => read(said))).toBe("MALFORMED");
  });

  test("messages that came together are all read", () => {
    const one = activity("dm.received", message({ text: "one" })).data;
    const two = activity("dm.sent", message({ text: "two" }, us, them)).data;
    expect(read({ data: [one, two] }).events.map(({ kind }) => kind)).toEqual(["MESSAGE", "ECHO"]);
  });
});
