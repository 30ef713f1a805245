import { Search } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Input } from "./input.tsx";
import { NativeSelect } from "./native-select.tsx";

type DataTableToolbarProps = {
  label: string;
  filter: string;
  onFilterChange: (filter: string) => void;
  sort: string;
  /** Columns to sort by where there are no column heads to press. */
  sortChoices: readonly { id: string; header: string }[];
  onSortChange: (sort: string) => void;
  filters?: ReactNode;
  actions?: ReactNode;
};

/** What stands above a list: the filter box and further filters, the order on a phone, and the list's actions. */
export function DataTableToolbar(props: DataTableToolbarProps) {
  const { label, filter, onFilterChange, sort, sortChoices, onSortChange, filters, actions } = props;
  const name = label.toLowerCase();
  return (
    <div className="flex flex-wrap items-center gap-2 p-4 sm:px-5">
      <FilterBox label={`Filter ${name}`} filter={filter} onFilterChange={onFilterChange} />
      {filters}
      {sortChoices.length > 0 && (
        <NativeSelect
          aria-label={`Sort ${name}`}
          value={sort}
          onChange={(event) => onSortChange(event.currentTarget.value)}
          className="min-w-32 grow basis-32"
        >
          <option value="">Default order</option>
          {sortChoices.flatMap(({ id, header }) => [
            <option key={id} value={id}>{`${header}, ascending`}</option>,
            <option key={`-${id}`} value={`-${id}`}>{`${header}, descending`}</option>,
          ])}
        </NativeSelect>
      )}
      {actions && (
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow sm:ml-auto">{actions}</div>
      )}
    </div>
  );
}

type FilterBoxProps = { label: string; filter: string; onFilterChange: (filter: string) => void };

/** Shows every key at once and tells of it a moment later, since the state it changes lives in the address. */
function FilterBox({ label, filter, onFilterChange }: FilterBoxProps) {
  const [text, setText] = useState(filter);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <span className="min-w-40 grow basis-40 sm:max-w-72">
      <Input
        type="search"
        prefix={<Search />}
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => {
          const next = event.currentTarget.value;
          setText(next);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => onFilterChange(next.trim()), 120);
        }}
      />
    </span>
  );
}
