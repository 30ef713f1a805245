import { ChartColumn, Table2 } from "lucide-react";
import type { Granularity } from "#contract/analytics/period.ts";
import { Button } from "#web/ui/button.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";

type ChartToolsProps = {
  granularity: Granularity;
  isTable: boolean;
  change: (parts: Record<string, string | undefined>) => void;
};

/** The steps of charts, and whether they are tables; both stand in the address. */
export function ChartTools({ granularity, isTable, change }: ChartToolsProps) {
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
