import { isolated } from "#contract/isolated.ts";
import { refundTerms } from "#contract/accounts/refund-words.ts";
import { trialText } from "#contract/catalog/billing-plan.ts";
import type { ProductPage, PurchaseFact } from "#contract/catalog/product-page.ts";
import { countryName } from "#contract/checkout/country-name.ts";
import { formatMoney } from "#server/mail/layout/money.ts";

/** How often a file can be downloaded, and for how many days after the purchase; null: without limit. */
export type DownloadLimits = { maxDownloads: number | null; downloadDays: number | null };

/** A product's file, and how it can be downloaded. */
export type LimitedFile = DownloadLimits & Pick<ProductPage, "digitalFileType">;

/** What of a product its facts are made of, beside what its page shows. */
export type FactsRow = DownloadLimits & {
  parts: (ProductPage["parts"][number] & DownloadLimits)[];
  shipping: { from: string | null; leastCents: number; mostCents: number; countries: number | null } | null;
  seatsLeft: number | null;
};

type Product = FactsRow &
  Pick<
    ProductPage,
    | "type"
    | "priceCents"
    | "suggestedPriceCents"
    | "yearlyPriceCents"
    | "billingInterval"
    | "currency"
    | "trialDays"
    | "digitalFileType"
  > & { refundPolicy: ProductPage["creator"]["refundPolicy"] };

/** What a buyer has to know before paying: the one list of the product page and the checkout. */
export function purchaseFacts(product: Product): PurchaseFact[] {
  const { shipping, seatsLeft, currency } = product;
  const facts: PurchaseFact[] = downloadTexts(product).map((text) => ({ kind: "DOWNLOADS", text }));
  if (shipping) facts.push({ kind: "SHIPPING", text: shippingText(shipping, currency) });
  if (seatsLeft)
    facts.push({ kind: "SEATS", text: `${seatsLeft} ${seatsLeft === 1 ? "seat" : "seats"} left.` });
  if (product.priceCents === 0 && product.suggestedPriceCents === null) return facts;
  if (product.type === "MEMBERSHIP") facts.unshift({ kind: "BILLING", text: billingText(product) });
  facts.push({ kind: "REFUNDS", text: refundTerms(product.refundPolicy) });
  return facts;
}

function billingText({
  priceCents,
  yearlyPriceCents,
  billingInterval,
  currency,
  trialDays,
}: Product): string {
  const isYearly = billingInterval === "YEAR";
  const yearly =
    yearlyPriceCents === null || isYearly ? "" : ` or ${formatMoney(yearlyPriceCents, currency)} a year`;
  const price = `${formatMoney(priceCents, currency)} a ${isYearly ? "year" : "month"}${yearly}`;
  return trialDays > 0
    ? `${trialText(trialDays)} free, then ${price} until you cancel. Your card is charged when the trial ends.`
    : `${price} until you cancel.`;
}

/** Of a bundle, only the parts that are limited. */
function downloadTexts({ type, digitalFileType, maxDownloads, downloadDays, parts }: Product): string[] {
  const isLimited = maxDownloads !== null || downloadDays !== null;
  const own =
    digitalFileType !== null && (isLimited || type === "DOWNLOAD")
      ? [limitsText(digitalFileType, maxDownloads, downloadDays)]
      : [];
  const ofParts = parts
    .filter((part) => part.fileType !== null && (part.maxDownloads !== null || part.downloadDays !== null))
    .map(
      (part) => `${isolated(part.title)}: ${limitsText(part.fileType, part.maxDownloads, part.downloadDays)}`,
    );
  return [...own, ...ofParts];
}

/** How often and how long an add-on's file can be downloaded; null where nothing limits that. */
export const downloadLimit = ({ digitalFileType, maxDownloads, downloadDays }: LimitedFile): string | null =>
  digitalFileType === null || (maxDownloads === null && downloadDays === null)
    ? null
    : limitsText(digitalFileType, maxDownloads, downloadDays);

/** "5 downloads within 30 days of your order." */
function limitsText(fileType: "UPLOAD" | "LINK" | null, most: number | null, days: number | null): string {
  const [one, many] =
    fileType === "LINK" ? ["visit to the link", "visits to the link"] : ["download", "downloads"];
  const count = most === null ? `Unlimited ${many}` : `${most} ${most === 1 ? one : many}`;
  if (days === null) return `${count}, with no end date.`;
  return `${count} within ${days === 1 ? "1 day" : `${days} days`} of your order.`;
}

function shippingText(
  { from, leastCents, mostCents, countries }: NonNullable<Product["shipping"]>,
  currency: string,
): string {
  const money = (cents: number) => (cents === 0 ? "free" : formatMoney(cents, currency));
  const same = leastCents === 0 ? "free shipping" : `${money(leastCents)} for shipping`;
  const cost =
    leastCents === mostCents
      ? same
      : `shipping from ${money(leastCents)} to ${money(mostCents)}, depending on your country`;
  const where =
    countries === null ? "" : ` (${countries === 1 ? "1 country" : `${countries} countries`} only)`;
  const text = from === null ? cost : `Ships from ${countryName(from)}: ${cost}`;
  return `${text.replace(/^./, (letter) => letter.toUpperCase())}${where}.`;
}
