import { useQuery } from "@tanstack/react-query";
import { mostInGroup } from "#contract/design/block-kinds.ts";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import { apiQuery } from "#web/api.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";

const useOnSale = () => useQuery(apiQuery(listMyProducts)).data?.filter(({ state }) => state === "PUBLISHED");

type ChoiceProps = { value: string | null; onChange: (id: string | null) => void; isEvent: boolean };

/** A product that is on sale, or one of the events. */
export function ProductChoice({ value, onChange, isEvent }: ChoiceProps) {
  const onSale = useOnSale();
  const fitting = onSale?.filter(({ type }) => !isEvent || type === "EVENT");
  const isGone = fitting !== undefined && value !== null && !fitting.some(({ id }) => id === value);
  return (
    <Field
      label={isEvent ? "Event" : "Product"}
      hint={fitting?.length === 0 ? `You have no ${isEvent ? "event" : "product"} on sale yet.` : undefined}
      error={isGone ? "It is not on sale any more, so the page leaves it out." : undefined}
    >
      <NativeSelect
        value={isGone ? "" : (value ?? "")}
        onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
      >
        <option value="">Choose one</option>
        {fitting?.map(({ id, title }) => (
          <option dir="auto" key={id} value={id}>
            {title}
          </option>
        ))}
      </NativeSelect>
    </Field>
  );
}

/** Products that are on sale, in the order in which they are chosen. */
export function GroupChoice({ value, onChange }: { value: string[]; onChange: (ids: string[]) => void }) {
  const onSale = useOnSale();
  const isFull = value.length >= mostInGroup;
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-sm font-medium">Products</legend>
      {onSale?.length === 0 && (
        <p className="text-sm text-muted-foreground">You have no product on sale yet.</p>
      )}
      <div className="grid max-h-72 gap-1 overflow-y-auto">
        {onSale?.map(({ id, title }) => (
          <label
            key={id}
            className="flex min-h-11 items-center gap-3 rounded-lg px-1 text-sm hover:bg-accent"
          >
            <Checkbox
              checked={value.includes(id)}
              disabled={isFull && !value.includes(id)}
              onChange={({ currentTarget }) =>
                onChange(currentTarget.checked ? [...value, id] : value.filter((each) => each !== id))
              }
            />
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {title}
            </span>
          </label>
        ))}
      </div>
      {isFull && <p className="text-sm text-muted-foreground">A group has at most {mostInGroup} products.</p>}
    </fieldset>
  );
}
