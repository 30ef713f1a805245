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
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </NativeSelect>
      <DayInput
        label={`From (${zoneText(zone)})`}
        value={filters.from}
        onChange={(from) => onChange({ from })}
      />
      <DayInput label={`To (${zoneText(zone)})`} value={filters.to} onChange={(to) => onChange({ to })} />
    </>
  );
}

type DayInputProps = { label: string; value: string; onChange: (day: string) => void };

function DayInput({ label, value, onChange }: DayInputProps) {
  return (
    <label className="flex min-w-48 grow basis-48 items-center gap-2 text-sm text-muted-foreground sm:max-w-52">
      {label}
      <Input
        type="date"
        className="min-w-0"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}
