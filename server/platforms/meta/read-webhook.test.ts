import fc from "fast-check";
import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type InboundEvent, PlatformError } from "#server/platforms/social-platform.ts";
import samples from "#tests/support/graph-server/webhook-samples.json" with { type: "json" };
import { escapedJson, signature } from "#tests/support/graph-server/webhooks.ts";
import { answerChallenge, readSignedRequest } from "./meta-signatures.ts";
import type { MetaContext } from "./meta-context.ts";
import { readWebhook } from "./read-webhook.ts";

const now = new Date("2026-11-21T12:00:00Z");
const app = {
  appId: "1",
  ownAppIds: ["1", "2"],
  appSecret: "instagram_app_secret",
  signingSecrets: ["instagram_app_secret", "meta_app_secret"],
  verifyToken: "verify-me",
  graphVersion: "v26.0",
  apiBase: undefined,
};
const harness: MetaContext = { app, clock: { now: () => now }, platform: "INSTAGRAM", login: "instagram" };

const bytesOf = (webhook: unknown) => Buffer.from(escapedJson(webhook));
const read = (webhook: unknown, secret = "meta_app_secret") => {
  const body = bytesOf(webhook);
  return readWebhook(harness, body, signature(body, secret)).events;
};
const one = (webhook: unknown): InboundEvent => {
  const [event, ...more] = read(webhook);
  if (!event || more.length > 0) throw new Error("not one event");
  return event;
};
const account = "17841400000000001";
const item = (message: object, sender = "900000000000001", recipient = account) => ({
  object: "instagram",
  entry: [
    {
      id: account,
      time: 1760000000123,
      messaging: [
        { sender: { id: sender }, recipient: { id: recipient }, timestamp: 1760000000000, ...message },
      ],
    },
  ],
});

type Item = (typeof samples.ig_dm_text.entry)[0]["messaging"][0];
const ad = { source: "ADS", type: "OPEN_THREAD", ad_id: "120210000000000001" };

