import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { completeFreeOrder, confirmTotal, leaveCheckout } from "#contract/checkout/checkout.ts";
import { listSessionTimes } from "#contract/bookings/bookings.ts";
import { updateProduct } from "#contract/catalog/catalog.ts";
import { deliverWebhooks, goodCard, openCheckout, pay } from "#tests/support/buy.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import {
  freeTimes,
  makeSession,
  minutesUntilNight,
  pressForTime,
  sessionTimes,
} from "#tests/support/session-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;
// Half past midnight: no hour that is offered begins while a test runs.
app.clock.advance({ minutes: minutesUntilNight(app.clock.now()) });

let network = 0;
/** A browser in a network of its own. */
const newBrowser = () => app.browser(`10.30.${network++}.7`);
const at = (list: string[], place: number) => list[place] ?? "";

type Row = { state: string; startsAt: Date };
const rowsOf = async (productId: string) =>
  (
    await pool.query<Row>(
      `select state, starts_at as "startsAt" from bookings where product_id = $1 order by created_at, id`,
      [productId],
    )
  ).rows;
const statesOf = async (productId: string) => (await rowsOf(productId)).map(({ state }) => state);

test("of fifty buyers who press pay for one time at once, one holds it, and the others hear what is free next", async () => {
  const product = await makeSession(app);
  const [first = "", ...others] = await freeTimes(app, product.id);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => pressForTime(newBrowser(), product.id, first)),
  );
  const held = answers.filter(({ answer }) => answer.status === 200);
  expect(held).toHaveLength(1);
  for (const { answer } of answers)
    if (answer.status !== 200)
      expect(answer).toMatchObject({
        status: 409,
        body: { code: "TIME_TAKEN", nextTimes: others.slice(0, 5) },
      });
  expect(await statesOf(product.id)).toEqual(["HELD"]);
  expect(await freeTimes(app, product.id)).toEqual(others);
});

test("what is paid is booked, with the zone and the wall time that it was chosen by", async () => {
  const product = await makeSession(app, { zone: "America/New_York", bufferAfterMinutes: 30 });
  const times = await freeTimes(app, product.id);
  const browser = newBrowser();
  const { checkout, answer } = await pressForTime(browser, product.id, at(times, 2));
  expect(answer.body).toMatchObject({ unchanged: true });
  await pay(browser, checkout);
  await deliverWebhooks(app);
  const { rows } = await pool.query(
    `select b.state, b.starts_at as start, b.zone, b.wall_time as wall, b.blocked_until - b.ends_at = interval '30 minutes' as kept, b.network,
            b.checkout_session_id as checkout, i.item_type as item from bookings b join order_items i on i.id = b.order_item_id where b.product_id = $1`,
    [product.id],
  );
  expect(rows).toEqual([
    {
      state: "BOOKED",
      start: new Date(at(times, 2)),
      zone: "America/New_York",
      wall: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:(00|30)$/),
      kept: true,
      network: null,
      checkout: null,
      item: "MAIN",
    },
  ]);
  expect(await freeTimes(app, product.id)).not.toContain(at(times, 2));
  await auditNow(app);
});

test("a creator is in one place: another session of theirs has no time that overlaps, with what is kept free", async () => {
  const creator = await makeCreator(app);
  const one = await makeSession(
    app,
    { bufferBeforeMinutes: 15, bufferAfterMinutes: 15 },
    { ownerId: creator.id },
  );
  const other = await makeSession(app, { lengthMinutes: 30 }, { ownerId: creator.id });
  const others = await makeSession(app);
  const time = at(await freeTimes(app, one.id), 1);
  await pressForTime(newBrowser(), one.id, time);
  const start = Date.parse(time);
  const left = (await freeTimes(app, other.id)).map((free) => Date.parse(free));
  expect(left.some((free) => free < start + 75 * 60_000 && free + 30 * 60_000 > start - 15 * 60_000)).toBe(
    false,
  );
  expect(left.length).toBeGreaterThan(10);
  expect((await freeTimes(app, others.id)).length).toBeGreaterThan(10);
});

test("another choice moves what the checkout holds, and what is left goes back at once", async () => {
  const product = await makeSession(app);
  const times = await freeTimes(app, product.id);
  const browser = newBrowser();
  const { checkout } = await pressForTime(browser, product.id, at(times, 0));
  expect((await pressForTime(browser, product.id, at(times, 3))).answer.status).toBe(200);
  expect(await rowsOf(product.id)).toEqual([{ state: "HELD", startsAt: new Date(at(times, 3)) }]);
  const { checkoutSessionId } = checkout;
  expect((await browser.call(leaveCheckout, { params: { checkoutSessionId } })).status).toBe(200);
  expect(await statesOf(product.id)).toEqual(["RELEASED"]);
  expect(await freeTimes(app, product.id)).toEqual(times);
});

