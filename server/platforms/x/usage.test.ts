import { expect, test } from "vitest";
import { socialEvents, socialSends } from "#server/database/schema/social-messages.ts";
import { makeSocialAccount } from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { describeXUsage, xUsage } from "./usage.ts";

const app = await testApp();
const { db, pool } = app.services;
const now = new Date("2026-11-21T12:00:00.000Z");
type Account = Awaited<ReturnType<typeof makeSocialAccount>>;
let ids = 0;

const receive = (account: Account, kind: typeof socialEvents.$inferInsert.kind, at: string, note?: string) =>
  db.insert(socialEvents).values({
    userId: account.userId,
    socialAccountId: account.id,
    kind,
    platformEventId: `${kind}:${++ids}`,
    personId: "2",
    detail: note ? { note } : {},
    occurredAt: new Date(at),
    receivedAt: new Date(at),
  });
const send = (account: Account, at: string | null) =>
  db.insert(socialSends).values({
    userId: account.userId,
    socialAccountId: account.id,
    platform: account.platform,
    purpose: "BY_HAND",
    recipientId: "2",
    text: "hi",
    dueAt: now,
    claimedAt: at ? new Date(at) : null,
    createdAt: now,
  });

test("the operator sees what came and went through X, today and this month, and what it costs", async () => {
  const one = await makeSocialAccount(app, { platform: "TWITTER", connection: "OAUTH" });
  const other = await makeSocialAccount(app, { platform: "TWITTER", connection: "MANUAL" });
  const [today, night, earlier, lastMonth] = [
    "2026-11-21T00:00:00Z",
    "2026-11-20T23:59:59Z",
    "2026-11-01T00:00:00Z",
    "2026-10-31T23:59:59Z",
  ];
  await receive(one, "MESSAGE", today);
  await receive(other, "MESSAGE", today);
  await receive(one, "OTHER", today, "encrypted");
  await receive(one, "OTHER", today, "group");
  await receive(one, "ECHO", today);
  await receive(one, "FOLLOW", earlier);
  await receive(one, "MENTION", night);
  await receive(one, "MESSAGE", lastMonth);
  await send(one, today);
  await send(other, night);
  await send(one, earlier);
  await send(one, lastMonth);
  await send(one, null);
  // Neither is X's: it is played, or is another platform's.
  for (const fields of [{ platform: "TWITTER" as const }, { connection: "OAUTH" as const }]) {
    const account = await makeSocialAccount(app, fields);
    await receive(account, "MESSAGE", today);
    await send(account, today);
  }

  const usage = await xUsage(pool, now);
  expect(usage).toEqual({
    today: { message: 2, encrypted: 1, follow: 0, mention: 0, send: 1, costMills: 45 },
    month: { message: 2, encrypted: 1, follow: 1, mention: 1, send: 3, costMills: 90 },
    sendsIn24Hours: 2,
  });
  expect(describeXUsage(usage)).toBe(
    "X: today 3 received, 1 sent, about $0.05; this month 5 received, 3 sent, about $0.09; 2 of 1440 messages in 24 hours",
  );
});
