import { isolated } from "#contract/isolated.ts";
import { kindOfThing } from "#contract/catalog/product-kind.ts";
import { wholeLines } from "#contract/orders/whole-lines.ts";
import { inertLine, isPlainName, titleInSubject, titleInText } from "#server/mail/hostile-words.ts";
import { singleLine } from "#server/mail/mail-headers.ts";
import type { RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import {
  amounts,
  callToAction,
  note,
  paragraph,
  paragraphs,
  subheading,
  textLink,
} from "#server/mail/layout/mail-parts.ts";
import { formatMoney } from "#server/mail/layout/money.ts";
import { longDayText } from "#contract/dates.ts";
import { nextSteps } from "./next-steps.ts";
import { renderCollectedReceipts } from "./collected-receipts.ts";
import { partsInText, receiptFacts, waysIn, whenAndWhere } from "./receipt-facts.ts";
import { wayPart } from "./way-part.ts";
import { receiptLink, receiptPdfLink, withdrawLink } from "./receipt-link.ts";
import { getReceiptOrder, type ReceiptItem, type ReceiptOrder } from "./receipt-order.ts";
import { calendarAttachments } from "#server/features/orders/calendar/event-calendar.ts";
import { onBehalfOf } from "#server/mail/layout/seller.ts";

type Receipt = { orderId: string; upsellId?: string | undefined; alsoOrderIds?: string[] | undefined };

/**
 * The receipt of a paid order, or of the add-on of `upsellId` that joined it, with the link that opens this one order; of
 * several free orders where there are `alsoOrderIds`.
 */
export async function renderReceipt(
  services: Services,
  { orderId, upsellId, alsoOrderIds = [] }: Receipt,
): Promise<RenderedMail> {
  if (alsoOrderIds.length > 0) return renderCollectedReceipts(services, [orderId, ...alsoOrderIds]);
  const { pool, config, secret, clock } = services;
  const order = await getReceiptOrder(pool, orderId, upsellId);
  const link = receiptLink(config.publicUrl, secret, order);
  const { creator, shop, masthead, from } = onBehalfOf(order.seller, config);
  const main = order.items[0]?.title ?? "";
  const added = upsellId ? order.items.find(({ offerId }) => offerId === upsellId) : undefined;
  // What was added later says so and no more: the mail it stands under has the rest.
  const greeting = added
    ? "Thank you. This has joined the order that you have just placed."
    : greetingOf(order.customerName);
  const items = added ? [added] : order.items;
  const thanks = thanksOf(items);
  const next = nextSteps(items, order.seller.zone);
  const lines = [
    ...wholeLines(items).map((item) => itemLine(item, order)),
    ...(added ? [totalLine(order, "Total paid for the whole order")] : sumLines(order)),
  ];
  const ways = waysIn(config.publicUrl, secret, order, items, clock.now());
  const isTrial = !added && order.nextCharge?.endsTrial === true;
  const facts = added ? [] : receiptFacts(order, creator);
  const linkHint = "The link opens this order in any browser, so keep this mail to yourself.";
  const pdfLink = order.status === "PAID" ? receiptPdfLink(config.publicUrl, secret, order) : undefined;
  const membersLink = new URL("/members", config.publicUrl).href;
  const membersHint = "Everything you have bought with this address:";
  const withdraw = withdrawalOf(services, order);
  const footer = `You get this mail because you ordered from ${shop}. Order ${order.number}`;

  return {
    subject: `${added ? "Added to your order" : isTrial ? "Your free trial" : "Your order"} from ${creator}: ${titleInSubject(added?.title ?? main)}`,
    ...from,
    ...(added && order.firstMailId && { inReplyTo: order.firstMailId }),
    attachments: calendarAttachments(config.publicUrl, order, items, clock.now()),
    text: [
      greeting,
      "",
      ...thanks.flatMap((words) => [words, ""]),
      ...lines.flatMap(({ name, detail, amount }) => [
        `${name}: ${amount}`,
        ...(detail ? [`  ${detail}`] : []),
      ]),
      "",
      paidWith(order),
      ...facts,
      "",
      ...ways.flatMap(({ label, href }) => [`${label}:`, href, ""]),
      ...(next.length > 0 ? ["What's next", ...next.map((step) => `- ${step}`), ""] : []),
      "View your order:",
      link,
      "",
      ...(pdfLink ? [`${pdfLabel}:`, pdfLink, ""] : []),
      linkHint,
      "",
      membersHint,
      membersLink,
      "",
      ...(withdraw ? [withdraw.hint, `${withdraw.label}:`, withdraw.href, ""] : []),
      footer,
    ].join("\n"),
    html: await mailPage({
      preview: isTrial
        ? `Nothing was charged. ${facts.join(" ")}`
        : `${formatMoney(order.totalCents, order.currency)} paid to ${creator}${added ? " in all. Your add-on" : ". Your order"} is ready.`,
      masthead,
      title: added
        ? "Your add-on is in your order"
        : isTrial
          ? "Your free trial has begun"
          : "Your order is confirmed",
      children: [
        paragraph(greeting),
        ...thanks.flatMap(paragraphs),
        ...ways.map(wayPart),
        amounts(lines),
        note(paidWith(order)),
        ...facts.map((fact) => note(fact)),
        ...(next.length > 0 ? [subheading("What's next")] : []),
        ...next.map((step) => paragraph(step)),
        callToAction(link, "View your order"),
        ...(pdfLink ? [note(textLink(pdfLink, pdfLabel))] : []),
        note(linkHint),
        note(membersHint, " ", textLink(membersLink, "View all your purchases")),
        ...(withdraw ? [note(withdraw.hint, " ", textLink(withdraw.href, withdraw.label))] : []),
      ],
      footer,
    }),
  };
}

/** What the seller says to the buyer of each item; never the same twice. */
const thanksOf = (items: readonly ReceiptItem[]): string[] => [
  ...new Set(items.flatMap(({ thanksNote }) => (thanksNote ? [thanksNote] : []))),
];

const pdfLabel = "Save this receipt as a PDF";

function withdrawalOf({ config, secret }: Services, order: ReceiptOrder) {
  if (order.withdrawableUntil === null) return undefined;
  return {
    hint: `Consumers in the EU and EEA may withdraw until ${longDayText(order.withdrawableUntil, order.seller.zone)}, without a reason.`,
    label: "Withdraw from contract here",
    href: withdrawLink(config.publicUrl, secret, order),
  };
}

/** A buyer types any name beside any address: what mail programs might turn into a link is not repeated. */
function greetingOf(customerName: string): string {
  const name = singleLine(customerName);
  return isPlainName(customerName) && !name.includes("/")
    ? `Hi ${isolated(name)}, thank you for your order.`
    : "Thank you for your order.";
}

type Line = { name: string; detail?: string; amount: string; strong?: boolean };

function itemLine(
  item: ReceiptItem & { parts: ReceiptItem[] },
  { currency, buyerZone }: Pick<ReceiptOrder, "currency" | "buyerZone">,
): Line {
  const { title, itemType, quantity, unitPriceCents, discountCents, shippingCents, totalPriceCents } = item;
  const details = [
    kindOfThing(item),
    partsInText(item.parts, buyerZone),
    whenAndWhere(item, buyerZone),
    itemType === "ORDER_BUMP"
      ? "Added at checkout"
      : itemType === "UPSELL"
        ? "Added after checkout"
        : undefined,
    quantity > 1 ? `${quantity} × ${formatMoney(unitPriceCents, currency)}` : undefined,
    discountCents > 0
      ? `${formatMoney(unitPriceCents * quantity, currency)} less ${formatMoney(discountCents, currency)}`
      : undefined,
  ].filter((detail) => detail !== undefined);
  return {
    name: titleInText(title),
    amount: formatMoney(totalPriceCents - shippingCents, currency),
    ...(details.length > 0 && { detail: details.join(" · ") }),
  };
}

function sumLines(order: ReceiptOrder): Line[] {
  const { items, currency, couponCode } = order;
  const savings = items.reduce((sum, { discountCents }) => sum + discountCents, 0);
  const shipping = items.reduce((sum, { shippingCents }) => sum + shippingCents, 0);
  const detail = couponCode ? { detail: `Coupon ${inertLine(couponCode)}` } : {};
  return [
    ...(savings > 0 ? [{ name: "Total savings", amount: formatMoney(savings, currency), ...detail }] : []),
    ...(order.shippingAddress || shipping > 0
      ? [{ name: "Shipping", amount: shipping > 0 ? formatMoney(shipping, currency) : "Free shipping" }]
      : []),
    totalLine(order, "Total paid"),
  ];
}

const totalLine = ({ totalCents, currency }: ReceiptOrder, name: string): Line => ({
  name,
  amount: formatMoney(totalCents, currency),
  strong: true,
});

function paidWith({ paidAt, cardBrand, cardLast4, totalCents, seller }: ReceiptOrder): string {
  const card =
    totalCents > 0 && cardBrand && cardLast4
      ? ` with ${cardBrand.replace(/^./, (letter) => letter.toUpperCase())} ending in ${cardLast4}`
      : "";
  return `${totalCents > 0 ? "Paid" : "Ordered"} on ${longDayText(paidAt, seller.zone)}${card}.`;
}
