import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import {
  bookSession,
  cancelBooking,
  cancelSession,
  listBookings,
  listTimesForBooking,
  listTimesForLine,
  moveBooking,
} from "#contract/bookings/bookings.ts";
import type { SessionTimes } from "#contract/bookings/session-times.ts";
import { hourText } from "#contract/dates.ts";
import { refundOrder } from "#contract/orders/orders-admin.ts";
import { getOrderByPaymentIntent } from "#contract/orders/orders.ts";
import { mailbox } from "#server/database/schema/delivery.ts";
import { deliverWebhooks, pay } from "#tests/support/buy.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { freeTimes, makeSession, minutesUntilNight, pressForTime } from "#tests/support/session-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { queueBookingReminders, queueBookingNews } from "./booking-news.ts";

const app = await testApp({ PUBLIC_URL: "http://localhost:3000" });
const { db } = app.services;
// Half past midnight: no hour that is offered begins while a test runs.
app.clock.advance({ minutes: minutesUntilNight(app.clock.now()) });

/** A session that was bought at the given place of what was free, 24 hours of which are its notice for changes. */
async function buySession(
  place = 30,
  fields: { priceCents?: number; timeZone?: string; weekly?: SessionTimes["weekly"] } = {},
) {
  const creator = await makeCreator(app);
  const { timeZone, weekly, ...priced } = fields;
  const product = await makeSession(app, weekly ? { weekly } : {}, { ownerId: creator.id, ...priced });
  const times = await freeTimes(app, product.id);
  const email = `buyer-${randomUUID().slice(0, 8)}@example.com`;
  const browser = app.browser();
  const startsAt = times[place] ?? "";
  const { checkout } = await pressForTime(browser, product.id, startsAt, email, timeZone);
  await pay(browser, checkout);
  await deliverWebhooks(app);
  const read = async () =>
    (
      await browser.call(getOrderByPaymentIntent, {
        params: { paymentIntentId: checkout.paymentIntentId ?? "" },
        querystring: { customer_email: email },
      })
    ).body;
  const { order, orderItems } = await read();
  const params = { id: order.id, itemId: orderItems[0]?.id ?? "" };
  const desk = app.as(creator);
  const listed = async () => (await desk.call(listBookings, { querystring: {} })).body;
  const line = async () => (await read()).orderItems[0];
  return { creator, desk, product, times, email, browser, startsAt, params, order, listed, line };
}

/** What the worker does while minutes go by. */
async function minutes(count: number) {
  app.clock.advance({ minutes: count });
  await queueBookingNews(app.services);
  await queueBookingReminders(app.services);
  await app.runJobs();
}

const mailsTo = async (email: string) =>
  (await db.select().from(mailbox).where(eq(mailbox.to, email)).orderBy(mailbox.sentAt)).filter(
    ({ subject }) => /session|tomorrow|starts in/i.test(subject),
  );
const subjectsTo = async (email: string) =>
  (await mailsTo(email)).map(({ subject }) => subject.replace(": Portfolio review", ""));

function read(file: string | undefined) {
  const calendar = new ICAL.Component(ICAL.parse(file ?? "") as unknown[]);
  const event = calendar.getFirstSubcomponent("vevent");
  const property = event?.getFirstProperty("attendee");
  return {
    method: calendar.getFirstPropertyValue("method"),
    get: (name: string) => event?.getFirstPropertyValue(name)?.toString(),
    rsvp: property?.getParameter("rsvp"),
  };
}

test("a buyer sees the time in the order, and its mail and file invite them to it", async () => {
  const { line, startsAt, email, params } = await buySession();
  expect(await line()).toMatchObject({
    event: { eventStartsAt: startsAt, eventZone: "UTC", eventLink: "https://meet.example.com/room" },
    booking: { state: "BOOKED", startsAt, offersTimes: true },
  });
  const [receipt] = await db.select().from(mailbox).where(eq(mailbox.to, email));
  const file = read(receipt?.attachments[0]?.content);
  expect([file.method, file.get("uid"), file.get("attendee"), file.rsvp, file.get("status")]).toEqual([
    "REQUEST",
    params.itemId,
    `mailto:${email}`,
    "FALSE",
    undefined,
  ]);
  expect(file.get("dtstart")).toBe(startsAt.replace(".000", ""));
});

