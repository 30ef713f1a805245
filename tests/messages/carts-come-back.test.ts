import { expect, test } from "vitest";
import { getCartAnalytics } from "#contract/carts/analytics.ts";
import { listAbandonedCarts } from "#contract/carts/carts.ts";
import { saveCartSequence } from "#contract/carts/sequences.ts";
import { getCheckoutDraft, saveCheckoutDraft } from "#contract/checkout/draft.ts";
import { advanceDevClock } from "#contract/dev/dev-clock.ts";
import { getMailingReport, listRecipients, recordMailingClick } from "#contract/mailings/mailing-report.ts";
import { countAudience, scheduleMailing } from "#contract/mailings/mailings.ts";
import { firstSteps } from "#server/features/carts/sequences.ts";
import { deliverWebhooks, openCheckout, pay, pressPay } from "#tests/support/buy.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { makeMailing, makeTrustedCreator } from "#tests/support/mailing-factory.ts";
import { mailsTo } from "#tests/support/member.ts";
import { joinMembership } from "#tests/support/membership.ts";
import { makeBump } from "#tests/support/offer-factory.ts";
import { newPhone } from "#tests/support/reply-link.ts";
import { type Caller, testApp } from "#tests/support/test-app.ts";

const app = await testApp();

/** Moves the shop's clock on as /dev/mailbox does; what the worker does meanwhile is done at the end of each step. */
async function pass(...steps: number[]) {
  for (const advanceMinutes of steps) {
    expect((await app.call(advanceDevClock, { body: { advanceMinutes } })).status).toBe(200);
    await app.runJobs();
  }
}
const anHourAndTwoMinutes = [60, 1, 1];
const threeDays = Array.from({ length: 9 }, () => 8 * 60);

async function openShop() {
  const creator = await makeTrustedCreator(app);
  const desk = app.as(creator);
  const body = { kind: "LEFT" as const, isOn: true, steps: firstSteps.LEFT };
  expect((await desk.call(saveCartSequence, { body })).status).toBe(200);
  const fields = { ownerId: creator.id, priceCents: 5_000, title: "The course" };
  const course = await makeProduct(app, fields);
  const bumps = [];
  for (const priceCents of [1_000, 700]) {
    const extra = await makeProduct(app, { ownerId: creator.id, priceCents });
    bumps.push(await makeBump(app, course, { bumpProductId: extra.id }));
  }
  const coupon = await makeCoupon(app, { ownerId: creator.id });
  const choice = {
    orderBumps: bumps.map(({ id }) => id),
    couponCode: coupon.code,
    affiliateCode: "",
    link: "",
  };
  const leave = async (browser: Caller, email: string) => {
    const typed = { revision: 0, email, hasActed: true, timeZone: "UTC", choice };
    const { status } = await browser.call(saveCheckoutDraft, {
      params: { productId: course.id },
      body: typed,
    });
    expect(status).toBe(200);
    return openCheckout(browser, course.id, email, choice);
  };
  return { creator, desk, course, choice, leave };
}