test("a declined card gives the time back", async () => {
  const product = await makeSession(app);
  const times = await freeTimes(app, product.id);
  const browser = newBrowser();
  const { checkout } = await pressForTime(browser, product.id, at(times, 0));
  await pay(browser, checkout, { ...goodCard, number: "4000000000000002" });
  await deliverWebhooks(app);
  expect(await statesOf(product.id)).toEqual(["RELEASED"]);
});

test("a hold that is over is taken by the next; its late payment is kept aside for the creator, and nothing is double", async () => {
  const product = await makeSession(app);
  const time = at(await freeTimes(app, product.id), 10);
  const late = newBrowser();
  const { checkout } = await pressForTime(late, product.id, time);
  app.clock.advance({ minutes: 16 });
  const quick = newBrowser();
  const second = await pressForTime(quick, product.id, time, "quick@example.com");
  expect(second.answer.body).toMatchObject({ unchanged: true });
  await pay(quick, second.checkout);
  await pay(late, checkout);
  await deliverWebhooks(app);
  expect((await statesOf(product.id)).sort()).toEqual(["BOOKED", "RELEASED"]);
  const { rows } = await pool.query("select reason from quarantined_payments where owner_id = $1", [
    product.ownerId,
  ]);
  expect(rows).toEqual([{ reason: "What it paid for had gone meanwhile." }]);
  await auditNow(app);
});

test("paid after the hold was over, a time that is still free is booked all the same", async () => {
  const product = await makeSession(app);
  const time = at(await freeTimes(app, product.id), 10);
  const late = newBrowser();
  const { checkout } = await pressForTime(late, product.id, time);
  await pool.query(
    "update bookings set state = 'RELEASED', expires_at = null, network = null where product_id = $1",
    [product.id],
  );
  await pay(late, checkout);
  await deliverWebhooks(app);
  expect(await statesOf(product.id)).toEqual(["BOOKED"]);
});

test("a hold of somebody else that is over does not stand in the way of a late payment", async () => {
  const product = await makeSession(app);
  const time = at(await freeTimes(app, product.id), 10);
  const late = newBrowser();
  const { checkout } = await pressForTime(late, product.id, time);
  app.clock.advance({ minutes: 16 });
  await pressForTime(newBrowser(), product.id, time, "undecided@example.com");
  app.clock.advance({ minutes: 16 });
  await pay(late, checkout);
  await deliverWebhooks(app);
  expect((await statesOf(product.id)).sort()).toEqual(["BOOKED", "RELEASED"]);
  await auditNow(app);
});

test("without a time, by one that is not offered, or one that is over nothing is held", async () => {
  const product = await makeSession(app, { noticeHours: 2, daysAhead: 7 });
  const [first = ""] = await freeTimes(app, product.id);
  const soon = new Date(Date.parse(first) + 60_000).toISOString();
  const far = new Date(Date.parse(first) + 8 * 86_400_000).toISOString();
  for (const wrong of [undefined, soon, far, "2020-01-01T09:00:00.000Z", "9999-12-31T23:00:00.000Z"])
    expect((await pressForTime(newBrowser(), product.id, wrong)).answer).toMatchObject({
      status: 422,
      body: { fields: { startsAt: expect.any(String) } },
    });
  const browser = newBrowser();
  const { checkoutSessionId, cartVersion, totalCents } = await openCheckout(browser, product.id);
  for (const startsAt of ["tomorrow", "2026-13-01T00:00:00Z", 5, {}, ["x"]]) {
    const answer = await browser.call(confirmTotal, {
      params: { checkoutSessionId },
      body: { cartVersion, totalCents, customerName: "A", startsAt: startsAt as string },
    });
    expect([400, 422]).toContain(answer.status);
  }
  expect(await statesOf(product.id)).toEqual([]);
});

test("of one date no more are sold than the creator wants", async () => {
  const product = await makeSession(app, { mostPerDay: 2 });
  const times = await freeTimes(app, product.id);
  const date = at(times, 9).slice(0, 10);
  const ofDate = times.filter((time) => time.startsWith(date));
  for (const time of ofDate.slice(0, 2))
    expect((await pressForTime(newBrowser(), product.id, time)).answer.status).toBe(200);
  expect((await freeTimes(app, product.id)).filter((time) => time.startsWith(date))).toEqual([]);
  expect((await pressForTime(newBrowser(), product.id, at(ofDate, 2))).answer).toMatchObject({
    status: 409,
    body: { code: "TIME_TAKEN" },
  });
});

