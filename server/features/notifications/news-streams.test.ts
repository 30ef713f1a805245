import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { getUnread } from "#contract/notifications/notifications.ts";
import { streamNews } from "#contract/notifications/stream.ts";
import { hashToken } from "#server/secrets/secrets.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { sessionCookieOf } from "#tests/support/session-cookie.ts";
import { colleagueBrowser } from "#tests/support/team-factory.ts";
import { testApp, type TestApp } from "#tests/support/test-app.ts";
import { newsStreams } from "./news-streams.ts";

const app = await testApp({ NEWS_STREAM_SECONDS: "600" });
beforeAll(async () => {
  await app.app.listen({ port: 0, host: "127.0.0.1" });
});

afterAll(() => app.app.server.closeAllConnections());

type Creator = { id: string };
const owner = { ownerId: "owner", personId: "owner", sessionId: "session" };

/** A browser that listens: what it has heard so far. */
async function listen(
  creator: Creator,
  { seen, read, cookie, on = app }: { seen?: string; read?: string; cookie?: string; on?: TestApp } = {},
) {
  const { port } = on.app.server.address() as AddressInfo;
  const leaving = new AbortController();
  const asked = read === undefined ? "" : `?seen=${encodeURIComponent(read)}`;
  const answer = await fetch(`http://127.0.0.1:${port}${streamNews.url}${asked}`, {
    headers: {
      cookie: cookie ?? (await sessionCookieOf(on, creator)),
      ...(seen && { "last-event-id": seen }),
    },
    signal: leaving.signal,
  });
  const heard = { text: "", ended: false };
  void (async () => {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of answer.body ?? []) heard.text += decoder.decode(chunk as Uint8Array);
    } catch {}
    heard.ended = true;
  })();
  await expect.poll(() => heard.text).toContain("retry: 5000");
  return {
    answer,
    heard,
    news: () => heard.text.split("event: news").length - 1,
    mark: () => /id: (.*)/.exec(heard.text.split("\n").findLast((line) => line.startsWith("id:")) ?? "")?.[1],
    leave: () => leaving.abort(),
  };
}

const unread = async (creator: Creator) => (await app.as(creator).call(getUnread)).body;

const sell = async (creator: Creator) =>
  makeOrder(app, { items: [{ product: await makeProduct(app, { ownerId: creator.id }) }] });

test("a sale is heard in every tab of its creator, and by nobody else", async () => {
  const [seller, other] = [await makeCreator(app), await makeCreator(app)];
  const tabs = [await listen(seller), await listen(seller)];
  const stranger = await listen(other);
  expect(tabs[0]?.answer.headers.get("content-type")).toBe("text/event-stream");
  expect(tabs[0]?.answer.headers.get("cache-control")).toBe("no-store");
  await sleep(2_500);
  expect(tabs.map((tab) => tab.news())).toEqual([0, 0]);
  await sell(seller);
  for (const tab of tabs) await expect.poll(tab.news).toBe(1);
  await sell(seller);
  for (const tab of tabs) await expect.poll(tab.news).toBe(2);
  expect(stranger.news()).toBe(0);
  // Nothing of the sale is said: whoever is told asks as ever.
  expect(tabs[0]?.heard.text).toMatch(/event: news\ndata:\n\n$/);
  for (const tab of [...tabs, stranger]) tab.leave();
});

test("whoever leaves a team, or may not hear of sales any more, hears of nothing that is sold from then on", async () => {
  const seller = await makeCreator(app);
  const { browser } = await colleagueBrowser(app, seller, "SUPPORT");
  const other = await colleagueBrowser(app, seller, "SUPPORT");
  const tab = await listen(seller, { cookie: cookieOf(browser) });
  const demoted = await listen(seller, { cookie: cookieOf(other.browser) });
  await sell(seller);
  for (const heard of [tab, demoted]) await expect.poll(heard.news).toBe(1);
  await app.services.pool.query("delete from team_members where owner_id = $1 and user_id <> $2", [
    seller.id,
    other.person.id,
  ]);
  await app.services.pool.query("update team_members set role = 'EDITOR' where user_id = $1", [
    other.person.id,
  ]);
  await sell(seller);
  for (const { heard, news } of [tab, demoted]) {
    await expect.poll(() => heard.ended).toBe(true);
    expect(news()).toBe(1);
  }
});

const cookieOf = ({ cookies }: { cookies: Record<string, string> }) => `sid=${cookies["sid"]}`;

test("a stream ends with its session, and those of the person's other browsers go on", async () => {
  const creator = await makeCreator(app);
  const cookies = [await sessionCookieOf(app, creator), await sessionCookieOf(app, creator)];
  const [ending, staying] = [
    await listen(creator, { cookie: cookies[0] ?? "" }),
    await listen(creator, { cookie: cookies[1] ?? "" }),
  ];
  // As another process ends it: this one is not told.
  const sid = hashToken(cookies[0]?.split("=")[1] ?? "");
  await app.services.pool.query("delete from sessions where sid = $1", [sid]);
  await expect.poll(() => ending.heard.ended).toBe(true);
  await sell(creator);
  await expect.poll(staying.news).toBe(1);
  expect(ending.news()).toBe(0);
  staying.leave();
});

