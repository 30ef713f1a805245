import { expect, test } from "vitest";
import type { InboundEvent } from "#server/platforms/social-platform.ts";
import { makeSocialAccount } from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { acceptEvents } from "./accept-events.ts";

const app = await testApp();
const { services } = app;

const message = (accountId: string, fields: Partial<InboundEvent> = {}): InboundEvent => ({
  platform: "INSTAGRAM",
  accountId,
  id: "MESSAGE:m1",
  kind: "MESSAGE",
  personId: "p1",
  personUsername: null,
  text: "guide please 🙏",
  occurredAt: new Date(),
  detail: { messageId: "m1" },
  ...fields,
});

async function inbox(accountId: string) {
  const { rows } = await services.pool.query<Record<string, unknown>>(
    "select platform_event_id as id, person_id, text, detail, outcome from social_events where social_account_id = $1 order by social_events.id",
    [accountId],
  );
  return rows;
}

test("an event is kept once, however often it comes and with whatever else", async () => {
  const account = await makeSocialAccount(app);
  const event = message(account.platformUserId);
  await Promise.all(Array.from({ length: 30 }, () => acceptEvents(services, [event, event])));
  await acceptEvents(services, [event, message(account.platformUserId, { id: "MESSAGE:m2" })]);
  expect((await inbox(account.id)).map(({ id }) => id)).toEqual(["MESSAGE:m1", "MESSAGE:m2"]);
  expect((await inbox(account.id))[0]).toMatchObject({
    text: "guide please 🙏",
    detail: { messageId: "m1" },
    outcome: null,
  });
});

test("an account that is unknown, on another platform or not confirmed receives nothing", async () => {
  const claimed = await makeSocialAccount(app, { verified: false });
  const owner = await makeSocialAccount(app, { platformUserId: claimed.platformUserId });
  await acceptEvents(services, [message(claimed.platformUserId), message("nobody's")]);
  await acceptEvents(services, [message(owner.platformUserId, { platform: "FACEBOOK", id: "MESSAGE:f" })]);
  expect(await inbox(claimed.id)).toEqual([]);
  expect((await inbox(owner.id)).map(({ id }) => id)).toEqual(["MESSAGE:m1"]);
});

test("what PostgreSQL cannot keep stops nobody's events", async () => {
  const account = await makeSocialAccount(app);
  const odd = message(account.platformUserId, {
    id: `MESSAGE:\0${"x".repeat(9_000)}`,
    text: `nul \0 half \ud83d${"y".repeat(50_000)}`,
    personId: "\udc00",
    occurredAt: new Date(Number.NaN),
  });
  await Promise.all([
    acceptEvents(services, [odd]),
    acceptEvents(services, [message(account.platformUserId)]),
  ]);
  const rows = await inbox(account.id);
  expect(rows).toHaveLength(2);
  expect(String(rows[0]?.["text"]).slice(0, 14)).toBe("nul  half �yyy");
});

test("a failure to keep is told to everybody whose events were in it", async () => {
  const account = await makeSocialAccount(app);
  const pool = new Proxy(services.pool, {
    get(target, name) {
      if (name === "query") return () => Promise.reject(new Error("the database is away"));
      return Reflect.get(target, name) as unknown;
    },
  });
  const tries = [1, 2, 3].map((n) =>
    acceptEvents({ ...services, pool }, [message(account.platformUserId, { id: `MESSAGE:${n}` })]),
  );
  for (const tried of tries) await expect(tried).rejects.toThrow("the database is away");
  expect(await inbox(account.id)).toEqual([]);
});
