import { type EventJson, eventJson } from "#server/database/event-json.ts";
import { orderNumber } from "#server/database/order-number.ts";
import { statement } from "#server/database/statement.ts";
import { openAccess } from "#server/features/access/open-access.ts";
import { eventCalendar, isDated } from "#server/features/orders/calendar/event-calendar.ts";
import { whenAndWhere } from "#server/features/orders/mails/receipt-facts.ts";
import { calendarLink, receiptLink } from "#server/features/orders/mails/receipt-link.ts";
import { titleInSubject, titleInText } from "#server/mail/hostile-words.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { callToAction, note, paragraph } from "#server/mail/layout/mail-parts.ts";
import { onBehalfOf, sellerOf, type Seller } from "#server/mail/layout/seller.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";

/**
 * To the buyer: an event was moved or called off, as it stood when they last heard of it and as it stands. Refused where a
 * newer change tells more, where nothing is new to them, and where it is no longer theirs.
 */
export async function renderEventChanged(
  { pool, config, secret, clock }: Services,
  { changeId, orderItemId }: { changeId: string; orderItemId: string },
): Promise<RenderedMail> {
  const [bought] = await selectChanged(pool, changeId, orderItemId, clock.now());
  if (!bought?.before || !bought.event)
    throw new MailRefused("There is no news of this event for this buyer");
  const { before, event, seller, wasPaid, isOwnAddress } = bought;
  const { creator, shop, masthead, from } = onBehalfOf(seller, config);
  const title = titleInText(bought.title);
  const link = receiptLink(config.publicUrl, secret, bought);
  const [was, is] = [before, event].map((told) => whenAndWhere({ event: told }, bought.buyerZone));
  const { heading, words } = wordsOf({ creator, title, before, event, was, is, wasPaid });
  const ways = event.isCancelled
    ? [{ label: "View your order", href: link }]
    : [
        ...(isDated({ ...bought, id: orderItemId })
          ? [{ label: "Add to calendar", href: calendarLink(orderItemId, config.publicUrl, secret, bought) }]
          : []),
        { label: "View your order", href: link },
      ];
  const linkHint = "The link opens this order in any browser, so keep this mail to yourself.";
  const footer = `You get this mail because you ordered from ${shop}. Order ${bought.number}`;
  const lines = (bought.lineIds ?? []).map((id) => ({
    id,
    title: bought.title,
    revision: bought.revision,
    event,
  }));
  return {
    subject: `${heading}: ${titleInSubject(bought.title)}`,
    ...from,
    attachments: lines.filter(isDated).map((line, position) => ({
      ...eventCalendar(config.publicUrl, seller, line, clock.now(), isOwnAddress),
      fileName: lines.length > 1 ? `event-${position + 1}.ics` : "event.ics",
    })),
    text: [
      ...words.flatMap((text) => [text, ""]),
      ...ways.flatMap(({ label, href }) => [`${label}:`, href, ""]),
      linkHint,
      "",
      footer,
    ].join("\n"),
    html: await mailPage({
      preview: words[0] ?? heading,
      masthead,
      title: heading,
      children: [
        ...words.map((text) => paragraph(text)),
        ...ways.map(({ label, href }) => callToAction(href, label)),
        note(linkHint),
      ],
      footer,
    }),
  };
}

type Said = {
  creator: string;
  title: string;
  before: EventJson;
  event: EventJson;
  was: string | undefined;
  is: string | undefined;
  wasPaid: boolean;
};

