import { expect, test } from "vitest";
import { listAccountEvents } from "#contract/accounts/account-log.ts";
import { updateProfile } from "#contract/accounts/accounts.ts";
import { connectPayouts } from "#contract/payouts/payouts.ts";
import { removeWhatEnded } from "#server/jobs/remove-what-ended.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { makeSocialAccount } from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { createSession } from "./sessions.ts";

const app = await testApp();
const { pool } = app.services;

const logOf = async (creator: { id: string }, cursor?: string) => {
  const { status, body } = await app
    .as(creator)
    .call(listAccountEvents, { querystring: { ...(cursor && { cursor }) } });
  expect(status).toBe(200);
  return body;
};
const signIn = (creator: { id: string }) =>
  createSession(app.services, {
    userId: creator.id,
    method: "CODE",
    userAgent: "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0",
    ip: "203.0.113.7",
  });

test("what happens in an account is in its log, and in nobody else's", async () => {
  const [me, other] = [await makeCreator(app, { handle: "old_name" }), await makeCreator(app)];
  await pool.query("delete from account_events");
  await signIn(me);
  app.clock.advance({ minutes: 1 });
  expect((await app.as(me).call(updateProfile, { body: { handle: "new_name" } })).status).toBe(200);
  await app.as(me).call(updateProfile, { body: { tagline: "Hello" } });
  app.clock.advance({ minutes: 1 });
  expect((await app.as(me).call(connectPayouts)).status).toBe(200);
  await app.as(me).call(connectPayouts);
  app.clock.advance({ minutes: 1 });
  await makeSocialAccount(app, { userId: me.id, username: "robin" });
  // Each call of a test signs in by itself.
  const events = (await logOf(me)).events.filter(
    (event) => event.kind !== "SIGNED_IN" || event.ip === "203.0.113.7",
  );
  // Of two of them the trigger names the moment, which is the machine's.
  expect(events.toSorted((a, b) => a.kind.localeCompare(b.kind))).toMatchObject([
    { kind: "HANDLE_CHANGED", from: "old_name", to: "new_name" },
    { kind: "PAYOUTS_CONNECTED", provider: "sandbox", ip: "127.0.0.1" },
    { kind: "SIGNED_IN", method: "CODE", userAgent: expect.stringContaining("Firefox"), ip: "203.0.113.7" },
    { kind: "SOCIAL_CONNECTED", platform: "INSTAGRAM", username: "robin" },
  ]);
  expect((await logOf(other)).events.every(({ kind }) => kind === "SIGNED_IN")).toBe(true);
});

test("the log is read page by page, and ends after a year", async () => {
  const me = await makeCreator(app);
  for (let n = 0; n < 45; n++) await signIn(me);
  const seen: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await logOf(me, cursor);
    expect(page.events.length).toBeLessThanOrEqual(20);
    seen.push(...page.events.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.length).toBeGreaterThanOrEqual(45);
  for (const cursor of ["x", "1_2", `1_${"-".repeat(36)}`])
    expect(await app.as(me).call(listAccountEvents, { querystring: { cursor } })).toMatchObject({
      status: 422,
      body: { fields: { cursor: "This page does not exist" } },
    });
  const left = async () =>
    (
      await pool.query("select from account_events where owner_id = $1 and detail ->> 'ip' = '203.0.113.7'", [
        me.id,
      ])
    ).rowCount;
  app.clock.advance({ days: 364 });
  await removeWhatEnded.handle(app.services, {});
  expect(await left()).toBe(45);
  app.clock.advance({ days: 3 });
  await removeWhatEnded.handle(app.services, {});
  expect(await left()).toBe(0);
});
