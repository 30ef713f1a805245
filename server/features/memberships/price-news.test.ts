import { expect, test } from "vitest";
import {
  announcePriceChange,
  listMemberPrices,
  withdrawPriceChange,
} from "#contract/memberships/price-changes.ts";
import { mailsTo } from "#tests/support/member.ts";
import { joinMembership, passDays } from "#tests/support/membership.ts";
import { deliverWebhooks } from "#tests/support/buy.ts";
import { testApp } from "#tests/support/test-app.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { cancelMembership } from "#contract/memberships/memberships.ts";
import { remindMembers } from "./remind-members.ts";

const app = await testApp();
const { pool } = app.services;

/** A member of a $9 membership, whose creator then saves another price. */
async function member(email: string, priceCents: number) {
  const joined = await joinMembership(app, { email });
  await passDays(app, 5);
  await pool.query("update products set price_cents = $2 where id = $1", [joined.product.id, priceCents]);
  const creator = app.as({ id: joined.product.ownerId });
  const params = { id: joined.product.id };
  return {
    ...joined,
    announce: async () => {
      const body = { billingInterval: "MONTH" as const, priceCents };
      const answer = await creator.call(announcePriceChange, { params, body });
      await deliverWebhooks(app);
      return answer;
    },
    withdraw: async () => {
      await creator.call(withdrawPriceChange, { params, body: { billingInterval: "MONTH" } });
      await deliverWebhooks(app);
    },
    prices: async () => (await creator.call(listMemberPrices, { params })).body,
    subjects: async () =>
      (await mailsTo(app, email)).map(({ subject }) => subject.split(":")[0]).toReversed(),
    newest: async () => (await mailsTo(app, email))[0]?.text ?? "",
  };
}

test("a member reads both prices, the first day and how to end it, and is reminded three weeks ahead", async () => {
  const { announce, newest, subjects } = await member("dear@example.com", 1_200);
  await announce();
  const text = await newest();
  expect(text).toMatch(/From .+ \d{4} you pay \$12\.00 a month instead of \$9\.00\./);
  expect(text).toMatch(/Manage or cancel:\nhttp\S+manage=membership/);
  const told = /From (.+ \d{4}) you pay/.exec(text)?.[1];
  await passDays(app, 27);
  expect(await newest()).toContain(
    `The next payment of $12.00, the new price that we told you of, is due on ${told}`,
  );
  await passDays(app, 10);
  await remindMembers(app.services);
  await remindMembers(app.services);
  await app.runJobs();
  expect(await newest()).toContain(
    `$12.00 will be charged to Visa ending in 4242 on ${told} instead of $9.00`,
  );
  await passDays(app, 21);
  expect(await newest()).toContain("The next payment of $12.00 is due");
  expect((await subjects()).filter((subject) => subject !== "Receipt").slice(1)).toEqual([
    "New price",
    "Renewed",
    "New price soon",
    "Renewed",
  ]);
});

test("who cancels before the mail leaves, or whose price was withdrawn by then, is not told of it", async () => {
  const cancelled = await member("gone@example.com", 1_200);
  const { browser, id, orderId } = cancelled;
  const body = { billingInterval: "MONTH" as const, priceCents: 1_200 };
  const creator = app.as({ id: cancelled.product.ownerId });
  await creator.call(announcePriceChange, { params: { id: cancelled.product.id }, body });
  await browser.call(cancelMembership, { params: { id }, body: { orderId } });
  await deliverWebhooks(app);
  expect(await cancelled.subjects()).not.toContain("New price");
});

test("its creator sees who pays what, who was told, and that nobody is any more", async () => {
  const { announce, withdraw, prices } = await member("seen@example.com", 1_200);
  expect(await prices()).toMatchObject([
    { billingInterval: "MONTH", prices: [{ priceCents: 900, members: 1 }], change: null },
  ]);
  await announce();
  const [{ prices: now, change } = { prices: [], change: null }] = await prices();
  expect(change).toMatchObject({
    priceCents: 1_200,
    told: 1,
    waiting: 1,
    charged: 0,
    firstChargeAt: now[0]?.firstChargeAt,
  });
  await withdraw();
  expect(await prices()).toMatchObject([{ change: null }]);
});

test("what a product does not cost is announced to nobody", async () => {
  const product = await makeProduct(app, { type: "MEMBERSHIP", billingInterval: "MONTH", priceCents: 900 });
  const announce = (body: { billingInterval: "MONTH" | "YEAR"; priceCents: number }, id = product.id) =>
    app.as({ id: product.ownerId }).call(announcePriceChange, { params: { id }, body });
  expect(await announce({ billingInterval: "MONTH", priceCents: 901 })).toMatchObject({
    status: 409,
    body: { code: "PRICE_CHANGED" },
  });
  expect(await announce({ billingInterval: "YEAR", priceCents: 900 })).toMatchObject({
    status: 422,
    body: { fields: { billingInterval: expect.any(String) } },
  });
  const { id } = await makeProduct(app, { type: "MEMBERSHIP", billingInterval: "MONTH", priceCents: 900 });
  expect((await announce({ billingInterval: "MONTH", priceCents: 900 }, id)).status).toBe(404);
  await pool.query("update products set price_cents = 0 where id = $1", [product.id]);
  expect((await announce({ billingInterval: "MONTH", priceCents: 0 })).status).toBe(422);
});

test("two presses at once announce it once", async () => {
  const joined = await member("twice@example.com", 1_200);
  const answers = await Promise.all([joined.announce(), joined.announce(), joined.announce()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect((await joined.subjects()).filter((subject) => subject === "New price")).toHaveLength(1);
});
