import { expect, test } from "vitest";
import { saveNotificationChoice } from "#contract/notifications/notifications.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;

const zones = ["America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "UTC"] as const;

/** The clock is moved on to a moment; never back. */
const moveTo = (moment: string) =>
  app.clock.advance({ seconds: (new Date(moment).getTime() - app.clock.now().getTime()) / 1_000 });
const run = async () => {
  await pool.query("insert into job_outbox (name, data) values ('tell-daily-sales', '{}')");
  await app.runJobs();
};
/** Every quarter of an hour from now on. */
const runUntil = async (moment: string) => {
  while (app.clock.now() < new Date(moment)) {
    await run();
    app.clock.advance({ minutes: 15 });
  }
};
const daily = async (timeZone: string) => {
  const creator = await makeCreator(app, { timeZone });
  await app.as(creator).call(saveNotificationChoice, { params: { kind: "SALE" }, body: { mail: "DAILY" } });
  const product = await makeProduct(app, { ownerId: creator.id, type: "DOWNLOAD", title: "Guide" });
  const sell = (at: string, priceCents: number) =>
    makeOrder(app, {
      items: [{ product: { ...product, priceCents } }],
      createdAt: new Date(at),
      paidAt: new Date(at),
    });
  const mails = async () =>
    (
      await pool.query<{ subject: string; text: string; at: Date }>(
        `select subject, text, sent_at as at from mailbox where "to" = $1 order by sent_at`,
        [creator.email],
      )
    ).rows;
  return { creator, sell, mails };
};

test("a day's sales are one mail at eight in the morning, to the cent and by the days of the creator's zone, through both changes of the clocks", async () => {
  moveTo("2027-03-13T12:00:00Z");
  const newYork = await daily("America/New_York");
  const kathmandu = await daily("Asia/Kathmandu");
  const lordHowe = await daily("Australia/Lord_Howe");
  // March 14, 2027 has 23 hours in New York: from 05:00 to 04:00 the next day, UTC.
  await newYork.sell("2027-03-14T04:59:59.999Z", 10_01);
  await newYork.sell("2027-03-14T05:00:00Z", 20_02);
  await newYork.sell("2027-03-15T03:59:59.999Z", 40_04);
  await newYork.sell("2027-03-15T04:00:00Z", 80_08);
  // Midnight in Kathmandu is 18:15 UTC.
  await kathmandu.sell("2027-03-14T18:14:59Z", 1_11);
  await kathmandu.sell("2027-03-14T18:15:00Z", 2_22);
  // April 4, 2027 has 24 hours and a half on Lord Howe Island: from 13:00 to 13:30 the next day, UTC.
  await lordHowe.sell("2027-04-03T12:59:59Z", 3_33);
  await lordHowe.sell("2027-04-03T13:00:00Z", 4_44);
  await lordHowe.sell("2027-04-04T13:29:59Z", 5_55);
  await lordHowe.sell("2027-04-04T13:30:00Z", 6_66);
  await runUntil("2027-03-17T00:00:00Z");
  moveTo("2027-04-03T00:00:00Z");
  await runUntil("2027-04-07T00:00:00Z");

  const subjects = async ({ mails }: typeof newYork) => (await mails()).map(({ subject }) => subject);
  expect(await subjects(newYork)).toEqual([
    "You sold for $10.01",
    "You sold for $60.06",
    "You sold for $80.08",
  ]);
  expect(await subjects(kathmandu)).toEqual(["You sold for $1.11", "You sold for $2.22"]);
  expect(await subjects(lordHowe)).toEqual([
    "You sold for $3.33",
    "You sold for $9.99",
    "You sold for $6.66",
  ]);
  const [, second] = await newYork.mails();
  expect(second?.text).toContain("2 orders for $60.06 on March 14, 2027.");
  expect(second?.text).toContain("2 × Guide: $60.06");
});

test("a day that no worker told is in the next mail; without a sale there is none, and none is told again", async () => {
  moveTo("2027-05-01T12:00:00Z");
  const { sell, mails } = await daily("UTC");
  await sell("2027-05-01T23:00:00Z", 100);
  await sell("2027-05-03T01:00:00Z", 200);
  moveTo("2027-05-04T07:59:00Z");
  await run();
  expect((await mails()).map(({ text }) => text.split("\n")[0])).toEqual([
    "1 order for $1.00 on May 1, 2027 to May 2, 2027.",
  ]);
  moveTo("2027-05-04T08:00:00Z");
  await Promise.all([run(), run()]);
  await run();
  await runUntil("2027-05-07T00:00:00Z");
  expect((await mails()).map(({ text }) => text.split("\n")[0])).toEqual([
    "1 order for $1.00 on May 1, 2027 to May 2, 2027.",
    "1 order for $2.00 on May 3, 2027.",
  ]);
});

test.each(zones)("who moves to %s is told no day twice", async (timeZone) => {
  const { creator, sell, mails } = await daily("UTC");
  const at = app.clock.now().toISOString();
  await sell(at, 500);
  app.clock.advance({ hours: 36 });
  await run();
  await pool.query("update users set time_zone = $2 where id = $1", [creator.id, timeZone]);
  for (let n = 0; n < 4; n++) {
    app.clock.advance({ hours: 12 });
    await run();
  }
  expect(await mails()).toHaveLength(1);
});
