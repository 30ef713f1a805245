import { titleInSubject, titleInText } from "#server/mail/hostile-words.ts";
import type { RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { amounts, callToAction, note, paragraph } from "#server/mail/layout/mail-parts.ts";
import { cardName, getMembershipBill, membershipLink } from "./membership-bill.ts";
import { formatMoney } from "#server/mail/layout/money.ts";
import { longDayText } from "#contract/dates.ts";
import { onBehalfOf } from "#server/mail/layout/seller.ts";

/** The receipt of a renewal: what was paid, for how long, and the way to the membership. */
export async function renderRenewal(
  { pool, config, secret, clock }: Services,
  { orderId }: { orderId: string },
): Promise<RenderedMail> {
  const bill = await getMembershipBill(pool, { orderId }, clock.now());
  const link = membershipLink(config.publicUrl, secret, bill);
  const { creator, shop, masthead, from } = onBehalfOf(bill.seller, config);
  const { zone } = bill.seller;
  const title = titleInText(bill.title);
  const amount = formatMoney(bill.amountCents, bill.currency);
  const until = longDayText(bill.periodEnd, zone);
  const opening = bill.isFirstAfterTrial
    ? `Your free trial is over, and your membership is paid until ${until}.`
    : `Your membership has been renewed until ${until}.`;
  const paid = `Paid with ${cardName(bill)}.`;
  const ofPrice = `of ${formatMoney(bill.priceCents, bill.currency)}${bill.isNewPriceNext ? ", the new price that we told you of," : ""}`;
  const next =
    bill.status === "active" && !bill.cancelAtPeriodEnd
      ? `The next payment ${ofPrice} is due on ${longDayText(bill.periodEnd, zone)}. You can change the card, pause or cancel before then.`
      : "You can see and change your membership at any time.";
  const footer = `You get this mail because you are a member of ${shop}. Order ${bill.order.number}`;
  return {
    subject: `${bill.isFirstAfterTrial ? "Your membership" : "Renewed"}: ${titleInSubject(bill.title)}`,
    ...from,
    text: [
      opening,
      "",
      `${title}: ${amount}`,
      paid,
      "",
      next,
      "",
      "Manage your membership:",
      link,
      "",
      footer,
    ].join("\n"),
    html: await mailPage({
      preview: `${amount} paid to ${creator}. ${opening}`,
      masthead,
      title: bill.isFirstAfterTrial ? "Your membership has begun" : "Your membership is renewed",
      children: [
        paragraph(opening),
        amounts([
          {
            name: title,
            detail: `${longDayText(bill.periodStart, zone)} to ${longDayText(bill.periodEnd, zone)}`,
            amount,
          },
          { name: "Total paid", amount, strong: true },
        ]),
        note(paid),
        paragraph(next),
        callToAction(link, "Manage your membership"),
      ],
      footer,
    }),
  };
}
