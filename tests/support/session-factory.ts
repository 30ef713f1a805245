import type { SessionTimes } from "#contract/bookings/session-times.ts";
import { listSessionTimes } from "#contract/bookings/bookings.ts";
import { confirmTotal } from "#contract/checkout/checkout.ts";
import { bookings } from "#server/database/schema/bookings.ts";
import type { products } from "#server/database/schema/catalog.ts";
import { openCheckout } from "./buy.ts";
import { makeProduct } from "./factories.ts";
import type { Caller, TestApp } from "./test-app.ts";

/** An hour from nine to five on every day, by UTC, unless told otherwise. */
export const sessionTimes = (fields: Partial<SessionTimes> = {}): SessionTimes => ({
  lengthMinutes: 60,
  zone: "UTC",
  weekly: Array.from({ length: 7 }, () => [{ from: "09:00", to: "17:00" }]),
  exceptions: [],
  noticeHours: 0,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  daysAhead: 60,
  mostPerDay: null,
  changeHours: 24,
  joinLink: "https://meet.example.com/room",
  ...fields,
});

/** A session on sale whose times are chosen here. */
export const makeSession = (
  app: TestApp,
  times: Partial<SessionTimes> = {},
  fields: Partial<typeof products.$inferInsert> = {},
) =>
  makeProduct(app, {
    type: "BOOKING_LINK",
    title: "Portfolio review",
    ...fields,
    sessionTimes: sessionTimes(times),
  });

/** The beginnings that are free, as the page of its checkout asks for them. */
export async function freeTimes(app: Caller, productId: string): Promise<string[]> {
  const { body, status, text } = await app.call(listSessionTimes, {
    params: { id: productId },
    querystring: {},
  });
  if (status !== 200) throw new Error(`no times: ${status} ${text}`);
  return body.starts;
}

/** Opens a checkout of a session and presses pay for a time. */
export async function pressForTime(
  browser: Caller,
  productId: string,
  startsAt: string | undefined,
  email = "buyer@example.com",
  timeZone?: string,
) {
  const checkout = await openCheckout(browser, productId, email);
  const { checkoutSessionId, cartVersion, totalCents } = checkout;
  const answer = await browser.call(confirmTotal, {
    params: { checkoutSessionId },
    body: {
      cartVersion,
      totalCents,
      customerName: "A Buyer",
      ...(startsAt && { startsAt }),
      ...(timeZone && { timeZone }),
    },
  });
  return { checkout, answer };
}

/** A session that was bought and booked ten days ahead, at noon by UTC. */
export async function makeBooking(
  app: TestApp,
  product: typeof products.$inferSelect,
  order: { items: { id: string }[] },
) {
  const day = new Date(app.clock.now().getTime() + 10 * 86_400_000).toISOString().slice(0, 10);
  const [startsAt, endsAt] = [new Date(`${day}T12:00:00Z`), new Date(`${day}T13:00:00Z`)];
  const [booking] = await app.services.db
    .insert(bookings)
    .values({
      ownerId: product.ownerId,
      productId: product.id,
      orderItemId: order.items[0]?.id ?? "",
      state: "BOOKED",
      startsAt,
      endsAt,
      blockedFrom: startsAt,
      blockedUntil: endsAt,
      zone: "UTC",
      wallTime: `${day}T12:00`,
    })
    .returning();
  if (!booking) throw new Error("no booking was made");
  return { ...booking, freeTime: `${day}T14:00:00.000Z` };
}

/** How far the next half past midnight by UTC is. */
export const minutesUntilNight = (now: Date): number =>
  24 * 60 + 30 - (now.getUTCHours() * 60 + now.getUTCMinutes());
