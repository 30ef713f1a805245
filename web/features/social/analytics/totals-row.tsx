import { formatMoney } from "#web/ui/money.ts";
import type { Earnings } from "./analytics-query.ts";
import { countText } from "./figure-texts.ts";

/** The way from a message to money, in five figures of one period. */
export function TotalsRow({ totals }: { totals: Earnings }) {
  const steps = [
    { label: "Received", value: countText(totals.received) },
    { label: "Replies sent", value: countText(totals.sent) },
    { label: "Links clicked", value: countText(totals.clicks) },
    { label: "Orders", value: countText(totals.orders) },
    { label: "Net revenue", value: formatMoney(totals.netRevenueCents) },
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-5">
      {steps.map(({ label, value }) => (
        <div key={label} className="grid gap-0.5 last:max-sm:col-span-2">
          <dt className="text-xs text-muted-foreground">{label}</dt>
          <dd className="text-lg font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
