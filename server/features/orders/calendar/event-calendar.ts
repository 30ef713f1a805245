import { inertLine } from "#server/mail/hostile-words.ts";
import { storeName } from "#server/mail/sender-name.ts";
import type { Seller } from "#server/mail/layout/seller.ts";
import type { Attachment } from "#server/mail/mailer.ts";
import type { ReceiptItem } from "#server/features/orders/mails/receipt-order.ts";
import { calendarFile, calendarType } from "./calendar-file.ts";

/** For one mail: more things than these have their files in the order. */
const attachedAtMost = 5;

/** The line of an order that stands for an event with a date; others have nothing to put into a calendar. */
export type BoughtEvent = Pick<ReceiptItem, "id" | "title" | "revision" | "event">;

/** Whether a line can stand in a calendar: an event with its date, which takes place and which its buyer may use. */
export const isInCalendar = (item: BoughtEvent & Pick<ReceiptItem, "isOpen">): boolean =>
  item.isOpen && isDated(item) && !item.event?.isCancelled;

/** Whether there is a file of it: one that is cancelled has one that takes it out of a calendar. */
export const isDated = ({ event }: BoughtEvent): boolean =>
  Boolean(event?.eventStartsAt && event.eventEndsAt);

/**
 * The calendar file of a line for which `isDated` holds, as a mail carries it. Its link is in it only `withLink`:
 * nothing that a seller wrote makes a link for an address that anybody may have typed.
 */
export function eventCalendar(
  publicUrl: URL,
  seller: Seller,
  item: BoughtEvent,
  now: Date,
  withLink: boolean,
  attendee?: string,
): Attachment {
  const { eventStartsAt, eventEndsAt, eventPlace, eventLink, isCancelled = false } = item.event ?? {};
  if (!eventStartsAt || !eventEndsAt) throw new Error("the event has no date");
  const content = calendarFile(
    {
      orderItemId: item.id,
      revision: item.revision,
      title: inertLine(item.title),
      startsAt: new Date(eventStartsAt),
      endsAt: new Date(eventEndsAt),
      place: eventPlace ? inertLine(eventPlace) : null,
      link: withLink ? (eventLink ?? null) : null,
      isCancelled,
      attendee,
    },
    { name: storeName(seller), address: `no-reply@${publicUrl.hostname}` },
    now,
  );
  return { fileName: "event.ics", contentType: calendarType({ isCancelled, attendee }), content };
}

/** Whom the file of a line names, with whom alone a session is. */
export const attendeeOf = (
  { type }: Pick<ReceiptItem, "type">,
  { email }: { email: string },
): string | undefined => (type === "BOOKING_LINK" ? email : undefined);

/** The calendar files of what was bought, for the mail that says so. */
export function calendarAttachments(
  publicUrl: URL,
  order: { seller: Seller; isOwnAddress: boolean; email: string },
  items: readonly ReceiptItem[],
  now: Date,
): Attachment[] {
  const events = items.filter(isInCalendar).slice(0, attachedAtMost);
  return events.map((item, position) => ({
    ...eventCalendar(publicUrl, order.seller, item, now, order.isOwnAddress, attendeeOf(item, order)),
    fileName: events.length > 1 ? `event-${position + 1}.ics` : "event.ics",
  }));
}
