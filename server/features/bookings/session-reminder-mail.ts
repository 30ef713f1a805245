import { receiptLink } from "#server/features/orders/mails/receipt-link.ts";
import { titleInSubject, titleInText } from "#server/mail/hostile-words.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { callToAction, note, paragraph } from "#server/mail/layout/mail-parts.ts";
import { onBehalfOf } from "#server/mail/layout/seller.ts";
import { startHeading, startWords } from "#server/mail/layout/start-words.ts";
import type { RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";
import { getMailedBooking, whenOf } from "./mailed-booking.ts";

const hourMs = 3_600_000;

/** To the buyer: their session is a day or an hour ahead. Refused once that is late, and where it has moved or is off. */
export async function renderSessionReminder(
  services: Services,
  { bookingId, startsAt, kind }: { bookingId: string; startsAt: string; kind: "DAY" | "HOUR" },
): Promise<RenderedMail> {
  const { config, secret, clock } = services;
  const latest = clock.now().getTime() + (kind === "DAY" ? 2 * hourMs : 0);
  const booking = await getMailedBooking(
    services,
    bookingId,
    (found) =>
      found.state === "BOOKED" &&
      found.isOpen &&
      found.startsAt.getTime() === Date.parse(startsAt) &&
      found.startsAt.getTime() > latest,
  );
  const { creator, shop, masthead, from } = onBehalfOf(booking.seller, config);
  const starts = startWords(kind, booking, clock.now());
  const heading = startHeading(starts);
  const words = [`${titleInText(booking.title)} with ${creator} starts ${starts}:`, whenOf(booking, "BUYER")];
  const ways = [
    ...(booking.joinLink && booking.isOwnAddress
      ? [{ label: "Join the session", href: booking.joinLink }]
      : []),
    { label: "View your order", href: receiptLink(config.publicUrl, secret, booking) },
  ];
  const hint =
    "Your order says whether it still can be moved. Its link opens it in any browser, so keep this mail to yourself.";
  const footer = `You get this mail because you ordered from ${shop}. Order ${booking.number}`;
  return {
    subject: `${heading}: ${titleInSubject(booking.title)}`,
    ...from,
    text: [
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
        ...words.map((text) => paragraph(text)),
        ...ways.map(({ label, href }) => callToAction(href, label)),
        note(hint),
      ],
      footer,
    }),
  };
}
