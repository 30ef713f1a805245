import { periodTexts } from "#contract/dates.ts";
import { orderNumber } from "#server/database/order-number.ts";
import { statement } from "#server/database/statement.ts";
import { openAccess } from "#server/features/access/open-access.ts";
import { calendarFile, calendarType } from "#server/features/orders/calendar/calendar-file.ts";
import { inertLine } from "#server/mail/hostile-words.ts";
import { storeName } from "#server/mail/sender-name.ts";
import { sellerOf, type Seller } from "#server/mail/layout/seller.ts";
import { type Attachment, MailRefused } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";

/** A session as mails tell of it. */
export type MailedBooking = {
  ownerId: string;
  orderItemId: string;
  /** The order's. */
  id: string;
  number: number | null;
  email: string;
  customerName: string;
  paymentIntentId: string | null;
  /** Whoever reads its mails paid or proved the address. */
  isOwnAddress: boolean;
  /** Something of what was paid for it has not gone back. */
  wasPaid: boolean;
  isOpen: boolean;
  seller: Seller;
  title: string;
  state: string;
  cancelledBy: string | null;
  revision: number;
  startsAt: Date;
  endsAt: Date;
  zone: string;
  /** The buyer's; null where it is not known. */
  buyerZone: string | null;
  joinLink: string | null;
};

/** Reads it as it stands. Throws `MailRefused` where it is gone, or `isNews` finds that there is nothing to say of it. */
export async function getMailedBooking(
  { pool, clock }: Services,
  bookingId: string,
  isNews: (booking: MailedBooking) => boolean,
): Promise<MailedBooking> {
  const [booking] = await select(pool, bookingId, clock.now());
  if (!booking || !isNews(booking)) throw new MailRefused("There is no news of this session");
  return booking;
}

/** "Sat, Mar 14, 2026, 7:00 PM – 8:00 PM, New York time (UTC-4)": by the seller's clocks, or by the buyer's first. */
export const whenOf = ({ startsAt, endsAt, zone, buyerZone }: MailedBooking, reader: Reader): string =>
  periodTexts(startsAt, endsAt, zone, reader === "BUYER" ? buyerZone : null).join(" / ");

export type Reader = "BUYER" | "SELLER";

/** When it was to be, by a moment that was told before. */
export function whenWas(booking: MailedBooking, was: string | null, reader: Reader): string | null {
  if (was === null) return null;
  const length = booking.endsAt.getTime() - booking.startsAt.getTime();
  return whenOf({ ...booking, startsAt: new Date(was), endsAt: new Date(Date.parse(was) + length) }, reader);
}

/** Its file for calendars: it adds the entry, moves it, or takes it out. */
export function sessionCalendar(
  { config, clock }: Pick<Services, "config" | "clock">,
  booking: MailedBooking,
  { attendee, withLink }: { attendee: string; withLink: boolean },
): Attachment {
  const { orderItemId, revision, title, startsAt, endsAt, seller, joinLink } = booking;
  const isCancelled = booking.state === "CANCELLED";
  return {
    fileName: "session.ics",
    contentType: calendarType({ isCancelled, attendee }),
    content: calendarFile(
      {
        orderItemId,
        revision,
        title: inertLine(title),
        startsAt,
        endsAt,
        place: null,
        link: withLink && !isCancelled ? joinLink : null,
        isCancelled,
        attendee,
      },
      { name: storeName(seller), address: `no-reply@${config.publicUrl.hostname}` },
      clock.now(),
    ),
  };
}

const select = statement("bookings_mail")<MailedBooking, [bookingId: string, now: Date]>(`
  select b.owner_id as "ownerId", i.id as "orderItemId", o.id, ${orderNumber("o")} as number, c.email, o.customer_name as "customerName",
         o.payment_intent_id as "paymentIntentId", o.total_cents > 0 or o.address_proven as "isOwnAddress",
         i.total_price_cents > i.refunded_cents as "wasPaid",
         exists (select from ${openAccess("$2")} a where a.order_item_id = i.id) as "isOpen",
         ${sellerOf("s")} as seller, p.title, b.state, b.cancelled_by as "cancelledBy", b.revision, b.starts_at as "startsAt",
         b.ends_at as "endsAt", b.zone, o.buyer_zone as "buyerZone", p.session_times ->> 'joinLink' as "joinLink"
    from bookings b
    join order_items i on i.id = b.order_item_id
    join orders o on o.id = i.order_id
    join customers c on c.id = o.customer_id
    join products p on p.id = b.product_id
    join users s on s.id = b.owner_id
   where b.id = $1`);
