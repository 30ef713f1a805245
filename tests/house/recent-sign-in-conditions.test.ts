import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { updateProfile } from "#contract/accounts/accounts.ts";
import { createAffiliateLink } from "#contract/affiliates/affiliates.ts";
import { refundOrder } from "#contract/orders/orders-admin.ts";
import { answerRefundRequest, requestRefund } from "#contract/orders/refund-requests.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { buyOrder } from "#tests/support/paid-order.ts";
import { signedInBrowser } from "#tests/support/signed-in-browser.ts";
import { type Caller, testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const refused = { code: "RECENT_SIGN_IN_REQUIRED" };

/** A creator in a browser whose sign-in is older than 15 minutes. */
async function leftOpen(handle?: string) {
  const creator = await makeCreator(app, handle === undefined ? {} : { handle });
  const browser = await signedInBrowser(app, creator);
  app.clock.advance({ minutes: 16 });
  return { creator, browser };
}

beforeEach(() => app.clock.advance({ hours: 25 }));

test("an older sign-in edits the profile, and changes no handle", async () => {
  const { browser } = await leftOpen("quiet_lens");
  const save = (body: { tagline: string; handle: string }) => browser.call(updateProfile, { body });
  expect((await save({ tagline: "Calm photography", handle: " Quiet_Lens " })).status).toBe(200);
  const answer = await save({ tagline: "Taken", handle: "louder_lens" });
  expect([answer.status, answer.body]).toMatchObject([403, refused]);
});

test("an older sign-in makes affiliate links, and none that gives away more than half of each sale", async () => {
  const { browser } = await leftOpen();
  const create = (code: string, commissionRate: number) =>
    browser.call(createAffiliateLink, {
      body: { code, affiliateEmail: `${code}@example.com`, commissionRate },
    });
  expect((await create("half", 0.5)).status).toBe(201);
  for (const rate of [0.51, 1]) {
    const answer = await create(`more${rate * 100}`, rate);
    expect([answer.status, answer.body]).toMatchObject([403, refused]);
  }
});

const refund = (browser: Caller, { id }: { id: string }) =>
  browser.call(refundOrder, {
    params: { id },
    body: { reason: "Asked for it", revokeAccess: true, idempotencyKey: randomUUID() },
  });

type Seller = Awaited<ReturnType<typeof makeCreator>>;

/** One at a time: each payment's webhook has come before the next is bought. */
async function buyFrom(creator: Seller, count: number, priceCents = 900) {
  const orders = [];
  for (let bought = 0; bought < count; bought += 1) orders.push(await buyOrder(app, { creator, priceCents }));
  return orders;
}

test("an older sign-in refunds five orders a day, however many are asked for at once", async () => {
  const { creator, browser } = await leftOpen();
  const orders = await buyFrom(creator, 8);
  const answers = await Promise.all(orders.map((order) => refund(browser, order)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 403, 403, 403]);
  const left = orders.filter((_, index) => answers[index]?.status === 403);
  for (const order of left) expect(await order.read()).toMatchObject({ refundedCents: 0, status: "PAID" });
  // Whoever proves who they are goes on.
  const proven = await signedInBrowser(app, creator);
  for (const order of left) expect((await refund(proven, order)).status).toBe(200);
});

test("an older sign-in refunds 500.00 a day", async () => {
  const { creator, browser } = await leftOpen();
  const [first, second, third] = await buyFrom(creator, 3, 25_000);
  if (!first || !second || !third) throw new Error("not bought");
  expect((await refund(browser, first)).status).toBe(200);
  expect((await refund(browser, second)).status).toBe(200);
  expect((await refund(browser, third)).body).toMatchObject(refused);
  app.clock.advance({ hours: 24, seconds: 1 });
  expect((await refund(browser, third)).status).toBe(200);
});

test("granting requests counts like refunding; declining never asks", async () => {
  const { creator, browser } = await leftOpen();
  const requests = [];
  for (const bought of await buyFrom(creator, 7)) {
    const orderItemId = (await bought.read()).lines[0]?.id ?? "";
    const body = { orderItemId, message: "It is not for me" };
    const asked = await bought.browser.call(requestRefund, { params: { id: bought.id }, body });
    requests.push(asked.body.id);
  }
  const answer = (id: string, given: "GRANTED" | "DECLINED") =>
    browser.call(answerRefundRequest, { params: { id }, body: { answer: given, note: "A note" } });
  const [declined = "", last = "", ...granted] = requests;
  for (const id of granted) expect((await answer(id, "GRANTED")).status).toBe(200);
  expect((await answer(last, "GRANTED")).body).toMatchObject(refused);
  expect((await answer(declined, "DECLINED")).status).toBe(200);
});