test("one network holds five times of a session at once", async () => {
  const product = await makeSession(app);
  const times = await freeTimes(app, product.id);
  const statuses: number[] = [];
  for (let n = 0; n < 6; n++)
    statuses.push((await pressForTime(app.browser("10.99.1.7"), product.id, at(times, n))).answer.status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

test("a free session is booked without a payment: two to come for one address, five for one network", async () => {
  const product = await makeSession(app, {}, { priceCents: 0 });
  const times = await freeTimes(app, product.id);
  const take = async (place: number, email: string, address: string) => {
    const browser = app.browser(address);
    const { checkoutSessionId, cartVersion } = await openCheckout(browser, product.id, email);
    return browser.call(completeFreeOrder, {
      params: { checkoutSessionId },
      body: { cartVersion, customerName: "A Buyer", startsAt: at(times, place) },
    });
  };
  const email = `free-${randomUUID().slice(0, 8)}@example.com`;
  expect((await take(0, email, "10.98.1.7")).status).toBe(200);
  expect((await take(0, "other@example.com", "10.98.2.7")).body).toMatchObject({ code: "TIME_TAKEN" });
  expect((await take(1, email, "10.98.3.7")).status).toBe(200);
  expect((await take(2, email.toUpperCase(), "10.98.4.7")).body).toMatchObject({ code: "ENOUGH_SESSIONS" });
  for (let n = 2; n < 7; n++) expect((await take(n, `n${n}-${email}`, "10.98.5.7")).status).toBe(200);
  expect((await take(7, `n8-${email}`, "10.98.5.7")).status).toBe(429);
  expect(await statesOf(product.id)).toEqual(Array.from({ length: 7 }, () => "BOOKED"));
});

test("a creator who moves to another zone sells by its clocks, and what is booked stays at its moment", async () => {
  const creator = await makeCreator(app);
  const product = await makeSession(app, { zone: "Europe/Berlin" }, { ownerId: creator.id });
  const times = await freeTimes(app, product.id);
  const browser = newBrowser();
  const { checkout } = await pressForTime(browser, product.id, at(times, 5));
  await pay(browser, checkout);
  await deliverWebhooks(app);
  const moved = await app.as(creator).call(updateProduct, {
    params: { id: product.id },
    body: { sessionTimes: sessionTimes({ zone: "Asia/Kathmandu" }) },
  });
  expect(moved.status).toBe(200);
  const after = await freeTimes(app, product.id);
  expect(after.every((time) => time.slice(14, 16) === "15")).toBe(true);
  const [row] = await rowsOf(product.id);
  expect(row?.startsAt.toISOString()).toBe(at(times, 5));
  const start = Date.parse(at(times, 5));
  expect(after.some((time) => Math.abs(Date.parse(time) - start) < 3_600_000)).toBe(false);
});

test("a session without times and without a link cannot go on sale, and says what is missing", async () => {
  const creator = await makeCreator(app);
  const product = await makeSession(app, {}, { ownerId: creator.id, state: "DRAFT" });
  const change = (body: object) =>
    app.as(creator).call(updateProduct, { params: { id: product.id }, body: { active: true, ...body } });
  const empty = sessionTimes({ weekly: Array.from({ length: 7 }, () => []) });
  for (const body of [
    { sessionTimes: null },
    { sessionTimes: empty },
    { sessionTimes: null, deliveryNote: "I write to you" },
  ])
    expect(await change(body)).toMatchObject({
      status: 422,
      body: { fields: { sessionTimes: expect.stringContaining("Offer times") } },
    });
  expect(
    (await change({ sessionTimes: null, deliveryNote: "Book at https://cal.example.com/robin" })).body,
  ).toMatchObject({
    active: true,
    missing: [],
  });
  const hidden = await app.call(listSessionTimes, { params: { id: product.id }, querystring: {} });
  expect(hidden.status).toBe(404);
  expect((await change({ sessionTimes: sessionTimes() })).status).toBe(200);
  expect((await freeTimes(app, product.id)).length).toBeGreaterThan(0);
  // Where it is joined is nobody's to know.
  const answer = await app.app.inject({ url: `/api/products/${product.id}` });
  expect(answer.body).toContain('"sessionMinutes":60');
  expect(answer.body).not.toContain("meet.example.com");
});

test("a time after midnight of a night's hours is booked, counts for its own date, and blocks what it overlaps", async () => {
  const creator = await makeCreator(app);
  const nights = Array.from({ length: 7 }, () => [{ from: "22:00", to: "02:00" }]);
  const product = await makeSession(
    app,
    { lengthMinutes: 90, weekly: nights, mostPerDay: 1 },
    { ownerId: creator.id },
  );
  const other = await makeSession(
    app,
    { weekly: Array.from({ length: 7 }, () => [{ from: "00:00", to: "03:00" }]) },
    { ownerId: creator.id },
  );
  const times = await freeTimes(app, product.id);
  const late = times.find((time) => time.slice(11, 16) === "23:30") ?? "";
  const morning = new Date(Date.parse(late) + 30 * 60_000).toISOString();
  expect(await freeTimes(app, other.id)).toContain(morning);
  const browser = newBrowser();
  const { checkout } = await pressForTime(browser, product.id, late);
  await pay(browser, checkout);
  await deliverWebhooks(app);
  expect(await rowsOf(product.id)).toEqual([{ state: "BOOKED", startsAt: new Date(late) }]);
  const left = await freeTimes(app, product.id);
  expect(left).toEqual(times.filter((time) => time.slice(0, 10) !== late.slice(0, 10)));
  const others = await freeTimes(app, other.id);
  expect(others).not.toContain(morning);
  expect(others).toContain(new Date(Date.parse(late) + 90 * 60_000).toISOString());
});
