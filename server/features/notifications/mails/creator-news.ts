import { type Described, selectNotifications } from "#server/features/notifications/select-notifications.ts";
import { stopHeaders } from "#server/features/notifications/sale-mail-link.ts";
import { titleInSubject, titleInText } from "#server/mail/hostile-words.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { amounts, callToAction, note, paragraph, textLink } from "#server/mail/layout/mail-parts.ts";
import { ourMasthead } from "#server/mail/layout/masthead.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import { deskLinks } from "#server/mail/layout/desk-links.ts";
import type { Services } from "#server/services.ts";

/** To the creator: what happened within a minute, most of it sales. */
export async function renderCreatorNews(
  services: Services,
  { ownerId, notificationIds, count }: { ownerId: string; notificationIds: string[]; count: number },
): Promise<RenderedMail> {
  const told = await selectNotifications(services.pool, ownerId, notificationIds);
  const hasSale = told.some(({ kind }) => kind === "SALE");
  return {
    ...(await newsMail(told, {
      count,
      store: "your store",
      linkTo: await deskLinks(services, ownerId),
      footer: "You get this mail because you sell on Openstall. Choose what you hear of in your settings.",
    })),
    ...(hasSale && { headers: stopHeaders(services, ownerId) }),
  };
}

type News = {
  /** How much there is to be told, of which the first are named. */
  count: number;
  /** As whoever reads it calls it: "your store". */
  store: string;
  /** The address of a page of that store's desk. */
  linkTo: (path: string) => string;
  footer: string;
};

/** What happened within a minute: of one thing what it is, of more their lines. */
export async function newsMail(
  told: readonly Described[],
  { count, store, linkTo, footer }: News,
): Promise<RenderedMail> {
  const [first] = told;
  if (!first) throw new MailRefused("There is nothing to tell any more");
  const isOne = count === 1;
  const heading = isOne ? first.title : `${count} things happened in ${store}`;
  const lines = told.map(({ title, text }) => ({
    title: titleInText(title),
    // An account's name; mails hold no "@" that a mail program could make something of.
    text: titleInText(text.replace(/^@/, "")),
  }));
  const more = count > told.length ? [`And ${count - told.length} more.`] : [];
  const link = linkTo(isOne ? first.href : "/admin?tab=customers");
  const label = isOne ? "Open it" : "Open your orders";
  const choices = linkTo("/admin?tab=settings&view=notifications");
  return {
    subject: isOne ? titleInSubject(heading) : heading,
    text: [
      ...lines.map(({ title, text }) => (text ? `${title}: ${text}` : title)),
      ...more,
      "",
      `${label}:`,
      link,
      "",
      footer,
      choices,
    ].join("\n"),
    html: await mailPage({
      preview: lines.map(({ title }) => title).join(", "),
      masthead: ourMasthead,
      title: isOne ? titleInText(heading) : heading,
      children: [
        ...(isOne
          ? lines.filter(({ text }) => text).map(({ text }) => paragraph(text))
          : [amounts(lines.map(({ title, text }) => ({ name: title, detail: text, amount: "" })))]),
        ...more.map((text) => paragraph(text)),
        callToAction(link, label),
        note(textLink(choices, "Choose what you hear of")),
      ],
      footer,
    }),
  };
}