describe("the shapes of webhooks", () => {
  test("a direct message", () => {
    expect(one(samples.ig_dm_text)).toEqual({
      platform: "INSTAGRAM",
      accountId: account,
      id: "message:aWdf_m1",
      kind: "MESSAGE",
      personId: "900000000000001",
      personUsername: null,
      text: "GUIDE",
      occurredAt: new Date(1760000000000),
      detail: { messageId: "aWdf_m1" },
    });
    expect(one(samples.page_dm_text)).toMatchObject({
      platform: "FACEBOOK",
      accountId: "1000000000001",
      kind: "MESSAGE",
      text: "GUIDE",
    });
  });

  const cases: [keyof typeof samples, Partial<InboundEvent>][] = [
    ["ig_story_reply", { kind: "STORY_REPLY", text: "guide" }],
    ["ig_story_mention", { kind: "MENTION", text: "" }],
    ["ig_quick_reply", { kind: "MESSAGE", text: "Yes" }],
    ["ig_postback", { kind: "MESSAGE", text: "Get it", id: "message:aWdf_m6" }],
    ["page_postback", { kind: "MESSAGE", text: "Get it" }],
    ["ig_unsend", { kind: "DELETION", id: "deletion:aWdf_m1", detail: { messageId: "aWdf_m1" } }],
    ["ig_dm_echo", { kind: "ECHO", personId: "900000000000001", detail: { messageId: "aWdf_m2" } }],
    [
      "page_echo",
      {
        kind: "ECHO",
        personId: "5000000000000001",
        detail: { messageId: "m_2", metadata: "ours:42" },
      },
    ],
  ];
  test.for(cases)("%s", ([name, expected]) => {
    expect(one(samples[name])).toMatchObject(expected);
  });

  test("a comment is the same event in each of its three shapes, so that one told twice is answered once", () => {
    const expected = {
      platform: "INSTAGRAM",
      accountId: account,
      id: "comment:18050000000000001",
      kind: "COMMENT",
      personId: "900000000000002",
      personUsername: "fan",
      text: "GUIDE please",
      occurredAt: new Date(1760000008000),
      detail: { commentId: "18050000000000001", postId: "17900000000000001" },
    };
    expect(one(samples.ig_comment_flat)).toEqual(expected);
    expect(one(samples.ig_comment_changes)).toEqual(expected);
    expect(one(samples.ig_comment_changes_fb_login)).toEqual(expected);
    expect(one([samples.ig_comment_changes])).toEqual(expected);
  });

  test("a comment under a live video is told apart, by its field or by its media", () => {
    const plain = samples.ig_comment_changes;
    const live = JSON.parse(JSON.stringify(plain).replace('"comments"', '"live_comments"')) as typeof plain;
    expect(one(live).detail).toMatchObject({ postId: "17900000000000001", live: "true" });
    const byMedia = JSON.parse(JSON.stringify(plain).replace('"FEED"', '"LIVE"')) as typeof plain;
    expect(one(byMedia)).toMatchObject({ id: "comment:18050000000000001", detail: { live: "true" } });
    expect(one(plain).detail).not.toHaveProperty("live");
  });

  test.for([
    ["beside the message", (item: Item) => ({ ...item, referral: ad })],
    ["in the message", (item: Item) => ({ ...item, message: { ...item.message, referral: ad } })],
  ] as const)("a message from an ad is known by its referral %s", ([, put]) => {
    const webhook = structuredClone(samples.ig_dm_text) as { entry: { messaging: unknown[] }[] };
    webhook.entry[0]!.messaging = [put(samples.ig_dm_text.entry[0]!.messaging[0]!)];
    expect(one(webhook)).toMatchObject({ kind: "MESSAGE", text: "GUIDE", detail: { ad: "true" } });
    expect(one(samples.ig_dm_text).detail).not.toHaveProperty("ad");
  });

  test("a comment under a Page's post is read when it is new, not when it is edited or removed", () => {
    expect(one(samples.page_feed_comment)).toMatchObject({
      kind: "COMMENT",
      id: "comment:777_888",
      personId: "5000000000000009",
      personUsername: "Fan",
      text: "GUIDE",
      occurredAt: new Date(1760000013000),
      detail: { commentId: "777_888", postId: "1000000000001_777" },
    });
    for (const verb of ["edited", "remove", "hide"]) {
      const text = JSON.stringify(samples.page_feed_comment).replace('"verb":"add"', `"verb":"${verb}"`);
      expect(read(JSON.parse(text))).toEqual([]);
    }
    const like = JSON.stringify(samples.page_feed_comment).replace('"item":"comment"', '"item":"like"');
    expect(read(JSON.parse(like))).toEqual([]);
  });

  test("the account's own comment is of the account as the person, under whichever id it stands", () => {
    const own = (from: object) => ({
      object: "instagram",
      entry: [{ id: account, time: 1, field: "comments", value: { id: "1805", from, text: "GUIDE" } }],
    });
    expect(one(own({ id: account, username: "me" })).personId).toBe(account);
    expect(one(own({ id: "2578", self_ig_scoped_id: "2578" })).personId).toBe(account);
  });

  test("a batch over several accounts names each", () => {
    expect(read(samples.batched_two_entries).map(({ accountId, text }) => [accountId, text])).toEqual([
      ["17841400000000001", "one"],
      ["17841400000000002", "two"],
    ]);
  });

  test("what is never answered is left out: seen, delivered, liked, edited, opened", () => {
    for (const webhook of [
      samples.ig_seen,
      samples.page_read,
      samples.page_delivery,
      item({ reaction: { mid: "m", action: "react", emoji: "❤" } }),
      item({ message_edit: { mid: "m", text: "guide", num_edit: 1 } }),
      item({ referral: { ref: "r", source: "SHORTLINK", type: "OPEN_THREAD" } }),
      { object: "user", entry: [{ id: "1", time: 1, changes: [] }] },
    ])
      expect(read(webhook)).toEqual([]);
  });

  test("attachments say what they are, unsupported messages that they are", () => {
    const attached = (type: string) => item({ message: { mid: "m", attachments: [{ type, payload: {} }] } });
    expect(one(attached("image"))).toMatchObject({
      kind: "MESSAGE",
      text: "",
      detail: { messageType: "IMAGE" },
    });
    expect(one(attached("ig_reel"))).toMatchObject({ detail: { messageType: "VIDEO" } });
    expect(one(attached("share"))).toMatchObject({ detail: { messageType: "LINK" } });
    expect(one(item({ message: { mid: "m", is_unsupported: true } }))).toMatchObject({
      kind: "OTHER",
      detail: { note: "unsupported" },
    });
  });

  test("a message to oneself is of the account as the person, and no echo", () => {
    const self = { message: { mid: "m", text: "GUIDE", is_self: true, is_echo: true } };
    expect(one(item(self, account, account))).toMatchObject({ kind: "MESSAGE", personId: account });
  });

  test("what is told in standby is context, with our own words known and others' taken for another app's", () => {
    const { messaging, ...entry } = samples.ig_dm_text.entry[0]!;
    const standby = (items: unknown) => one({ object: "instagram", entry: [{ ...entry, standby: items }] });
    expect(standby(messaging)).toMatchObject({ kind: "MESSAGE", text: "GUIDE", detail: { standby: "yes" } });
    expect(one(samples.ig_dm_text).detail).not.toHaveProperty("standby");
    const echoed = item({ message: { mid: "m", text: "Hi", is_echo: true } }, account, "900000000000001");
    expect(standby(echoed.entry[0]!.messaging).detail).toMatchObject({ sentBy: "OTHER_APP" });
  });

  test("an echo says which app wrote it: ours by either id, an inbox of Meta's, another, or nothing", () => {
    const sentBy = (appId?: unknown) =>
      one(
        item(
          { message: { mid: "m", text: "Hi", is_echo: true, ...(appId !== undefined && { app_id: appId }) } },
          account,
          "900000000000001",
        ),
      ).detail.sentBy;
    expect([1, "2", 263902037430900, "1217981644879628", 999, null, undefined].map(sentBy)).toEqual([
      "OUR_APP",
      "OUR_APP",
      "INBOX",
      "INBOX",
      "OTHER_APP",
      undefined,
      undefined,
    ]);
  });

  test("ids that are written as numbers keep all their digits", () => {
    const text = JSON.stringify(samples.ig_dm_text)
      .replaceAll(`"${account}"`, account)
      .replaceAll('"900000000000001"', "90071992547409931");
    const body = Buffer.from(text);
    const { events } = readWebhook(harness, body, signature(body, "meta_app_secret"));
    expect(events).toMatchObject([{ accountId: account, personId: "90071992547409931" }]);
  });

  test("what a database cannot keep is taken out of a text", () => {
    expect(one(item({ message: { mid: "m", text: "gui\0de \ud83d" } })).text).toBe("guide \ufffd");
  });

  test("one odd thing does not take the others of its batch with it", () => {
    const batch = structuredClone(samples.ig_dm_text) as { entry: { messaging: unknown[] }[] };
    batch.entry[0]!.messaging.unshift(null, 7, {}, { sender: { id: "1" } });
    expect(one(batch).text).toBe("GUIDE");
  });

  test("whatever is signed, reading it ends in events or in a plain refusal", () => {
    const keys = fc.constantFrom(
      ..."object entry id time messaging sender recipient message mid text is_echo attachments".split(" "),
      ..."changes field value from comment_id postback".split(" "),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: "medium" },
        fc.constantFrom("instagram", "page", "comments", "feed", "add", "comment"),
        fc.jsonValue(),
        fc.array(tie("tree"), { maxLength: 3 }),
        fc.dictionary(keys, tie("tree"), { maxKeys: 8 }),
      ),
    }));
    fc.assert(
      fc.property(fc.record({ object: fc.constantFrom("instagram", "page"), entry: tree }), (webhook) => {
        try {
          for (const event of read(webhook)) {
            expect(event.id).not.toBe("");
            expect(Number.isNaN(event.occurredAt.getTime())).toBe(false);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(PlatformError);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe("signatures", () => {
  // Meta's own form: accents and emoji escaped, slashes too. Written anew it would be other bytes.
  const raw =
    '{"object":"instagram","entry":[{"id":"17841400000000001","time":1760000000123,"messaging":[{"sender":{"id":"900000000000001"},"recipient":{"id":"17841400000000001"},"timestamp":1760000000000,"message":{"mid":"aWdfTEST_mid_1","text":"caf\\u00e9 \\ud83d\\ude80 https:\\/\\/a.b\\/c"}}]}]}';
  const known = "sha256=946b7987815a98713f6d9dd4677496b9472e4b0f32ec5e88af7b7a3b32f70580";
  const withHeader = (header: string, body = raw) =>
    readWebhook(harness, Buffer.from(body), { "x-hub-signature-256": header });

  test("the known answer for letters beyond ASCII is accepted", () => {
    expect(withHeader(known).events).toMatchObject([{ text: "café 🚀 https://a.b/c" }]);
  });

  test("the local Meta signs in the same form", () => {
    expect(escapedJson(JSON.parse(raw))).toBe(raw);
    expect(signature(raw, "meta_app_secret")["x-hub-signature-256"]).toBe(known);
  });

  test("either app's secret signs, no other", () => {
    expect(read(samples.ig_dm_text, "instagram_app_secret")).toHaveLength(1);
    expect(() => read(samples.ig_dm_text, "other_secret")).toThrow(PlatformError);
  });

  test.for([
    [
      "of the same text written anew",
      "sha256=af0b9bb2236bd396db1a731cd1c5d0fd2ea09b31bf87a50a01b3613f588e75f6",
    ],
    ["in capitals", known.toUpperCase()],
    ["without its name", known.slice(7)],
    ["cut short", known.slice(0, -2)],
    ["empty", ""],
  ])("a signature %s is refused", ([, header]) => {
    expect(() => withHeader(header!)).toThrow(PlatformError);
  });

  test("the known signed request names the user; a changed one, or another algorithm, nobody", () => {
    const known =
      "AlQ4gLd-PWe6C6LTLHs3CpcTS-s7Ie4Muegbw17teSw.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsImV4cGlyZXMiOjEyOTE4NDA0MDAsImlzc3VlZF9hdCI6MTI5MTgzNjgwMCwidXNlcl9pZCI6IjIxODQ3MSJ9";
    const reading = (signedRequest: string, now = "2010-12-08T20:00:00Z") =>
      readSignedRequest(
        { ...harness, platform: "INSTAGRAM", clock: { now: () => new Date(now) } },
        signedRequest,
      );
    expect(reading(known)).toEqual({
      platform: "INSTAGRAM",
      appScopedId: "218471",
      at: new Date("2010-12-08T19:38:20Z"),
    });
    for (const wrong of [known.slice(0, -1), `x${known}`, `${known}.x`, known.replace(".", ""), "", "."])
      expect(() => reading(wrong)).toThrow(PlatformError);
    // A day later, and from a day to come.
    expect(() => reading(known, "2010-12-09T20:00:00Z")).toThrow(PlatformError);
    expect(() => reading(known, "2010-12-08T19:00:00Z")).toThrow(PlatformError);
  });

  test("a signed request that does not say when it was made is nobody's", () => {
    const payload = Buffer.from('{"algorithm":"HMAC-SHA256","user_id":"218471"}').toString("base64url");
    const mac = createHmac("sha256", "meta_app_secret").update(payload).digest("base64url");
    expect(() => readSignedRequest({ ...harness, platform: "INSTAGRAM" }, `${mac}.${payload}`)).toThrow(
      PlatformError,
    );
  });
});

describe("the challenge", () => {
  const query = (separator: string, token = "verify-me") => ({
    [`hub${separator}mode`]: "subscribe",
    [`hub${separator}challenge`]: "1158201444",
    [`hub${separator}verify_token`]: token,
  });

  test("is answered unchanged, with dots or underscores", () => {
    const answer = { contentType: "text/plain; charset=utf-8", body: "1158201444" };
    expect(answerChallenge(app, query("."))).toEqual(answer);
    expect(answerChallenge(app, query("_"))).toEqual(answer);
  });

  test("of somebody else is not", () => {
    expect(answerChallenge(app, query(".", "verify-him"))).toBeUndefined();
    expect(answerChallenge(app, { ...query("."), "hub.mode": "unsubscribe" })).toBeUndefined();
    expect(answerChallenge(app, { ...query("."), "hub.challenge": ["1", "2"] })).toBeUndefined();
  });

  test("a text that is no challenge is not repeated, even to who knows the token", () => {
    for (const text of ["", "<script>", '{"object":"page"}', "a b", "1\r\n2", "1".repeat(129)])
      expect(answerChallenge(app, { ...query("."), "hub.challenge": text })).toBeUndefined();
  });
});
