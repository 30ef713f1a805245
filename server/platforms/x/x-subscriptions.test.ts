import { beforeEach, describe, expect, test } from "vitest";
import { openLocalX } from "#tests/support/x-server/connected-x.ts";

const { x, receiver, platform, creator, connect, connectAs } = await openLocalX();
const { account } = await connect();
const { state } = x;
const accountEvents = ["chat.received", "dm.received", "dm.sent", "follow.follow", "post.mention.create"];
const typesOf = (userId: string | undefined) =>
  [...state.subscriptions.values()]
    .filter(({ filter }) => filter.user_id === userId)
    .map(({ eventType }) => eventType)
    .toSorted();

beforeEach(() => {
  state.webhooks.clear();
  state.subscriptions.clear();
  state.notOffered.clear();
  x.faults.heal();
  receiver.challenge = undefined;
});

describe("subscribing", () => {
  test.each(["list", "plain", "named"] as const)("X's answer as %s is understood", async (shape) => {
    state.subscriptionShape = shape;
    await platform.subscribe(account);
    expect(typesOf(creator.id)).toEqual(accountEvents);
    expect(typesOf(undefined)).toEqual(["oauth.revoke"]);
    expect([...state.webhooks.values()]).toMatchObject([{ url: `${receiver.origin.href}webhook/twitter` }]);
  });

  test("repeating it changes nothing", async () => {
    await platform.subscribe(account);
    const before = structuredClone([...state.subscriptions]);
    await platform.subscribe(account);
    expect([...state.subscriptions]).toEqual(before);
  });

  test("ten at once, of three accounts, subscribe each once", async () => {
    const others = await Promise.all(
      ["second", "third"].map((name) => connectAs(x.addPerson(name).id).then(({ account }) => account)),
    );
    const accounts = [account, ...others];
    await Promise.all(Array.from({ length: 10 }, (_, at) => platform.subscribe(accounts[at % 3] ?? account)));
    for (const { platformUserId } of accounts) expect(typesOf(platformUserId)).toEqual(accountEvents);
    expect(state.webhooks.size).toBe(1);
    await platform.unsubscribe(others[0] ?? account);
    expect(typesOf(others[0]?.platformUserId)).toEqual([]);
    expect(typesOf(creator.id)).toEqual(accountEvents);
  });

  test("what X does not offer besides the messages keeps nobody from connecting", async () => {
    for (const type of ["chat.received", "follow.follow", "oauth.revoke"]) state.notOffered.add(type);
    await platform.subscribe(account);
    expect(typesOf(creator.id)).toEqual(["dm.received", "dm.sent", "post.mention.create"]);
    expect(typesOf(undefined)).toEqual([]);
  });

  test("without the messages themselves it fails", async () => {
    state.notOffered.add("dm.received");
    await expect(platform.subscribe(account)).rejects.toMatchObject({ kind: "DENIED" });
  });

  test("X out of reach is said so", async () => {
    x.faults.next("unavailable", /subscriptions$/);
    await expect(platform.subscribe(account)).rejects.toMatchObject({ kind: "NOT_REACHED" });
  });
});

describe("the webhook", () => {
  test("one that X stopped believing in is put to the test again, and delivers again", async () => {
    await platform.subscribe(account);
    receiver.challenge = { status: 200, body: '{"response_token":"sha256=wrong"}' };
    await x.checkWebhooks();
    const fan = x.addPerson("fan_of_webhooks");
    const before = receiver.received.length;
    x.personWrites(fan.id, creator.id, "GUIDE");
    await x.events.settled();
    expect(receiver.received).toHaveLength(before);

    await expect(platform.subscribe(account)).rejects.toThrow("X cannot confirm");
    receiver.challenge = undefined;
    await platform.subscribe(account);
    x.personWrites(fan.id, creator.id, "GUIDE");
    await x.events.settled();
    expect(receiver.received).toHaveLength(before + 1);
  });

  test("a store that does not answer the challenge is not registered", async () => {
    receiver.challenge = { status: 500, body: "" };
    await expect(platform.subscribe(account)).rejects.toThrow("CrcValidationFailed");
  });

  test("subscriptions move to the webhook of the store's new address", async () => {
    await platform.subscribe(account);
    const [standing] = state.webhooks.values();
    if (!standing) throw new Error("there is no webhook");
    state.webhooks.delete(standing.id);
    await platform.subscribe(account);
    const [moved] = state.webhooks.values();
    expect(moved?.id).not.toBe(standing.id);
    expect(new Set([...state.subscriptions.values()].map(({ webhookId }) => webhookId))).toEqual(
      new Set([moved?.id]),
    );
  });
});

test("a list of many subscriptions is read to its end", async () => {
  await platform.subscribe(account);
  const own = [...state.subscriptions];
  state.subscriptions.clear();
  for (let count = 0; count < 1_200; count++) {
    const other = x.state.newId();
    const [, sample] = own[0] ?? [];
    if (sample) state.subscriptions.set(other, { ...sample, id: other, filter: { user_id: other } });
  }
  for (const [id, subscription] of own) state.subscriptions.set(id, subscription);
  await platform.subscribe(account);
  expect(state.subscriptions.size).toBe(1_200 + own.length);
});
