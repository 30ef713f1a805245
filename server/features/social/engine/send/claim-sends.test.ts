import { expect, test } from "vitest";
import { type FanAct, simulateFanAct } from "#server/platforms/demo/simulate.ts";
import type { InboundEvent, Platforms, RateWindow } from "#server/platforms/social-platform.ts";
import { acceptEvents } from "#server/features/social/engine/inbox/accept-events.ts";
import { processRound } from "#server/features/social/engine/inbox/creator-turns.ts";
import { makeKeywordResponse, makeSocialAccount } from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { claimSends } from "./claim-sends.ts";

const app = await testApp();
const { services } = app;
type Account = Awaited<ReturnType<typeof makeSocialAccount>>;

async function accountWithReply(): Promise<Account> {
  const account = await makeSocialAccount(app);
  await makeKeywordResponse(app, account, { publicReplies: ["Sent!"] });
  return account;
}

async function write(
  account: Account,
  acts: (Partial<FanAct> & Partial<Pick<InboundEvent, "occurredAt" | "detail">>)[],
): Promise<void> {
  const events = [];
  for (const { occurredAt, detail, ...act } of acts) {
    const event = await simulateFanAct(services, account, {
      kind: "COMMENT",
      username: "ann",
      text: "guide",
      postId: "p1",
      ...act,
    });
    events.push({
      ...event,
      occurredAt: occurredAt ?? event.occurredAt,
      detail: { ...event.detail, ...detail },
    });
  }
  await acceptEvents(services, events);
  await processRound(services, () => {});
}

/** The purposes of what is claimed in one turn, under these limits. */
async function claimed(account: Account, rateWindows: RateWindow[] = []): Promise<string[]> {
  const { platforms } = services;
  const demo: Platforms["demo"] = (name) => ({ ...platforms.demo(name), rateWindows });
  const { claim } = await claimSends({ ...services, platforms: { ...platforms, demo } }, account.id);
  return (claim?.sends ?? []).map(({ purpose, isLive, commentId }) =>
    commentId === null ? "MESSAGE" : `${isLive ? "LIVE " : ""}${purpose}`,
  );
}

const outcomes = async (account: Account) =>
  (
    await services.pool.query<{ outcome: string; detail: string | null }>(
      "select outcome, outcome_detail as detail from social_events where social_account_id = $1 order by id",
      [account.id],
    )
  ).rows.map(({ outcome, detail }) => (detail ? `${outcome}: ${detail}` : outcome));

const posts = (limit: number): RateWindow => ({
  limit,
  seconds: 3_600,
  scope: "ACCOUNT",
  purpose: "COMMENT_PRIVATELY",
});
const live = (limit: number): RateWindow => ({
  ...posts(limit),
  seconds: 1,
  purpose: "LIVE_COMMENT_PRIVATELY",
});

test("a live video's comments go first, and have a limit of their own", async () => {
  const account = await accountWithReply();
  await write(account, [
    { username: "post" },
    { username: "direct", kind: "DM" },
    { username: "live1", isLive: true },
    { username: "live2", isLive: true },
  ]);
  expect(await claimed(account, [posts(0), live(1)])).toEqual(["LIVE REPLY", "MESSAGE"]);
  app.clock.advance({ seconds: 2 });
  expect(await claimed(account, [posts(1), live(1)])).toEqual(["LIVE REPLY", "REPLY"]);
});

test("a live comment that could not be answered within ten minutes is not answered any more", async () => {
  const account = await accountWithReply();
  await write(account, [{ username: "waits", isLive: true }]);
  app.clock.advance({ minutes: 10 });
  expect(await claimed(account)).toEqual([]);
  await write(account, [
    { username: "late", isLive: true, occurredAt: new Date(services.clock.now().getTime() - 600_000) },
  ]);
  expect(await outcomes(account)).toEqual([
    "SEND_FAILED: the live video is over",
    "WINDOW_CLOSED: the live video is over",
  ]);
});

test("a comment waits six and a half days for its turn, a message one day", async () => {
  const account = await accountWithReply();
  await write(account, [{ username: "early" }, { username: "direct", kind: "DM" }]);
  app.clock.advance({ days: 6, hours: 11, minutes: 59 });
  expect(await claimed(account, [posts(1)])).toEqual(["REPLY"]);
  await write(account, [{ username: "other" }]);
  app.clock.advance({ days: 6, hours: 12 });
  expect(await claimed(account)).toEqual([]);
  expect(await outcomes(account)).toEqual([
    "QUEUED",
    "SEND_FAILED: it could not be sent within 24 hours",
    "SEND_FAILED: the comment is almost seven days old",
  ]);
});

test("a long queue of comments that must wait costs a message nothing", async () => {
  const account = await accountWithReply();
  await write(
    account,
    Array.from({ length: 40 }, (_, n) => ({ username: `fan${n}` })),
  );
  await write(account, [{ username: "direct", kind: "DM" }]);
  expect(await claimed(account, [posts(0)])).toEqual(["MESSAGE"]);
});

test("somebody who came by an ad may be written to for seven days", async () => {
  const account = await makeSocialAccount(app);
  await makeKeywordResponse(app, account);
  const daysAgo = (days: number) => new Date(services.clock.now().getTime() - days * 86_400_000);
  await write(account, [
    { username: "by ad", kind: "DM", occurredAt: daysAgo(2), detail: { ad: "true" } },
    { username: "by themselves", kind: "DM", occurredAt: daysAgo(2) },
    { username: "by an old ad", kind: "DM", occurredAt: daysAgo(8), detail: { ad: "true" } },
  ]);
  expect(await outcomes(account)).toEqual(["QUEUED", "WINDOW_CLOSED", "WINDOW_CLOSED"]);
  expect(await claimed(account)).toEqual(["MESSAGE"]);
});
