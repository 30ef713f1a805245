import type { Affiliate, AffiliateLink } from "#contract/affiliates/affiliates.ts";
import type { Commission, Payout } from "#contract/affiliates/commissions.ts";
import type { CsvColumn } from "#server/http/csv.ts";

const dollars = (cents: number) => cents / 100;

export const linkColumns: CsvColumn<AffiliateLink>[] = [
  { header: "Code", value: ({ code }) => code },
  { header: "Link", value: ({ url }) => url },
  { header: "Affiliate", value: ({ affiliate }) => affiliate.name },
  { header: "Email", value: ({ affiliate }) => affiliate.email },
  { header: "Product", value: ({ product }) => product?.title ?? "All products" },
  { header: "Clicks", value: ({ clicks }) => clicks },
  { header: "Conversions", value: ({ conversions }) => conversions },
  { header: "Earned (USD)", value: ({ earnedCents }) => dollars(earnedCents) },
  { header: "Active", value: ({ active }) => active },
  { header: "Created", value: ({ createdAt }) => createdAt },
];

export const affiliateColumns: CsvColumn<Affiliate>[] = [
  { header: "Affiliate", value: ({ name }) => name },
  { header: "Email", value: ({ email }) => email },
  { header: "Commission (%)", value: ({ commissionRate }) => Number((commissionRate * 100).toFixed(2)) },
  { header: "Pending (USD)", value: ({ pendingCents }) => dollars(pendingCents) },
  { header: "Payable (USD)", value: ({ payableCents }) => dollars(payableCents) },
  { header: "In payout (USD)", value: ({ inPayoutCents }) => dollars(inPayoutCents) },
  { header: "Paid (USD)", value: ({ paidCents }) => dollars(paidCents) },
  { header: "Active", value: ({ active }) => active },
];

export const commissionColumns: CsvColumn<Commission>[] = [
  { header: "Date", value: ({ createdAt }) => createdAt },
  { header: "Affiliate", value: ({ affiliateName }) => affiliateName },
  { header: "Code", value: ({ code }) => code },
  { header: "Product", value: ({ productTitle }) => productTitle },
  { header: "Order", value: ({ orderId }) => orderId },
  { header: "Commission (USD)", value: ({ amountCents }) => dollars(amountCents) },
  { header: "Rate (%)", value: ({ commissionRate }) => Number((commissionRate * 100).toFixed(2)) },
  { header: "Status", value: ({ status, held }) => (held ? `${status} (on hold)` : status) },
  { header: "Payable from", value: ({ payableAt }) => payableAt },
  { header: "Paid", value: ({ paidAt }) => paidAt },
];

export const payoutColumns: CsvColumn<Payout["affiliates"][number]>[] = [
  { header: "Affiliate", value: ({ name }) => name },
  { header: "Email", value: ({ email }) => email },
  { header: "Amount (USD)", value: ({ amountCents }) => dollars(amountCents) },
];