test("the creator hears of a new session once, with a file of their own; the buyer has read it in the receipt", async () => {
  const { email, creator, params } = await buySession();
  await minutes(1);
  await minutes(1);
  expect(await subjectsTo(creator.email)).toEqual(["A session is booked"]);
  expect(await subjectsTo(email)).toEqual([]);
  const [mail] = await mailsTo(creator.email);
  expect(read(mail?.attachments[0]?.content).get("uid")).toBe(params.itemId);
});

test("a move is one change: the old time is free, both hear of both times, and the file moves the entry", async () => {
  const { browser, params, times, startsAt, line, email, creator, product } = await buySession();
  await minutes(1);
  const to = times[33] ?? "";
  const offered = await browser.call(listTimesForLine, { params, querystring: {} });
  expect(offered.body.starts).toContain(startsAt);
  expect((await browser.call(bookSession, { params, body: { startsAt: to } })).body).toMatchObject({
    startsAt: to,
  });
  expect(await line()).toMatchObject({ booking: { state: "BOOKED", startsAt: to } });
  const free = await freeTimes(app, product.id);
  expect([free.includes(startsAt), free.includes(to)]).toEqual([true, false]);
  await minutes(1);
  await minutes(1);
  expect(await subjectsTo(email)).toEqual(["A session has moved"]);
  expect(await subjectsTo(creator.email)).toEqual(["A session is booked", "A session has moved"]);
  const [mail] = await mailsTo(email);
  expect(mail?.text).toMatch(/It was: .+\n\nIt is now: .+/);
  const file = read(mail?.attachments[0]?.content);
  expect([file.method, file.get("sequence"), file.get("dtstart")]).toEqual([
    "REQUEST",
    "2",
    to.replace(".000", ""),
  ]);
});

test("moved and back within a minute is told to nobody", async () => {
  const { browser, params, times, startsAt, email, creator } = await buySession();
  await minutes(1);
  for (const time of [times[31] ?? "", startsAt])
    expect((await browser.call(bookSession, { params, body: { startsAt: time } })).status).toBe(200);
  await minutes(1);
  expect(await subjectsTo(email)).toEqual([]);
  expect(await subjectsTo(creator.email)).toEqual(["A session is booked"]);
});

