import { wholeLines } from "#contract/orders/whole-lines.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import { titleInText } from "#server/mail/hostile-words.ts";
import type { Services } from "#server/services.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { callToAction, note, paragraph, subheading, textLink } from "#server/mail/layout/mail-parts.ts";
import { nextChargeFacts, whenAndWhere } from "./receipt-facts.ts";
import { calendarAttachments } from "#server/features/orders/calendar/event-calendar.ts";
import { receiptLink } from "./receipt-link.ts";
import { getReceiptOrder, type ReceiptOrder } from "./receipt-order.ts";
import { onBehalfOf } from "#server/mail/layout/seller.ts";

/** Several free orders of one creator and address in one mail: what each holds, and the link that opens it. */
export async function renderCollectedReceipts(
  { pool, config, secret, clock }: Services,
  orderIds: readonly string[],
): Promise<RenderedMail> {
  const orders: ReceiptOrder[] = [];
  for (const orderId of orderIds) {
    // One that is gone meanwhile takes no other with it.
    const order = await getReceiptOrder(pool, orderId).catch((error: unknown) => {
      if (error instanceof MailRefused) return undefined;
      throw error;
    });
    if (order) orders.push(order);
  }
  const [first] = orders;
  if (!first) throw new MailRefused("There is no paid order for this receipt");
  const { creator, shop, masthead, from } = onBehalfOf(first.seller, config);
  const listed = orders.map((order) => ({
    name: wholeLines(order.items)
      .map(({ title }) => titleInText(title))
      .join(", "),
    facts: [
      ...order.items
        .map((item) => whenAndWhere(item, order.buyerZone))
        .filter((words) => words !== undefined),
      ...nextChargeFacts(order),
    ],
    link: receiptLink(config.publicUrl, secret, order),
  }));
  const opening = `Thank you for your orders from ${creator}. Nothing was charged.`;
  const linkHint = "Each link opens its order in any browser, so keep this mail to yourself.";
  const membersLink = new URL("/members", config.publicUrl).href;
  const membersHint = "Everything you have bought with this address:";
  const footer = `You get this mail because somebody ordered from ${shop} with this address.`;
  return {
    subject: `Your orders from ${creator}`,
    ...from,
    attachments: calendarAttachments(
      config.publicUrl,
      {
        seller: first.seller,
        email: first.email,
        isOwnAddress: orders.every(({ isOwnAddress }) => isOwnAddress),
      },
      orders.flatMap(({ items }) => items),
      clock.now(),
    ),
    text: [
      opening,
      "",
      ...listed.flatMap(({ name, facts, link }) => [name, ...facts, link, ""]),
      linkHint,
      "",
      membersHint,
      membersLink,
      "",
      footer,
    ].join("\n"),
    html: await mailPage({
      preview: opening,
      masthead,
      title: "Your orders are confirmed",
      children: [
        paragraph(opening),
        ...listed.flatMap(({ name, facts, link }) => [
          subheading(name),
          ...facts.map((words) => note(words)),
          callToAction(link, "View this order"),
        ]),
        note(linkHint),
        note(membersHint, " ", textLink(membersLink, "View all your purchases")),
      ],
      footer,
    }),
  };
}
