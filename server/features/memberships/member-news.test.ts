import { expect, test } from "vitest";
import { listMailbox } from "#contract/dev/mailbox.ts";
import { saveReminder } from "#contract/mailings/reminders.ts";
import * as contract from "#contract/memberships/memberships.ts";
import { receiptToken } from "#server/features/access/can-see.ts";
import { deliverWebhooks, goodCard } from "#tests/support/buy.ts";
import { joinMembership, passDays } from "#tests/support/membership.ts";
import { testApp } from "#tests/support/test-app.ts";
import { remindMembers } from "./remind-members.ts";
import { newsOf } from "./member-news.ts";

const app = await testApp();
type Joined = Awaited<ReturnType<typeof joinMembership>>;

let buyers = 0;
const join = async (options: Parameters<typeof joinMembership>[1] = {}) => {
  const email = `member-${(buyers += 1)}@example.com`;
  return { email, ...(await joinMembership(app, { email, ...options })) };
};
const call = ({ id, orderId }: Joined, endpoint: typeof contract.cancelMembership) =>
  app.call(
    endpoint,
    { params: { id }, body: { orderId, months: 1 } as never },
    { headers: { "x-order-proof": receiptToken(app.services.secret, orderId) } },
  );
const mailsOf = async (to: string) =>
  (await app.call(listMailbox, { querystring: { to } })).body.toReversed();
const subjectsOf = async (to: string) =>
  (await mailsOf(to)).map(({ subject }) => subject.split(":")[0]).slice(1);
const remind = async () => {
  await remindMembers(app.services);
  await deliverWebhooks(app);
};

test("a member hears of each change once, whoever tells of it and how often", async () => {
  const member = await join();
  const changes = [
    contract.cancelMembership,
    contract.keepMembership,
    contract.pauseMembership,
    contract.resumeMembership,
  ] as (typeof contract.cancelMembership)[];
  for (const change of changes) {
    expect(await call(member, change)).toMatchObject({ status: 200 });
    // The provider's own events come after, twice.
    await deliverWebhooks(app, 2);
  }
  expect(await subjectsOf(member.email)).toEqual(["Cancelled", "Kept", "Paused", "Resumed"]);
});

test("the mail of a cancellation says what stays open, and that of a pause when it goes on", async () => {
  const member = await join();
  await call(member, contract.cancelMembership);
  await deliverWebhooks(app);
  const [, cancelled] = await mailsOf(member.email);
  expect(cancelled?.text).toContain("Nothing more will be charged.");
  expect(cancelled?.text).toMatch(/Everything you paid for stays open until \w+ \d+, \d{4}\./);
  expect(cancelled?.text).toContain("/success?payment_intent=");
  expect(cancelled?.text).toContain("manage=membership#rt=");
  await passDays(app, 32);
  // Its end was told when it was cancelled.
  expect(await subjectsOf(member.email)).toEqual(["Cancelled"]);
});

test("an end is told unless the mail of the last failure did", () => {
  const active = { status: "active", billingInterval: "MONTH" as const, cancelAtPeriodEnd: false };
  const ended = { ...active, status: "canceled" };
  expect(newsOf(active, ended)).toBe("ENDED");
  expect(newsOf({ ...active, cancelAtPeriodEnd: true }, ended)).toBeUndefined();
  expect(newsOf({ ...active, status: "past_due" }, ended)).toBe("ENDED");
  expect(newsOf(ended, ended)).toBeUndefined();
  expect(newsOf(active, { ...active, status: "past_due" })).toBeUndefined();
  expect(newsOf({ ...active, status: "past_due" }, active)).toBeUndefined();
});

test("a yearly renewal is told 21 days ahead, once for each year", async () => {
  const product = { billingInterval: "YEAR" } as const;
  const [member, leaving] = [await join({ product }), await join({ product })];
  await call(leaving, contract.cancelMembership);
  await remind();
  expect(await subjectsOf(member.email)).toEqual([]);
  const days = Math.ceil((member.currentPeriodEnd.getTime() - app.clock.now().getTime()) / 86_400_000);
  await passDays(app, days - 22);
  await remind();
  expect(await subjectsOf(member.email)).toEqual([]);
  await passDays(app, 1.5);
  const { rows } = await app.services.pool.query<{ id: string }>(
    "select owner_id as id from products where id = $1",
    [member.product.id],
  );
  await app.as({ id: rows[0]?.id ?? "" }).call(saveReminder, {
    body: { kind: "RENEWAL", isOn: true, words: "Thank you for this year.\n<i>Robin</i>" },
  });
  await Promise.all([remind(), remind()]);
  await remind();
  expect(await subjectsOf(member.email)).toEqual(["Renews soon"]);
  expect(await subjectsOf(leaving.email)).toEqual(["Cancelled"]);
  for (const other of (await mailsOf(member.email)).slice(0, -1))
    expect(other.text).not.toContain("Thank you for this");
  const mail = (await mailsOf(member.email)).at(-1);
  expect(mail?.text).toContain("Thank you for this year.\n<i>Robin</i>\n\n$9.00 will be charged");
  expect(mail?.html).toContain("&lt;i&gt;Robin&lt;/i&gt;");
  expect(mail?.text).toMatch(/\$9\.00 will be charged to Visa ending in 4242 on .*, for another year\./);
  await passDays(app, 22);
  await remind();
  await passDays(app, 345);
  await remind();
  expect(await subjectsOf(member.email)).toEqual(["Renews soon", "Renewed", "Renews soon"]);
});

test("a monthly member is told once a year what it costs and how to end it", async () => {
  const member = await join();
  for (let month = 0; month < 12; month++) {
    await passDays(app, 31);
    await remind();
  }
  const year = (subjects: (string | undefined)[]) =>
    subjects.filter((subject) => subject === "Your membership");
  expect(year(await subjectsOf(member.email))).toHaveLength(1);
  await passDays(app, 31);
  await remind();
  expect(year(await subjectsOf(member.email))).toHaveLength(1);
});

test("a card that is about to expire is told 30 and 7 days before; a changed card is not", async () => {
  const now = app.clock.now();
  const soon = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 3, 1));
  const expiry = `${String(soon.getUTCMonth() + 1).padStart(2, "0")}/${String(soon.getUTCFullYear()).slice(2)}`;
  const member = await join({ expiry });
  const lasting = await join({ card: goodCard.number });
  const goodUntil = Date.UTC(soon.getUTCFullYear(), soon.getUTCMonth() + 1, 1);
  const daysTo = (moment: number) => (moment - app.clock.now().getTime()) / 86_400_000;
  const about = async (email: string) =>
    (await subjectsOf(email)).filter((subject) => subject === "Your card expires soon").length;
  const seen: number[] = [];
  for (const before of [31, 29, 20, 6, 2]) {
    await passDays(app, daysTo(goodUntil - before * 86_400_000));
    await remind();
    await remind();
    seen.push(await about(member.email));
  }
  expect(seen).toEqual([0, 1, 1, 2, 2]);
  expect(await about(lasting.email)).toBe(0);
});