function wordsOf({ creator, title, before, event, was, is, wasPaid }: Said): {
  heading: string;
  words: string[];
} {
  if (event.isCancelled)
    return {
      heading: "An event is cancelled",
      words: [
        `${creator} has cancelled ${title}, which you bought.`,
        `It was to be: ${was ?? "without a date"}`,
        ...(wasPaid
          ? [`About what you paid, reply to this mail: it reaches ${creator}.`]
          : [`To ask about it, reply to this mail: it reaches ${creator}.`]),
        "Open the attached file to take it out of your calendar.",
      ],
    };
  const now = `It is now: ${is ?? "without a date, until a new one is set"}`;
  const calendar = "Open the attached file to move it in your calendar.";
  if (before.isCancelled)
    return {
      heading: "An event takes place after all",
      words: [`${creator} had cancelled ${title}, and now it takes place after all.`, now, calendar],
    };
  return {
    heading: "An event has changed",
    words: [
      `${creator} has changed ${title}, which you bought.`,
      ...(was === is ? [] : [`It was: ${was ?? "without a date"}`]),
      now,
      ...(before.eventLink === event.eventLink
        ? []
        : [
            event.eventLink
              ? "The link to join is another one: your order has it."
              : "It has no link to join any more.",
          ]),
      calendar,
    ],
  };
}

/** SQL: how an event stood before a change (`c`), as `EventJson`. */
const before = (c: string) =>
  `json_build_object('eventStartsAt', ${c}.starts_at, 'eventEndsAt', ${c}.ends_at, 'eventZone', ${c}.zone,
     'eventPlace', ${c}.place, 'eventLink', case when not ${c}.was_cancelled then ${c}.link end, 'isCancelled', ${c}.was_cancelled)`;

/**
 * Those lines of the buyer that are told; what they last heard is before the oldest change since then whose mail has left,
 * or since they bought.
 */
const selectChanged = statement("events_mail_changed")<
  {
    id: string;
    number: number | null;
    email: string;
    paymentIntentId: string | null;
    isOwnAddress: boolean;
    wasPaid: boolean;
    seller: Seller;
    buyerZone: string | null;
    title: string;
    revision: number;
    event: EventJson | null;
    before: EventJson | null;
    lineIds: string[] | null;
  },
  [changeId: string, orderItemId: string, now: Date]
>(`
  with line as materialized (
    select a.order_item_id, a.order_id, a.customer_id, a.granted_at, news.id as change_id
      from event_changes news
      join products p on p.id = news.product_id
      join access told on told.order_item_id = $2 and told.product_id = p.id
      join access a on a.customer_id = told.customer_id and a.product_id = p.id
      join customers c on c.id = a.customer_id and c.erased_at is null
     where news.id = $1
       and (exists (select from ${openAccess("$3")} opened where opened.order_item_id = a.order_item_id)
            or p.event_cancelled_at is not null and a.revoked_at >= news.created_at)
     order by a.granted_at, a.order_item_id limit 5)
  select o.id, ${orderNumber("o")} as number, c.email, o.payment_intent_id as "paymentIntentId",
         o.total_cents > 0 or o.address_proven as "isOwnAddress", i.total_price_cents > i.refunded_cents as "wasPaid",
         ${sellerOf("s")} as seller, o.buyer_zone as "buyerZone", p.title, p.revision, ${eventJson("p", "true")} as event,
         (select ${before("earlier")} from event_changes earlier
           where earlier.product_id = p.id and earlier.told_at > (select min(granted_at) from line)
             and earlier.created_at >= coalesce((
               select max(heard.told_at) from event_changes heard
                 join mail_outbox m on m.event = 'event-changed:' || heard.id and m.recipient = c.email and m.state = 'SENT'
                where heard.product_id = p.id), '-infinity')
             and (earlier.starts_at, earlier.ends_at, earlier.zone, earlier.place, earlier.link, earlier.was_cancelled) is distinct from
                 (p.event_starts_at, p.event_ends_at, p.event_zone, p.event_place, p.event_link, p.event_cancelled_at is not null)
           order by earlier.created_at limit 1) as before,
         (select json_agg(order_item_id) from line) as "lineIds"
    from event_changes news
    join line on line.change_id = news.id and line.order_item_id = $2
    join order_items i on i.id = line.order_item_id
    join orders o on o.id = i.order_id
    join customers c on c.id = o.customer_id
    join products p on p.id = news.product_id
    join users s on s.id = o.owner_id
   where news.id = $1 and p.type = 'EVENT' and greatest(news.ends_at, p.event_ends_at) > $3
     and not exists (select from event_changes newer where newer.product_id = p.id and newer.told_at > news.told_at)`);
