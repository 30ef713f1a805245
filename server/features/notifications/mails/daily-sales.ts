import { longDayText } from "#contract/dates.ts";
import { type DaySales, getSalesOfDays } from "#server/features/notifications/sales-of-days.ts";
import { stopHeaders } from "#server/features/notifications/sale-mail-link.ts";
import { titleInText } from "#server/mail/hostile-words.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { amounts, callToAction, note, paragraph, textLink } from "#server/mail/layout/mail-parts.ts";
import { ourMasthead } from "#server/mail/layout/masthead.ts";
import { formatMoney } from "#server/mail/layout/money.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import { deskLinks } from "#server/mail/layout/desk-links.ts";
import type { Services } from "#server/services.ts";

type Days = { ownerId: string; from: string; until: string };

/** To the creator: what was sold on a day, or since the last mail that said so. */
export async function renderDailySales(services: Services, days: Days): Promise<RenderedMail> {
  const sales = await getSalesOfDays(services.pool, days);
  if (sales.orders === 0) throw new MailRefused("Nothing was sold");
  const when =
    days.from === days.until ? dayText(days.from) : `${dayText(days.from)} to ${dayText(days.until)}`;
  const sum = sales.sums.map(({ cents, currency }) => formatMoney(cents, currency)).join(" and ");
  const count = `${sales.orders} ${sales.orders === 1 ? "order" : "orders"}`;
  const intro = sum ? `${count} for ${sum} on ${when}.` : `${count}, all of them free, on ${when}.`;
  const lines = linesOf(sales);
  const linkTo = await deskLinks(services, days.ownerId);
  const link = linkTo("/admin?tab=analytics");
  const label = "Open your figures";
  const choices = linkTo("/admin?tab=settings&view=notifications");
  const footer =
    "You get this mail, at most once a day, because you chose it on Openstall. Before refunds; renewals included.";
  return {
    subject: sum ? `You sold for ${sum}` : `You had ${count}`,
    headers: stopHeaders(services, days.ownerId),
    text: [
      intro,
      "",
      ...lines.map(({ name, amount }) => `${name}: ${amount}`),
      "",
      `${label}:`,
      link,
      "",
      footer,
      choices,
    ].join("\n"),
    html: await mailPage({
      preview: intro,
      masthead: ourMasthead,
      title: "Your sales",
      children: [
        paragraph(intro),
        amounts(lines),
        callToAction(link, label),
        note(textLink(choices, "Choose what you hear of")),
      ],
      footer,
    }),
  };
}

const linesOf = ({ products, otherProducts }: DaySales) => [
  ...products.map(({ title, count, cents, currency }) => ({
    name: `${count} × ${titleInText(title)}`,
    amount: formatMoney(cents, currency),
  })),
  ...(otherProducts > 0
    ? [{ name: otherProducts === 1 ? "Another product" : "Other products", amount: String(otherProducts) }]
    : []),
];

/** A day is the same in every zone. */
const dayText = (day: string) => longDayText(`${day}T12:00:00Z`, "UTC");
