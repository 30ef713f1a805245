import { beginsLater, type Way } from "#server/features/orders/mails/receipt-facts.ts";
import { wayPart } from "#server/features/orders/mails/way-part.ts";
import { receiptLink } from "#server/features/orders/mails/receipt-link.ts";
import { titleInSubject, titleInText } from "#server/mail/hostile-words.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { note, paragraph } from "#server/mail/layout/mail-parts.ts";
import { onBehalfOf } from "#server/mail/layout/seller.ts";
import type { RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";
import { getMailedBooking, type MailedBooking, sessionCalendar, whenOf, whenWas } from "./mailed-booking.ts";

/** To the buyer: their session has a time, has moved, or is cancelled, with its file for calendars. */
export async function renderSessionChanged(
  services: Services,
  { bookingId, revision, was }: { bookingId: string; revision: number; was: string | null },
): Promise<RenderedMail> {
  const booking = await getMailedBooking(services, bookingId, (found) => found.revision === revision);
  const { config, secret, clock } = services;
  const { creator, shop, masthead, from } = onBehalfOf(booking.seller, config);
  const { heading, words } = wordsOf(booking, creator, whenWas(booking, was, "BUYER"));
  const joinLink = booking.state === "BOOKED" && booking.isOwnAddress ? booking.joinLink : null;
  const isQuiet = beginsLater(booking.startsAt, clock.now());
  const ways: Way[] = [
    { label: "View your order", href: receiptLink(config.publicUrl, secret, booking) },
    ...(joinLink ? [{ label: "Join the session", href: joinLink, isQuiet }] : []),
  ];
  const hint = "The link to your order opens it in any browser, so keep this mail to yourself.";
  const footer = `You get this mail because you ordered from ${shop}. Order ${booking.number}`;
  return {
    subject: `${heading}: ${titleInSubject(booking.title)}`,
    ...from,
    attachments: [
      sessionCalendar(services, booking, { attendee: booking.email, withLink: booking.isOwnAddress }),
    ],
    text: [
      ...words.flatMap((text) => [text, ""]),
      ...ways.flatMap(({ label, href }) => [`${label}:`, href, ""]),
      hint,
      "",
      footer,
    ].join("\n"),
    html: await mailPage({
      preview: words[0] ?? heading,
      masthead,
      title: heading,
      children: [...words.map((text) => paragraph(text)), ...ways.map(wayPart), note(hint)],
      footer,
    }),
  };
}

function wordsOf(booking: MailedBooking, creator: string, was: string | null) {
  const title = titleInText(booking.title);
  const when = whenOf(booking, "BUYER");
  if (booking.state === "CANCELLED")
    return {
      heading: "A session is cancelled",
      words: [
        booking.cancelledBy === "CREATOR"
          ? `${creator} has cancelled ${title}.`
          : `Your session ${title} with ${creator} is cancelled.`,
        `It was to be: ${when}`,
        ...(booking.isOpen
          ? [
              booking.wasPaid
                ? "In your order you can choose another time, or ask for your money."
                : "In your order you can choose another time.",
            ]
          : []),
        "Open the attached file to take it out of your calendar.",
      ],
    };
  return was === null
    ? {
        heading: "Your session is booked",
        words: [
          `${title} with ${creator} takes place:`,
          when,
          "Open the attached file to add it to your calendar.",
        ],
      }
    : {
        heading: "A session has moved",
        words: [
          `${title} with ${creator} has another time.`,
          `It was: ${was}`,
          `It is now: ${when}`,
          "Open the attached file to move it in your calendar.",
        ],
      };
}