test("of two who move to one time at once one has it", async () => {
  const one = await buySession(20);
  const times = await freeTimes(app, one.product.id);
  const browser = app.browser();
  const { checkout } = await pressForTime(browser, one.product.id, times[25] ?? "", "second@example.com");
  await pay(browser, checkout);
  await deliverWebhooks(app);
  const { body } = await browser.call(getOrderByPaymentIntent, {
    params: { paymentIntentId: checkout.paymentIntentId ?? "" },
    querystring: { customer_email: "second@example.com" },
  });
  const target = { startsAt: times[40] ?? "" };
  const params = { id: body.order.id, itemId: body.orderItems[0]?.id ?? "" };
  const answers = await Promise.all([
    one.browser.call(bookSession, { params: one.params, body: target }),
    browser.call(bookSession, { params, body: target }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test("within the creator's hours it stays: for the buyer, not for the creator; once it has begun for both", async () => {
  const { browser, desk, params, startsAt, listed } = await buySession(30);
  const [booking] = (await listed()).bookings;
  const id = booking?.id ?? "";
  const ahead = (Date.parse(startsAt) - app.clock.now().getTime()) / 60_000;
  app.clock.advance({ minutes: ahead - 24 * 60 + 1 });
  const later = (await browser.call(listTimesForLine, { params, querystring: {} })).body.starts.at(-1) ?? "";
  expect(await browser.call(bookSession, { params, body: { startsAt: later } })).toMatchObject({
    status: 409,
    body: { code: "TOO_LATE", message: expect.stringContaining("24 hours") },
  });
  expect(await browser.call(cancelSession, { params })).toMatchObject({
    status: 409,
    body: { code: "TOO_LATE" },
  });
  app.clock.advance({ minutes: 24 * 60 });
  expect(await desk.call(moveBooking, { params: { id }, body: { startsAt: later } })).toMatchObject({
    status: 409,
    body: { code: "SESSION_BEGUN" },
  });
  expect((await desk.call(cancelBooking, { params: { id } })).status).toBe(409);
});

test("cancelled by its buyer it is free, the money is asked for, and another time can be chosen", async () => {
  const { browser, params, email, creator, line, product, startsAt, times } = await buySession();
  await minutes(1);
  expect((await browser.call(cancelSession, { params })).body).toEqual({ refundRequested: true });
  expect((await browser.call(cancelSession, { params })).status).toBe(200);
  expect(await line()).toMatchObject({
    event: null,
    booking: { state: "CANCELLED" },
    refund: { request: { status: "REQUESTED" } },
  });
  expect(await freeTimes(app, product.id)).toContain(startsAt);
  await minutes(1);
  expect(await subjectsTo(email)).toContain("A session is cancelled");
  expect(await subjectsTo(creator.email)).toContain("A session is cancelled");
  const mail = (await mailsTo(email)).find(({ subject }) => subject.startsWith("A session is cancelled"));
  const file = read(mail?.attachments[0]?.content);
  expect([file.method, file.get("status"), file.get("uid")]).toEqual(["CANCEL", "CANCELLED", params.itemId]);
  expect((await browser.call(bookSession, { params, body: { startsAt: times[12] ?? "" } })).status).toBe(200);
  expect(await line()).toMatchObject({ booking: { state: "BOOKED", startsAt: times[12] } });
});

test("a refund gives the time back, and its buyer hears it", async () => {
  const { desk, order, params, product, startsAt, email, browser, line } = await buySession();
  await minutes(1);
  const refunded = await desk.call(refundOrder, {
    params: { id: order.id },
    body: {
      lines: [{ orderItemId: params.itemId, amountCents: 1_900 }],
      revokeAccess: true,
      idempotencyKey: randomUUID(),
    },
  });
  expect(refunded.status, refunded.text).toBe(200);
  await deliverWebhooks(app);
  expect(await freeTimes(app, product.id)).toContain(startsAt);
  expect(await line()).toMatchObject({ isOpen: false, booking: null, event: null });
  await minutes(1);
  expect(await subjectsTo(email)).toContain("A session is cancelled");
  expect((await browser.call(bookSession, { params, body: { startsAt } })).status).toBe(404);
});

test("the creator finds, moves without notice, and cancels; another creator and a stranger do nothing", async () => {
  const { desk, params, times, listed, email, creator, product } = await buySession(40);
  const [booking] = (await listed()).bookings;
  const id = booking?.id ?? "";
  expect(booking).toMatchObject({
    email,
    isCancelled: false,
    canMove: true,
    productTitle: "Portfolio review",
  });
  const find = async (q: string) => (await desk.call(listBookings, { querystring: { q } })).body.total;
  expect([
    await find("portfolio"),
    await find(email),
    await find(`#${booking?.number}`),
    await find("nobody"),
    await find("100%"),
  ]).toEqual([1, 1, 1, 0, 0]);
  expect((await desk.call(listBookings, { querystring: { when: "PAST" } })).body.total).toBe(0);

  const other = app.as(await makeCreator(app));
  const body = { startsAt: times[1] ?? "" };
  expect((await other.call(listBookings, { querystring: {} })).body.total).toBe(0);
  for (const answer of [
    await other.call(moveBooking, { params: { id }, body }),
    await other.call(cancelBooking, { params: { id } }),
    await other.call(listTimesForBooking, { params: { id }, querystring: {} }),
    await app.browser().call(bookSession, { params, body }),
    await app.browser().call(cancelSession, { params }),
    await app.browser().call(listTimesForLine, { params, querystring: {} }),
  ])
    expect(answer.status).toBe(404);

  const offered = await desk.call(listTimesForBooking, { params: { id }, querystring: {} });
  const soon = offered.body.starts[3] ?? "";
  expect((await desk.call(moveBooking, { params: { id }, body: { startsAt: soon } })).status).toBe(200);
  await minutes(1);
  expect(await subjectsTo(email)).toEqual(["A session has moved"]);
  expect((await desk.call(cancelBooking, { params: { id } })).status).toBe(200);
  await minutes(1);
  expect((await mailsTo(email)).at(-1)?.text).toContain("has cancelled Portfolio review");
  expect((await listed()).bookings).toMatchObject([{ isCancelled: true, canMove: false }]);
  expect(await freeTimes(app, product.id)).toContain(soon);
  expect(creator.id).toBe(product.ownerId);
});

test("a buyer is reminded a day and an hour before, once each, of the time as it is", async () => {
  const { email, startsAt, browser, params, times } = await buySession(30);
  const until = (start: string) => Math.round((Date.parse(start) - app.clock.now().getTime()) / 60_000);
  const later = times[36] ?? "";
  const tomorrow = `Tomorrow at ${hourText(later, "UTC")} (UTC)`;
  await minutes(1);
  expect((await browser.call(bookSession, { params, body: { startsAt: later } })).status).toBe(200);
  await minutes(until(startsAt) - 24 * 60 + 1);
  expect(await subjectsTo(email)).toEqual(["A session has moved"]);
  await minutes(until(later) - 24 * 60 + 1);
  await minutes(1);
  expect(await subjectsTo(email)).toEqual(["A session has moved", tomorrow]);
  await minutes(until(later) - 59);
  await minutes(1);
  expect(await subjectsTo(email)).toEqual(["A session has moved", tomorrow, "Starts in 1 hour"]);
  expect((await mailsTo(email)).at(-1)?.text).toContain("https://meet.example.com/room");
});

test("emails about a session give the buyer's own time first, then the seller's", async () => {
  const { email, browser, params, creator, desk, times, startsAt, listed } = await buySession(30, {
    timeZone: "America/New_York",
  });
  const both = (start: string, zone: string) =>
    new RegExp(`, ${hourText(start, zone)} – .+ time \\(UTC.+\\) / .+, ${hourText(start, "UTC")} – .+, UTC`);
  const [receipt] = await db.select().from(mailbox).where(eq(mailbox.to, email));
  for (const words of [receipt?.text, receipt?.html])
    expect(words).toMatch(both(startsAt, "America/New_York"));

  // Moved from another place: from now on it goes by that one.
  const later = times[37] ?? "";
  const body = { startsAt: later, timeZone: "Asia/Tokyo" };
  expect((await browser.call(bookSession, { params, body })).status).toBe(200);
  await minutes(1);
  const [moved] = await mailsTo(email);
  expect(moved?.text).toMatch(both(startsAt, "Asia/Tokyo"));
  expect(moved?.text).toMatch(both(later, "Asia/Tokyo"));
  // Its seller reads their own.
  expect((await mailsTo(creator.email))[0]?.text).not.toContain("Tokyo");

  const until = (minutesBefore: number) =>
    Math.round((Date.parse(later) - app.clock.now().getTime()) / 60_000) - minutesBefore;
  await minutes(until(24 * 60 - 1));
  await minutes(until(59));
  const [, tomorrow, soon] = await mailsTo(email);
  expect(tomorrow?.subject).toBe(`Tomorrow at ${hourText(later, "Asia/Tokyo")}: Portfolio review`);
  expect(tomorrow?.text).toMatch(both(later, "Asia/Tokyo"));
  expect(soon?.subject).toBe("Starts in 1 hour: Portfolio review");
  expect(soon?.text).toContain("starts in 1 hour:");

  const id = (await listed()).bookings[0]?.id ?? "";
  expect((await desk.call(cancelBooking, { params: { id } })).status).toBe(200);
  await minutes(1);
  expect((await mailsTo(email)).at(-1)?.text).toMatch(both(later, "Asia/Tokyo"));
});

test("a browser that names no zone we know changes nothing, and the seller's time stands alone", async () => {
  const { email } = await buySession(30, { timeZone: "Mars/Olympus_Mons" });
  const [receipt] = await db.select().from(mailbox).where(eq(mailbox.to, email));
  expect(receipt?.text).toMatch(/ – .+, UTC/);
  expect(receipt?.text).not.toMatch(/ \/ .+, UTC|Mars/);
});

test("a night's session is moved by buyer and creator to the hours after midnight", async () => {
  const weekly = Array.from({ length: 7 }, () => [{ from: "22:00", to: "02:00" }]);
  const { browser, desk, params, times, listed, line } = await buySession(20, { weekly });
  const early = times.filter((time) => time.slice(11, 16) === "01:00");
  expect(await browser.call(bookSession, { params, body: { startsAt: early[5] ?? "" } })).toMatchObject({
    status: 200,
  });
  expect((await line())?.booking?.startsAt).toBe(early[5]);
  const { bookings } = await listed();
  const id = bookings[0]?.id ?? "";
  const moved = await desk.call(moveBooking, { params: { id }, body: { startsAt: early[6] ?? "" } });
  expect(moved.status).toBe(200);
  expect((await line())?.booking?.startsAt).toBe(early[6]);
});
