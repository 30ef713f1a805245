import { useQuery } from "@tanstack/react-query";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import { apiQuery } from "#web/api.ts";
import { zoneText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import type { Summary } from "./analytics-queries.ts";
import { type Asked, periods } from "./use-analytics-address.ts";

type FiltersProps = {
  asked: Asked;
  /** What is shown, once it is known: own dates begin with it. */
  range: Summary["range"] | undefined;
  change: (parts: Record<string, string | undefined>) => void;
};

/** The period or its own dates, and the product, of all that is on the tab. */
export function Filters({ asked, range, change }: FiltersProps) {
  const { data: products = [] } = useQuery(apiQuery(listMyProducts));
  const zone = useZone();
  const isOwn = asked.startDate !== undefined;
  const choosePeriod = (value: string) => {
    if (value === "own") change({ from: range?.startDate, to: range?.endDate, period: undefined });
    else change({ period: value === "30d" ? undefined : value, from: undefined, to: undefined });
  };
  return (
    <div className="flex flex-wrap gap-2">
      <NativeSelect
        aria-label="Period"
        className="w-full sm:w-44"
        value={isOwn ? "own" : asked.period}
        onChange={({ target }) => choosePeriod(target.value)}
      >
        {periods.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        <option value="own">Own dates</option>
      </NativeSelect>
      {isOwn && (
        <div className="flex grow gap-2 sm:grow-0">
          <Input
            type="date"
            aria-label={`First day (${zoneText(zone)})`}
            min="2000-01-01"
            max={asked.endDate}
            value={asked.startDate}
            onChange={({ target }) => target.value && change({ from: target.value })}
          />
          <Input
            type="date"
            aria-label={`Last day (${zoneText(zone)})`}
            min={asked.startDate}
            max="2199-12-31"
            value={asked.endDate ?? range?.endDate ?? ""}
            onChange={({ target }) => target.value && change({ to: target.value })}
          />
        </div>
      )}
      <NativeSelect
        aria-label="Product"
        className="w-full sm:w-60"
        value={asked.productId ?? ""}
        onChange={({ target }) => change({ product: target.value || undefined })}
      >
        <option value="">All products</option>
        {products.map(({ id, title }) => (
          <option dir="auto" key={id} value={id}>
            {title}
          </option>
        ))}
      </NativeSelect>
    </div>
  );
}
