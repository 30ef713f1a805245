import { isPlainName, titleInSubject, titleInText } from "#server/mail/hostile-words.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { callToAction, paragraph } from "#server/mail/layout/mail-parts.ts";
import { ourMasthead } from "#server/mail/layout/masthead.ts";
import { singleLine } from "#server/mail/mail-headers.ts";
import type { RenderedMail } from "#server/mail/mailer.ts";
import { deskLinks } from "#server/mail/layout/desk-links.ts";
import type { Services } from "#server/services.ts";
import { getMailedBooking, sessionCalendar, whenOf, whenWas } from "./mailed-booking.ts";

/** To the creator: a session was booked, moved or cancelled, with its file for calendars. */
export async function renderSessionNews(
  services: Services,
  {
    bookingId,
    revision,
    was,
    isNew,
  }: { bookingId: string; revision: number; was: string | null; isNew: boolean },
): Promise<RenderedMail> {
  const booking = await getMailedBooking(services, bookingId, (found) => found.revision === revision);
  const title = titleInText(booking.title);
  const who = isPlainName(booking.customerName) ? singleLine(booking.customerName) : "A buyer";
  const before = whenWas(booking, was, "SELLER");
  const isCancelled = booking.state === "CANCELLED";
  const heading = isCancelled
    ? "A session is cancelled"
    : isNew
      ? "A session is booked"
      : "A session has moved";
  const words = [
    `${title}, with ${who}:`,
    ...(isCancelled
      ? [`It was to be: ${whenOf(booking, "SELLER")}`]
      : before && !isNew
        ? [`It was: ${before}`, `It is now: ${whenOf(booking, "SELLER")}`]
        : [whenOf(booking, "SELLER")]),
  ];
  const link = (await deskLinks(services, booking.ownerId))("/admin?tab=customers&view=sessions");
  const footer = "You get this mail because you sell on Openstall.";
  return {
    subject: `${heading}: ${titleInSubject(booking.title)}`,
    attachments: [sessionCalendar(services, booking, { attendee: booking.seller.email, withLink: true })],
    text: [...words, "", "Open your sessions:", link, "", footer].join("\n"),
    html: await mailPage({
      preview: words.join(" "),
      masthead: ourMasthead,
      title: heading,
      children: [...words.map((text) => paragraph(text)), callToAction(link, "Open your sessions")],
      footer,
    }),
  };
}
