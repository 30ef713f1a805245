import { type ReactNode, useId } from "react";
import { ChartColumn, Table2 } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import type { ViewProps } from "./view-props.ts";

type Shown = Pick<ViewProps, "granularity" | "isTable" | "change">;
type ChartSectionProps = Shown & {
  title: string;
  children: ReactNode;
};

/** A heading, how its charts are shown, and the charts. */
export function ChartSection({ title, children, ...tools }: ChartSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        <ChartTools {...tools} />
      </div>
      {children}
    </section>
  );
}

/** The steps of charts, and whether they are tables; both stand in the address. */
function ChartTools({ granularity, isTable, change }: Shown) {
  return (
    <div className="flex gap-2">
      <NativeSelect
        aria-label="Steps"
        className="w-32"
        value={granularity}
        onChange={({ target }) => change({ by: target.value })}
      >
        <option value="day">By day</option>
        <option value="week">By week</option>
        <option value="month">By month</option>
      </NativeSelect>
      <Button variant="outline" onClick={() => change({ as: isTable ? undefined : "table" })}>
        {isTable ? <ChartColumn aria-hidden="true" /> : <Table2 aria-hidden="true" />}
        {isTable ? "Show as charts" : "Show as table"}
      </Button>
    </div>
  );
}
