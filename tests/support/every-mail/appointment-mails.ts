import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { assignmentSubmissions } from "#server/database/schema/assignments.ts";
import { bookings } from "#server/database/schema/bookings.ts";
import { eventChanges, eventReminders } from "#server/database/schema/events.ts";
import { reminders } from "#server/database/schema/reminders.ts";
import { workDeliveries, workOrders } from "#server/database/schema/work-orders.ts";
import { makeCourse } from "#tests/support/course-factory.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { makeService } from "#tests/support/service-factory.ts";
import { makeBooking, makeSession } from "#tests/support/session-factory.ts";
import type { TestApp } from "#tests/support/test-app.ts";
import type { MailWordsOfPeople } from "./mail-words.ts";

/** Mails about events, sessions, services and what is handed in. */
export async function makeAppointmentMails(app: TestApp, ownerId: string, words: MailWordsOfPeople) {
  return [
    ...(await makeEventMails(app, ownerId, words)),
    ...(await makeSessionMails(app, ownerId, words)),
    ...(await makeWorkMails(app, ownerId, words)),
  ];
}

async function makeEventMails(app: TestApp, ownerId: string, words: MailWordsOfPeople) {
  const { db, clock } = app.services;
  const at = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000);
  const makeEvent = (cancelled = false) =>
    makeProduct(app, {
      ownerId,
      title: words.title,
      type: "EVENT",
      eventStartsAt: at(24),
      eventEndsAt: at(26),
      eventZone: "Europe/London",
      eventPlace: words.place,
      eventLink: "https://meet.example.com/room",
      ...(cancelled && { eventCancelledAt: at(0), state: "ARCHIVED" }),
    });
  await db
    .insert(reminders)
    .values(
      (["EVENT_DAY", "EVENT_HOUR", "RENEWAL"] as const).map((kind) => ({ ownerId, kind, words: words.told })),
    )
    .onConflictDoNothing();
  const mails: [string, object, string][] = [];
  for (const cancelled of [false, true]) {
    const event = await makeEvent(cancelled);
    const ticket = await makeOrder(app, { items: [{ product: event }], customerName: words.buyer });
    const [change] = await db
      .insert(eventChanges)
      .values({
        ownerId,
        productId: event.id,
        startsAt: at(48),
        endsAt: at(50),
        zone: "Europe/London",
        place: words.place,
        link: null,
        wasCancelled: false,
        createdAt: at(0),
        dueAt: at(0),
        toldAt: at(0.01),
      })
      .returning();
    const orderItemId = ticket.items[0]?.id;
    mails.push([
      "event-changed",
      { changeId: change?.id, orderItemId },
      cancelled ? "event cancelled" : "event moved",
    ]);
    if (cancelled) continue;
    for (const kind of ["DAY", "HOUR"] as const) {
      const [reminder] = await db
        .insert(eventReminders)
        .values({ ownerId, productId: event.id, startsAt: event.eventStartsAt ?? at(24), kind })
        .returning();
      mails.push(["event-reminder", { reminderId: reminder?.id, orderItemId }, `event reminder ${kind}`]);
    }
  }
  return mails;
}

async function makeSessionMails(app: TestApp, ownerId: string, words: MailWordsOfPeople) {
  const { db } = app.services;
  const session = await makeSession(app, {}, { ownerId, title: words.title });
  const order = await makeOrder(app, { items: [{ product: session }], customerName: words.buyer });
  const booked = await makeBooking(app, session, order);
  const was = new Date(booked.startsAt.getTime() - 86_400_000).toISOString();
  const data = { bookingId: booked.id, revision: booked.revision };
  const startsAt = booked.startsAt.toISOString();
  const other = await makeOrder(app, { items: [{ product: session }], customerName: words.buyer });
  const { freeTime: _, ...row } = booked;
  const [cancelled] = await db
    .insert(bookings)
    .values({
      ...row,
      id: randomUUID(),
      orderItemId: other.items[0]?.id ?? "",
      state: "CANCELLED",
      cancelledBy: "CREATOR",
    })
    .returning();
  const over = { bookingId: cancelled?.id, revision: cancelled?.revision, was };
  return [
    ["session-changed", { ...data, was: null }, "session booked"],
    ["session-changed", { ...data, was }, "session moved"],
    ["session-changed", over, "session cancelled"],
    ["session-news", { ...data, was: null, isNew: true }, "news: session booked"],
    ["session-news", { ...over, isNew: false }, "news: session cancelled"],
    ["session-reminder", { bookingId: booked.id, startsAt, kind: "DAY" }, "session tomorrow"],
    ["session-reminder", { bookingId: booked.id, startsAt, kind: "HOUR" }, "session in an hour"],
  ] as const;
}

async function makeWorkMails(app: TestApp, ownerId: string, words: MailWordsOfPeople) {
  const { db, clock } = app.services;
  const now = clock.now();
  const service = await makeService(app, {}, { ownerId, title: words.title });
  const make = async (fields: Partial<typeof workOrders.$inferInsert>) => {
    const order = await makeOrder(app, { items: [{ product: service }], customerName: words.buyer });
    const orderItemId = order.items[0]?.id ?? "";
    await db.update(workOrders).set(fields).where(eq(workOrders.orderItemId, orderItemId));
    return orderItemId;
  };
  const waiting = await make({ remindedAt: now });
  const sent = await make({ state: "TO_DO", sentAt: now, dueAt: new Date(now.getTime() + 5 * 86_400_000) });
  const done = await make({ state: "DELIVERED", deliveredAt: now });
  const [delivery] = await db
    .insert(workDeliveries)
    .values({ orderItemId: done, ownerId, number: 1, message: words.told, idempotencyKey: randomUUID() })
    .returning();
  const course = await makeCourse(app, {
    ownerId,
    title: words.title,
    modules: [[{ title: words.title.slice(0, 200) }]],
  });
  const learned = await makeOrder(app, { items: [{ product: course }], customerName: words.buyer });
  const handedIn = {
    orderId: learned.id,
    customerId: learned.customerId,
    lessonId: course.lessons[0]?.id ?? "",
    productId: course.id,
    ownerId,
    text: words.said,
    typedAt: now,
    submittedAt: now,
    needsAnswer: true,
  };
  const [answered, accepted] = await db
    .insert(assignmentSubmissions)
    .values([
      { ...handedIn, number: 1, state: "RETURNED", answer: words.told, answeredAt: now },
      { ...handedIn, number: 2, state: "ACCEPTED", answer: words.told, answeredAt: now },
      { ...handedIn, number: 3, state: "SUBMITTED" },
    ])
    .returning();
  return [
    ["brief-reminder", { orderItemId: waiting }],
    ["brief-sent", { orderItemId: sent }],
    ["work-delivered", { orderItemId: done, deliveryId: delivery?.id }],
    ["submissions-waiting", { ownerId }],
    ["assignment-answer", { submissionId: answered?.id }, "assignment returned"],
    ["assignment-answer", { submissionId: accepted?.id }, "assignment accepted"],
  ] as const;
}
