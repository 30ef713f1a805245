import { inertLine, titleInSubject, titleInText } from "#server/mail/hostile-words.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { callToAction, note, paragraph } from "#server/mail/layout/mail-parts.ts";
import { cardName, getMembershipBill, membershipLink, type MembershipBill } from "./membership-bill.ts";
import { formatMoney } from "#server/mail/layout/money.ts";
import { longDayText } from "#contract/dates.ts";
import { onBehalfOf } from "#server/mail/layout/seller.ts";

/** A renewal could not be charged: what happens next, and the way to another card. After the last try: that it has ended. */
export async function renderRenewalFailed(
  { pool, config, secret, clock }: Services,
  { billId }: { billId: string },
): Promise<RenderedMail> {
  const bill = await getMembershipBill(pool, { billId }, clock.now());
  if (bill.isPaid) throw new MailRefused("This renewal has been paid meanwhile");
  const link = membershipLink(config.publicUrl, secret, bill);
  const { shop, masthead, from } = onBehalfOf(bill.seller, config);
  const title = titleInText(bill.title);
  const hasEnded = bill.status !== "past_due";
  const amount = formatMoney(bill.amountCents, bill.currency);
  const opening = `We could not charge ${cardName(bill)} ${amount} for ${title}.`;
  const reason = bill.failure ? `The bank said: ${inertLine(bill.failure)}` : undefined;
  const next = hasEnded
    ? "That was the last try, so your membership has ended. Nothing more will be charged. You can join again at any time."
    : whatNext(bill);
  const action = hasEnded ? "View your membership" : "Change the card";
  const footer = `You get this mail because you are a member of ${shop}. Order ${bill.order.number}`;
  return {
    subject: `${hasEnded ? "Your membership has ended" : "Payment failed"}: ${titleInSubject(bill.title)}`,
    ...from,
    text: [opening, ...(reason ? [reason] : []), "", next, "", `${action}:`, link, "", footer].join("\n"),
    html: await mailPage({
      preview: `${opening} ${next}`,
      masthead,
      title: hasEnded ? "Your membership has ended" : "Your payment did not go through",
      children: [
        paragraph(opening),
        ...(reason ? [note(reason)] : []),
        paragraph(next),
        callToAction(link, action),
      ],
      footer,
    }),
  };
}

function whatNext({ openUntil, nextRetryAt, seller }: MembershipBill): string {
  return [
    openUntil
      ? `Your membership stays open until ${longDayText(openUntil, seller.zone)}.`
      : "Your membership is closed until the payment goes through.",
    ...(nextRetryAt ? [`We will try the card again on ${longDayText(nextRetryAt, seller.zone)}.`] : []),
    "With another card it is paid at once.",
  ].join(" ");
}
