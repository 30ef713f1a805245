import { isolated } from "#contract/isolated.ts";
import { coursePath } from "#contract/courses/course-path.ts";
import { refundBadge, refundTerms } from "#contract/accounts/refund-words.ts";
import { printedAddress } from "#contract/checkout/formats-of-countries.ts";
import { consentOfVersion } from "#contract/checkout/delivery-consent.ts";
import { longDayText, periodTexts } from "#contract/dates.ts";
import { inertLine, titleInText } from "#server/mail/hostile-words.ts";
import { formatMoney } from "#server/mail/layout/money.ts";
import { keyedToken } from "#server/secrets/secrets.ts";
import { isInCalendar } from "#server/features/orders/calendar/event-calendar.ts";
import { calendarLink } from "./receipt-link.ts";
import type { ReceiptItem, ReceiptOrder } from "./receipt-order.ts";

/** A way straight into what was bought; its token stands in the fragment, which browsers never send to any server. */
export type Way = {
  label: string;
  href: string;
  /** It leads to what begins later: no button, which would ask for a press now. */
  isQuiet?: boolean;
};

/** The ways into the courses and the events among the items of an order that is paid: online, and into a calendar. */
export function waysIn(
  publicUrl: URL,
  secret: string,
  order: Pick<ReceiptOrder, "id" | "status" | "isOwnAddress" | "paymentIntentId" | "email" | "seller">,
  items: readonly ReceiptItem[],
  now: Date,
): Way[] {
  if (order.status !== "PAID") return [];
  const courses = items.filter(({ type }) => type === "COURSE").slice(0, 5);
  const toCourses = courses.map(({ slug, title }) => {
    const link = new URL(coursePath(order.seller.handle, { slug }), publicUrl);
    link.hash = `order=${order.id}&rt=${keyedToken(secret, "receipt", order.id)}`;
    return {
      label: courses.length > 1 ? `Start the course: ${titleInText(title)}` : "Start the course",
      href: link.href,
    };
  });
  const toCalendar = items.filter(isInCalendar).map(({ id, title }) => ({
    label: `Add to calendar: ${titleInText(title)}`,
    href: calendarLink(id, publicUrl, secret, order),
  }));
  return [...toCourses, ...toCalendar.slice(0, 5), ...(order.isOwnAddress ? waysIntoEvents(items, now) : [])];
}

const waysIntoEvents = (items: readonly ReceiptItem[], now: Date): Way[] =>
  items
    .flatMap(({ title, event }) =>
      event?.eventLink
        ? [
            {
              label: `Join ${titleInText(title)}`,
              href: event.eventLink,
              isQuiet: beginsLater(event.eventStartsAt, now),
            },
          ]
        : [],
    )
    .slice(0, 5);

/** Whether something begins in more than a day. */
export const beginsLater = (startsAt: string | Date | null, now: Date): boolean =>
  startsAt !== null && new Date(startsAt).getTime() - now.getTime() > 86_400_000;

/** What a bundle consists of, with when and where of its events; undefined for a line that has no parts. */
export function partsInText(parts: readonly ReceiptItem[], buyerZone: string | null): string | undefined {
  if (parts.length === 0) return undefined;
  return `With ${parts.map((part) => [titleInText(part.title), whenAndWhere(part, buyerZone)].filter(Boolean).join(", ")).join("; ")}`;
}

/** When and where an event takes place, by the buyer's clocks first; undefined for what has neither. */
export function whenAndWhere(
  { event }: Pick<ReceiptItem, "event">,
  buyerZone: string | null,
): string | undefined {
  if (!event) return undefined;
  const { eventStartsAt, eventEndsAt, eventZone, eventPlace } = event;
  const isDated = eventStartsAt && eventEndsAt && eventZone;
  const words = [
    ...(event.isCancelled ? ["Cancelled"] : []),
    ...(isDated ? [periodTexts(eventStartsAt, eventEndsAt, eventZone, buyerZone).join(" / ")] : []),
    ...(eventPlace ? [isolated(inertLine(eventPlace))] : []),
  ];
  return words.length > 0 ? words.join(" · ") : undefined;
}

/** Who sold it, where it is sent, what is charged next and how to end that, which refund policy applies, and which right has ended: a sentence each, as far as they are known. */
export function receiptFacts(order: ReceiptOrder, creator: string): string[] {
  const { shippingAddress, totalCents } = order;
  return [
    `Sold by ${creator}. Reply to this mail to reach them.`,
    // What nobody paid for goes to an address that anybody may have typed, and so may have been this one.
    ...(shippingAddress && totalCents > 0 ? [`Ships to: ${addressLine(shippingAddress)}`] : []),
    ...nextChargeFacts(order),
    ...refundFacts(order),
    ...consentConfirmed(order),
  ];
}

/** What a membership charges next, when, and how to end that before. */
export function nextChargeFacts({
  nextCharge,
  seller,
}: Pick<ReceiptOrder, "nextCharge" | "seller">): string[] {
  if (!nextCharge) return [];
  const price = formatMoney(nextCharge.priceCents, nextCharge.currency);
  const day = longDayText(nextCharge.at, seller.zone);
  const every = nextCharge.billingInterval === "YEAR" ? "year" : "month";
  return [
    nextCharge.endsTrial
      ? `Your free trial ends on ${day}: then ${price} is charged to your card, and again each ${every}. Cancel before then and pay nothing: open your order, it takes two presses.`
      : `The next payment of ${price} is due on ${day}, and then each ${every}. To pause or cancel, open your order: it takes two presses, at any time before then.`,
  ];
}

/** Which refund policy an order was sold under, and until when a guarantee holds; nothing where nothing was paid. */
export function refundFacts({
  refundPolicy,
  totalCents,
  paidAt,
  seller,
}: Pick<ReceiptOrder, "refundPolicy" | "totalCents" | "paidAt" | "seller">): string[] {
  if (totalCents === 0) return [];
  const badge = refundBadge(refundPolicy);
  if (!badge) return [inertLine(refundTerms(refundPolicy))];
  const until = new Date(new Date(paidAt).getTime() + (refundPolicy.days ?? 0) * 86_400_000);
  return [
    `${badge}, guaranteed until ${longDayText(until, seller.zone)}: open your order and press "Request a refund". It's refunded automatically, once per product.`,
  ];
}

/** Without this sentence on something that lasts, the consent does not count. */
export function consentConfirmed({ consentVersion }: Pick<ReceiptOrder, "consentVersion">): string[] {
  const consent = consentOfVersion(consentVersion);
  return consent ? [consent.confirmation] : [];
}

const addressLine = (address: NonNullable<ReceiptOrder["shippingAddress"]>) =>
  printedAddress(address).lines.map(inertLine).join(", ");
