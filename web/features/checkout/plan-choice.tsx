import { type RenewalInterval, yearlySavingPercent } from "#contract/catalog/billing-plan.ts";
import { formatMoney } from "#web/ui/money.ts";
import type { Product } from "./cart.ts";

type Props = {
  /** As it is offered, whatever is chosen. */
  product: Product;
  chosen: Product["billingInterval"];
  onChoose: (interval: RenewalInterval) => void;
};

/** By the month or by the year, each with its price and the year with what it saves. */
export function PlanChoice({ product, chosen, onChoose }: Props) {
  const { priceCents, yearlyPriceCents, currency } = product;
  const saving = yearlySavingPercent(product);
  const plans = [
    { interval: "MONTH", label: "Monthly", cents: priceCents, per: "month" },
    { interval: "YEAR", label: "Yearly", cents: yearlyPriceCents ?? 0, per: "year" },
  ] as const;
  return (
    <fieldset className="mt-1 mb-3 grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-2 lg:mt-4">
      <legend className="sr-only">How often you pay</legend>
      {plans.map(({ interval, label, cents, per }) => (
        <label
          key={interval}
          className="flex min-h-11 items-start gap-2 rounded-xl border border-border p-3 text-sm has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:ring-2"
        >
          <input
            type="radio"
            name="plan"
            className="mt-0.5 size-4 shrink-0 accent-brand outline-none"
            checked={chosen === interval}
            onChange={() => onChoose(interval)}
          />
          <span className="grid min-w-0">
            <span className="font-medium">{label}</span>
            <span className="text-muted-foreground">
              {formatMoney(cents, currency)} / {per}
            </span>
            {interval === "YEAR" && saving > 0 && (
              <span className="font-medium whitespace-nowrap text-success">Save {saving} %</span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