/** What Gmail sends when its own button is pressed. */
async function unsubscribeAsGmail(headers: Record<string, unknown> | undefined) {
  expect(headers?.["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  const [, link = ""] = /^<([^>]+)>$/.exec(String(headers?.["List-Unsubscribe"])) ?? [];
  const { statusCode } = await app.app.inject({
    method: "POST",
    url: new URL(link).pathname,
    headers: { "content-type": "application/x-www-form-urlencoded", "user-agent": "GoogleImageProxy" },
    payload: "List-Unsubscribe=One-Click",
  });
  expect(statusCode).toBe(200);
}

async function buy(browser: Caller, productId: string, email: string, wishes = {}) {
  const checkout = await openCheckout(browser, productId, email, wishes);
  await pressPay(browser, checkout);
  await pay(browser, checkout);
  await deliverWebhooks(app);
  return checkout;
}

test("what was left in a checkout comes back with its offers and its coupon, is bought by the mail's link, and is written to no more", async () => {
  const { desk, course, choice, leave } = await openShop();
  const email = "ada@example.com";
  const left = await leave(app.browser(), email);
  expect(left.totalCents).toBe(5_000 + 1_000 + 700 - 500);
  await pass(...anHourAndTwoMinutes);
  const [mail, ...others] = await mailsTo(app, email);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("You left The course");

  const [link = ""] = /http\S+\/api\/cart-links\/[\w-]+/.exec(mail?.text ?? "") ?? [];
  const browser = app.browser();
  const opened = await app.app.inject({ url: new URL(link).pathname });
  for (const { name, value } of opened.cookies) browser.cookies[name] = value;
  expect(opened.headers.location).toBe(`/checkout/${course.id}`);
  const params = { productId: course.id };
  const { draft } = (await browser.call(getCheckoutDraft, { params })).body;
  const { orderBumps, couponCode } = choice;
  expect(draft).toMatchObject({ email, orderBumps, couponCode });

  const wishes = { orderBumps: draft?.orderBumps ?? [], couponCode: draft?.couponCode ?? "" };
  const { totalCents } = await buy(browser, course.id, email, wishes);
  expect(totalCents).toBe(left.totalCents);
  const { carts } = (await desk.call(listAbandonedCarts, { querystring: {} })).body;
  expect(carts).toMatchObject([{ email, status: "RECOVERED", recoveredBy: "LINK", priceCents: totalCents }]);
  const { body: figures } = await desk.call(getCartAnalytics, { querystring: {} });
  expect(figures).toMatchObject({
    byLinkCents: totalCents,
    nearCents: 0,
    byHandCents: 0,
    revenueRecovered: totalCents,
    recoveredCarts: 1,
    mailedCarts: 1,
    totalCarts: 1,
  });

  await pass(...threeDays);
  const mails = (await mailsTo(app, email)).map(({ subject }) => subject);
  expect(mails).toHaveLength(2);
  expect(mails).toContain("You left The course");
  expect(mails.filter((subject) => /receipt|order/i.test(subject))).toHaveLength(1);
});

test("who says no with one click hears no more of their cart, is left out of a mailing with the reason, and the mailing says what it earned", async () => {
  const { creator, desk, course, leave } = await openShop();
  const [gone, ana, member] = ["gone@example.com", "ana@example.com", "member@example.com"];
  await leave(app.browser(), gone);
  await pass(...anHourAndTwoMinutes);
  const [mail] = await mailsTo(app, gone);
  await unsubscribeAsGmail(mail?.headers);
  await pass(...threeDays);
  expect(await mailsTo(app, gone)).toHaveLength(1);

  // They buy after all, as two others do; a purchase is no word for mails that advertise.
  const club = await joinMembership(app, { product: { ownerId: creator.id }, email: member });
  for (const email of [gone, ana, member]) await buy(app.browser(), course.id, email);
  const next = await makeProduct(app, { ownerId: creator.id, priceCents: 3_000, title: "The next course" });
  const draft = await makeMailing(app, creator, {
    subject: "There is more",
    productId: next.id,
    content: {
      type: "doc",
      content: [
        { type: "paragraph", content: [{ type: "text", text: "You know what comes next: {product}." }] },
        { type: "button", attrs: { label: "Look at it", href: "/{link}" } },
      ],
    },
    audience: {
      match: "ALL",
      conditions: [
        { type: "bought", is: true, productId: course.id, since: null },
        { type: "member", is: false, productId: club.product.id, when: "NOW" },
      ],
    },
  });
  const params = { id: draft.id };
  const leftOut = [{ reason: "They want no mails", people: 1 }];
  expect((await desk.call(countAudience, { params })).body).toMatchObject({
    audience: 2,
    recipients: 1,
    leftOut,
  });
  const { revision } = draft;
  const schedule = { params, body: { revision, schedule: null } };
  // The shop's own sign-in is days old by now.
  expect((await app.as(creator).call(scheduleMailing, schedule)).status).toBe(200);
  await pass(1, 1, 1);
  const news = async (email: string) =>
    (await mailsTo(app, email)).filter(({ subject }) => subject === "There is more");
  expect([await news(gone), await news(member)]).toEqual([[], []]);
  const [written] = await news(ana);

  const [, token = ""] = /\/r\/([\w-]{32})/.exec(written?.text ?? "") ?? [];
  const browser = app.browser();
  const visit = await app.app.inject({ url: `/r/${token}`, headers: { "user-agent": newPhone() } });
  for (const { name, value } of visit.cookies) browser.cookies[name] = value;
  await browser.call(recordMailingClick, { body: { token } });
  await buy(browser, next.id, ana);
  const { body: report } = await desk.call(getMailingReport, { params });
  expect(report).toMatchObject({
    outcomes: { audience: 2, sent: 1, skipped: 1, failed: 0, unknown: 0, waiting: 0 },
    skipped: leftOut,
    clicks: 1,
    orders: 1,
    netRevenueCents: 3_000,
  });
  const { body } = await desk.call(listRecipients, { params, querystring: { outcome: "skipped" } });
  expect(body.recipients).toMatchObject([{ email: gone }]);
});