test("a page listens from the mark of what it has read: what came between is told at once, and else nothing", async () => {
  const seller = await makeCreator(app);
  const { mark } = await unread(seller);
  const quiet = await listen(seller, { read: mark });
  await sleep(300);
  expect(quiet.news()).toBe(0);
  quiet.leave();
  await sell(seller);
  const told = await listen(seller, { read: mark });
  await expect.poll(told.news).toBe(1);
  const { mark: newer } = await unread(seller);
  expect(told.mark()).toBe(newer);
  // What it has heard since counts more than what its page began with.
  const again = await listen(seller, { read: mark, seen: newer });
  await sleep(300);
  expect(again.news()).toBe(0);
  for (const tab of [told, again]) tab.leave();
});

test("what happened while a browser was away is heard as soon as it is back", async () => {
  const seller = await makeCreator(app);
  const before = await listen(seller);
  const seen = before.mark() ?? "";
  expect(seen).toBe("none");
  before.leave();
  await sell(seller);
  const back = await listen(seller, { seen });
  await expect.poll(back.news).toBe(1);
  const again = await listen(seller, { seen: back.mark() ?? "" });
  await sleep(300);
  expect(again.news()).toBe(0);
  for (const tab of [back, again]) tab.leave();
});

test("nobody is asked for while nobody looks, and the eleventh tab ends the first", async () => {
  const seller = await makeCreator(app);
  const tabs: Awaited<ReturnType<typeof listen>>[] = [];
  for (let n = 0; n < 11; n++) tabs.push(await listen(seller));
  await expect.poll(() => tabs.map(({ heard }) => heard.ended)).toEqual([true, ...Array(10).fill(false)]);
  for (const tab of tabs) tab.leave();
  const asked: string[] = [];
  const { query } = app.services.pool;
  app.services.pool.query = ((...args: Parameters<typeof query>) => {
    asked.push(JSON.stringify(args[0]));
    return query.apply(app.services.pool, args);
  }) as typeof query;
  try {
    // Once the server knows that they have left, which takes it a moment.
    const askedMeanwhile = async () => {
      asked.length = 0;
      await sleep(3_000);
      return asked.filter((text) => text.includes("as mark"));
    };
    await expect.poll(askedMeanwhile).toEqual([]);
  } finally {
    app.services.pool.query = query;
  }
});

/** Streams by themselves: a browser that is slow to leave stays open here. `looks` answer once they are let. */
function streamsAlone() {
  const looks: (() => void)[] = [];
  let isSlow = false;
  const pool = {
    query: async ({ text, values }: { text: string; values: [string[]] }) => {
      if (text.includes("from sessions")) return { rows: values[0].map((sid) => ({ sid })) };
      if (isSlow) await new Promise<void>((resolve) => looks.push(resolve));
      return { rows: values[0].map((ownerId) => ({ ownerId, mark: "none" })) };
    },
  };
  const streams = newsStreams({ ...app.services, pool: pool as never });
  return { streams, looks, slow: (slow: boolean) => (isSlow = slow) };
}

test("of thirty tabs that are opened at once ten listen, whether the others have left yet or not", async () => {
  const { streams } = streamsAlone();
  const bodies = await Promise.all(Array.from({ length: 30 }, () => streams.open(owner, undefined)));
  expect(bodies.map(({ writableEnded }) => writableEnded)).toEqual([
    ...Array(20).fill(true),
    ...Array(10).fill(false),
  ]);
  streams.close();
  expect(bodies.every(({ writableEnded }) => writableEnded)).toBe(true);
});

test("all leave and one comes back while a look is under way: there is one look at a time, and one every two seconds", async () => {
  vi.useFakeTimers();
  try {
    const { streams, looks, slow } = streamsAlone();
    const first = await streams.open(owner, undefined);
    slow(true);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(looks).toHaveLength(1);
    slow(false);
    first.destroy();
    await vi.advanceTimersByTimeAsync(0);
    await streams.open(owner, undefined);
    slow(true);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(looks).toHaveLength(1);
    looks[0]?.();
    for (const seconds of [2, 4, 6]) {
      await vi.advanceTimersByTimeAsync(2_000);
      expect(looks).toHaveLength(1 + seconds / 2);
      looks.at(-1)?.();
    }
    streams.close();
  } finally {
    vi.useRealTimers();
  }
});

test("a server that stops ends them, and they end by themselves when their time is over", async () => {
  const stopping = await testApp({ NEWS_STREAM_SECONDS: "600" });
  await stopping.app.listen({ port: 0, host: "127.0.0.1" });
  const tab = await listen(await makeCreator(stopping), { on: stopping });
  const closed = stopping.app.close();
  await expect.poll(() => tab.heard.ended).toBe(true);
  await closed;

  const short = await testApp({ NEWS_STREAM_SECONDS: "1" });
  await short.app.listen({ port: 0, host: "127.0.0.1" });
  const ending = await listen(await makeCreator(short), { on: short });
  await expect.poll(() => ending.heard.ended).toBe(true);
});
