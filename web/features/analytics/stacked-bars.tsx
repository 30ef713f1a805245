import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { axis, box, frame, legendText, size, type Step, titleOf } from "./chart-parts.tsx";
import { axisMoney, countText, dayText, moneyText } from "./words.ts";

type Series<Row> = { key: keyof Row & string; name: string; colour: string };

type StackedProps<Row extends Step> = {
  rows: readonly Row[];
  isSoFar: boolean;
  series: readonly Series<Row>[];
  unit: "money" | "count";
};

/** Bars of several kinds on each other for each step; what is taken off stands below the line. */
export function StackedBars<Row extends Step>({ rows, isSoFar, series, unit }: StackedProps<Row>) {
  const [axisText, barText] = unit === "money" ? [axisMoney, moneyText] : [countText, countText];
  return (
    <ResponsiveContainer {...size}>
      <BarChart data={rows} stackOffset="sign" {...frame}>
        <CartesianGrid vertical={false} stroke="var(--border)" />
        <XAxis dataKey="date" tickFormatter={dayText} minTickGap={24} {...axis} />
        <YAxis allowDecimals={unit === "money"} tickFormatter={axisText} width={48} {...axis} />
        <ReferenceLine y={0} stroke="var(--border)" />
        <Tooltip
          {...box}
          labelFormatter={titleOf(rows, isSoFar)}
          cursor={{ fill: "var(--muted)" }}
          formatter={(value) => barText(Number(value))}
        />
        <Legend itemSorter={null} wrapperStyle={{ fontSize: 13 }} formatter={legendText} />
        {series.map(({ key, name, colour }) => (
          <Bar
            key={key}
            dataKey={(row: Row) => Number(row[key])}
            name={name}
            stackId="all"
            fill={colour}
            maxBarSize={28}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}
