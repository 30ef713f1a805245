import { commonZone } from "#contract/dates.ts";
import { type EventJson, eventJson } from "#server/database/event-json.ts";
import { orderNumber } from "#server/database/order-number.ts";
import { isReminderOff, reminderWords } from "#server/database/reminder-words.ts";
import { statement } from "#server/database/statement.ts";
import { openAccess } from "#server/features/access/open-access.ts";
import { whenAndWhere } from "#server/features/orders/mails/receipt-facts.ts";
import { receiptLink } from "#server/features/orders/mails/receipt-link.ts";
import { titleInSubject, titleInText } from "#server/mail/hostile-words.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { callToAction, note, paragraph, paragraphs } from "#server/mail/layout/mail-parts.ts";
import { onBehalfOf, sellerOf, type Seller } from "#server/mail/layout/seller.ts";
import { startHeading, startWords } from "#server/mail/layout/start-words.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";

/**
 * To the buyer: an event is a day or an hour ahead, when and where it is. Refused once that is late, where it has moved or
 * was cancelled, where it is no longer theirs, and where its creator sends none.
 */
export async function renderEventReminder(
  { pool, config, secret, clock }: Services,
  { reminderId, orderItemId }: { reminderId: string; orderItemId: string },
): Promise<RenderedMail> {
  const [bought] = await selectReminder(pool, reminderId, orderItemId, clock.now());
  if (!bought?.event) throw new MailRefused("There is nothing to remind this buyer of");
  const { event, seller, ...about } = bought;
  const order = receiptLink(config.publicUrl, secret, bought);
  return eventReminderMail(config, seller, { ...about, event, order }, clock.now());
}

export type RemindedEvent = {
  kind: "DAY" | "HOUR";
  title: string;
  event: EventJson;
  /** The buyer's; null where it is not known. */
  buyerZone: string | null;
  /** Whoever reads it paid or proved the address. */
  isOwnAddress: boolean;
  /** Of its creator, above. */
  ownWords: string | null;
  /** Where the order's page is. */
  order: string;
  number: number | null;
};

/** The very mail, also for a preview of it. */
export async function eventReminderMail(
  config: Services["config"],
  seller: Seller,
  { kind, title: titled, event, buyerZone, isOwnAddress, ownWords, order, number }: RemindedEvent,
  now: Date,
): Promise<RenderedMail> {
  const { creator, shop, masthead, from } = onBehalfOf(seller, config);
  const title = titleInText(titled);
  const { eventStartsAt, eventZone } = event;
  const start = { startsAt: new Date(eventStartsAt ?? now), zone: eventZone ?? commonZone, buyerZone };
  const starts = startWords(kind, start, now);
  const heading = startHeading(starts);
  const words = [`${title} by ${creator} starts ${starts}:`, whenAndWhere({ event }, buyerZone) ?? ""];
  const ways = [
    ...(event.eventLink && isOwnAddress ? [{ label: "Join the event", href: event.eventLink }] : []),
    { label: "View your order", href: order },
  ];
  const hint =
    event.eventLink && !isOwnAddress
      ? "Your order has the link to join."
      : "The link to your order opens it in any browser, so keep this mail to yourself.";
  const footer = `You get this mail because you ordered from ${shop}. Order ${number}`;
  return {
    subject: `${heading}: ${titleInSubject(titled)}`,
    ...from,
    text: [
      ...(ownWords ? [ownWords, ""] : []),
      ...words.flatMap((text) => [text, ""]),
      ...ways.flatMap(({ label, href }) => [`${label}:`, href, ""]),
      hint,
      "",
      footer,
    ].join("\n"),
    html: await mailPage({
      preview: words.join(" "),
      masthead,
      title: heading,
      children: [
        ...paragraphs(ownWords ?? ""),
        ...words.map((text) => paragraph(text)),
        ...ways.map(({ label, href }) => callToAction(href, label)),
        note(hint),
      ],
      footer,
    }),
  };
}

const selectReminder = statement("events_mail_reminder")<
  {
    id: string;
    number: number | null;
    email: string;
    paymentIntentId: string | null;
    isOwnAddress: boolean;
    seller: Seller;
    kind: "DAY" | "HOUR";
    title: string;
    event: EventJson | null;
    buyerZone: string | null;
    /** Of its creator, who says nothing to strangers. */
    ownWords: string | null;
  },
  [reminderId: string, orderItemId: string, now: Date]
>(`
  select o.id, ${orderNumber("o")} as number, c.email, o.payment_intent_id as "paymentIntentId",
         o.total_cents > 0 or o.address_proven as "isOwnAddress", ${sellerOf("s")} as seller, r.kind, p.title,
         ${eventJson("p", "true")} as event, o.buyer_zone as "buyerZone",
         case when o.total_cents > 0 or o.address_proven then ${reminderWords("r.owner_id", "'EVENT_' || r.kind")} end as "ownWords"
    from event_reminders r
    join products p on p.id = r.product_id and p.event_starts_at = r.starts_at and p.event_cancelled_at is null
    join ${openAccess("$3")} a on a.order_item_id = $2 and a.product_id = p.id
    join orders o on o.id = a.order_id
    join customers c on c.id = a.customer_id
    join users s on s.id = a.owner_id
   where r.id = $1 and not ${isReminderOff("r.owner_id", "'EVENT_' || r.kind")} and r.starts_at > $3::timestamptz + case r.kind when 'DAY' then interval '2 hours' else interval '0' end`);
