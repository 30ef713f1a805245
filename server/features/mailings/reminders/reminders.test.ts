import { expect, test } from "vitest";
import {
  listReminders,
  previewReminder,
  saveReminder,
  sendTestReminder,
} from "#contract/mailings/reminders.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { mailsTo } from "#tests/support/member.ts";
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

test("each is seen as it would leave, with the creator's own words and products, and sent to them alone", async () => {
  const creator = await makeCreator(app, { firstName: "Maya", lastName: "Chen" });
  const me = app.as(creator);
  const preview = async (kind: "RENEWAL" | "EVENT_DAY" | "EVENT_HOUR", as: "light" | "dark" | "text") => {
    const { status, text } = await me.call(previewReminder, { params: { kind }, querystring: { as } });
    expect(status).toBe(200);
    return text;
  };
  // Before there is anything to remind of, it is of an example.
  expect(await preview("EVENT_DAY", "text")).toContain("Your event by Maya Chen starts tomorrow at ");
  expect(await preview("RENEWAL", "text")).toContain("Your membership, $99.00 a year");
  const { id: ownerId } = creator;
  // Nobody is reminded of what is charged each month.
  await makeProduct(app, { ownerId, type: "MEMBERSHIP", title: "Monthly", priceCents: 900 });
  expect(await preview("RENEWAL", "text")).toContain("Your membership, $99.00 a year");
  await makeProduct(app, {
    ownerId,
    type: "EVENT",
    title: "Night walk",
    eventStartsAt: new Date("2030-05-04T18:00:00Z"),
    eventEndsAt: new Date("2030-05-04T20:00:00Z"),
    eventZone: "UTC",
    eventLink: "https://meet.example.com/walk",
  });
  await makeProduct(app, {
    ownerId,
    type: "MEMBERSHIP",
    title: "Club",
    billingInterval: "YEAR",
    priceCents: 12_000,
  });
  await me.call(saveReminder, {
    body: { kind: "EVENT_HOUR", isOn: true, words: "Bring a <lamp>.", revision: 1 },
  });
  await me.call(saveReminder, { body: { kind: "RENEWAL", isOn: true, words: "Thank you.", revision: 1 } });
  const [light, dark, words] = [
    await preview("EVENT_HOUR", "light"),
    await preview("EVENT_HOUR", "dark"),
    await preview("EVENT_HOUR", "text"),
  ];
  expect(words).toMatch(
    /^Bring a <lamp>\.\n\nNight walk by Maya Chen starts in 1 hour:\n\nSat, May 4, 2030, 6:00 PM/,
  );
  expect(light).toContain("Bring a &lt;lamp&gt;.");
  expect(light).not.toBe(dark);
  // It leads to no order: there is none.
  expect(words).not.toContain("#rt=");
  const renewal = await preview("RENEWAL", "text");
  expect(renewal).toContain(
    "Club, $120.00 a year\n\nThank you.\n\n$120.00 will be charged to Visa ending in 4242",
  );

  for (const kind of ["RENEWAL", "EVENT_DAY"] as const)
    expect((await me.call(sendTestReminder, { params: { kind } })).status).toBe(200);
  await app.runJobs();
  expect((await mailsTo(app, creator.email)).map(({ subject }) => subject).toSorted()).toEqual([
    "Renews soon: Club",
    "Tomorrow at 6:00 PM (UTC): Night walk",
  ]);
  const other = app.as(await makeCreator(app));
  const theirs = await other.call(previewReminder, {
    params: { kind: "RENEWAL" },
    querystring: { as: "text" },
  });
  expect(theirs.text).not.toMatch(/Club|Thank you/);
  expect(
    (await me.call(previewReminder, { params: { kind: "CARD" as never }, querystring: {} })).status,
  ).toBe(404);
});
