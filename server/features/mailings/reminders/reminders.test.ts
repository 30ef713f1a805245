import { expect, test } from "vitest";
import { listReminders, saveReminder } from "#contract/mailings/reminders.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();

const first = (kind: string) => ({ kind, isOn: true, words: "", revision: 1 });

test("every creator begins with all reminders on and without words, and changes their own alone", async () => {
  const [me, other] = [app.as(await makeCreator(app)), app.as(await makeCreator(app))];
  const all = ["RENEWAL", "EVENT_DAY", "EVENT_HOUR"].map(first);
  expect((await me.call(listReminders)).body).toEqual(all);
  const saved = await me.call(saveReminder, {
    body: { kind: "EVENT_DAY", isOn: false, words: "  Bring a lamp.\nAnd shoes. ", revision: 1 },
  });
  expect([saved.status, saved.body]).toEqual([
    200,
    { kind: "EVENT_DAY", isOn: false, words: "Bring a lamp.\nAnd shoes.", revision: 2 },
  ]);
  expect((await me.call(listReminders)).body).toEqual([all[0], saved.body, all[2]]);
  expect((await other.call(listReminders)).body).toEqual(all);
});

test("that of a renewal is never off, a change of another tab is not overwritten, and words have an end", async () => {
  const me = app.as(await makeCreator(app));
  const save = (body: object) =>
    me.call(saveReminder, { body: { kind: "RENEWAL", isOn: true, words: "", ...body } as never });
  const off = await save({ isOn: false });
  expect([off.status, off.text]).toEqual([422, expect.stringContaining("Of what will be charged")]);
  await expect(
    app.services.pool.query(
      "insert into reminders (owner_id, kind, is_on) select id, 'RENEWAL', false from users",
    ),
  ).rejects.toThrow(/reminders_of_renewals/);
  expect((await save({ words: "Thank you", revision: 1 })).status).toBe(200);
  expect((await save({ words: "Thanks", revision: 1 })).status).toBe(409);
  expect((await save({ words: "a".repeat(1_001) })).status).toBe(422);
  expect((await save({ kind: "CARD" })).status).toBe(422);
  // Two tabs that begin at once: one of them is heard.
  const both = await Promise.all(
    ["EVENT_DAY", "EVENT_DAY"].map((kind) => save({ kind, words: "Soon", revision: 1 })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});
