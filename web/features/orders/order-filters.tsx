import { zoneText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import type { CustomersAddress } from "./use-customers-address.ts";

type Filters = Pick<CustomersAddress, "status" | "product" | "from" | "to">;
type OrderFiltersProps = {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  products: readonly { id: string; title: string }[];
};

/** Which orders are shown: of a state, with a product, between two days. */
export function OrderFilters({ filters, onChange, products }: OrderFiltersProps) {
  const zone = useZone();
  return (
    <>
      <NativeSelect
        aria-label="Status"
        value={filters.status}
        onChange={(event) => onChange({ status: event.currentTarget.value })}
        className="min-w-32 grow basis-32 sm:max-w-36"
      >
        <option value="">All statuses</option>
        {["PAID", "PENDING", "FAILED", "REFUNDED"].map((status) => (
          <option key={status}>{status}</option>
        ))}
      </NativeSelect>
      <NativeSelect
        aria-label="Product"
        value={filters.product}
        onChange={(event) => onChange({ product: event.currentTarget.value })}
        className="min-w-32 grow basis-32 sm:max-w-48"
      >
        <option value="">All products</option>
        {products.map(({ id, title }) => (
          <option dir="auto" key={id} value={id}>
            {title}
          </option>
        ))}
      </NativeSelect>
      <div className="flex flex-wrap gap-x-4 gap-y-2 max-sm:w-full">
        <DayInput
          label={`From (${zoneText(zone)})`}
          value={filters.from}
          onChange={(from) => onChange({ from })}
        />
        <DayInput label={`To (${zoneText(zone)})`} value={filters.to} onChange={(to) => onChange({ to })} />
      </div>
    </>
  );
}

type DayInputProps = { label: string; value: string; onChange: (day: string) => void };

function DayInput({ label, value, onChange }: DayInputProps) {
  return (
    <label className="flex items-center justify-between gap-2 text-sm text-muted-foreground max-sm:w-full sm:whitespace-nowrap">
      {label}
      <span className="w-40 shrink-0">
        <Input type="date" value={value} onChange={(event) => onChange(event.currentTarget.value)} />
      </span>
    </label>
  );
}
