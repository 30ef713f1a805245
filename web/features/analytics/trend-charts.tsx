import {
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  Legend,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import type { MembershipFigures, Traffic, Trend } from "./analytics-queries.ts";
import { axis, box, frame, legendText, size, type Step, titleOf } from "./chart-parts.tsx";
import { axisMoney, countText, dayText, moneyText, percentText } from "./words.ts";

type ChartProps = { rows: Trend; isSoFar: boolean };

type BarsProps<Row extends Step> = {
  rows: readonly Row[];
  isSoFar: boolean;
  of: keyof Row & string;
  name: string;
  colour: string;
  /** Of the whole axis, and of one bar. */
  axisText: (value: number) => string;
  barText: (value: number) => string;
  axisWidth: number;
};

/** A bar for each step; the last one is hollow and dashed while it is not over. */
function StepBars<Row extends Step>(props: BarsProps<Row>) {
  const { rows, isSoFar, of, name, colour, axisText, barText, axisWidth } = props;
  return (
    <ResponsiveContainer {...size}>
      <BarChart data={rows} {...frame}>
        <CartesianGrid vertical={false} stroke="var(--border)" />
        <XAxis dataKey="date" tickFormatter={dayText} minTickGap={24} {...axis} />
        <YAxis allowDecimals={axisText !== countText} tickFormatter={axisText} width={axisWidth} {...axis} />
        <Tooltip
          {...box}
          labelFormatter={titleOf(rows, isSoFar)}
          cursor={{ fill: "var(--muted)" }}
          formatter={(value) => [barText(Number(value)), name]}
        />
        <Bar
          dataKey={(row: Row) => Number(row[of])}
          fill={colour}
          radius={[4, 4, 0, 0]}
          maxBarSize={28}
          isAnimationActive={false}
        >
          {rows.map((row) => (
            <Cell key={row.date} {...(isSoFar && row === rows.at(-1) && openBar(colour))} />
          ))}
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  );
}

/** What each step brought. */
export const RevenueChart = (steps: ChartProps) => (
  <StepBars
    {...steps}
    of="revenue"
    name="Revenue"
    colour="var(--brand)"
    axisText={axisMoney}
    barText={moneyText}
    axisWidth={48}
  />
);

/** How many orders each step had. */
export const OrdersChart = (steps: ChartProps) => (
  <StepBars
    {...steps}
    of="orders"
    name="Orders"
    colour="var(--info)"
    axisText={countText}
    barText={countText}
    axisWidth={40}
  />
);

/** How many visits began in each step. */
export const VisitsChart = (steps: { rows: Traffic["days"]; isSoFar: boolean }) => (
  <StepBars
    {...steps}
    of="visits"
    name="Visits"
    colour="var(--brand)"
    axisText={countText}
    barText={countText}
    axisWidth={48}
  />
);

/** The recurring revenue of a month, as it was at the end of each step. */
export const RecurringChart = (steps: { rows: MembershipFigures["days"]; isSoFar: boolean }) => (
  <StepBars
    {...steps}
    of="mrrCents"
    name="MRR"
    colour="var(--brand)"
    axisText={axisMoney}
    barText={moneyText}
    axisWidth={48}
  />
);

const openBar = (colour: string) => ({ fill: "transparent", stroke: colour, strokeDasharray: "3 3" });

/** Dashes tell the lines apart where colours do not. */
const lines = [
  { key: "attachRate", name: "Bumps", colour: "var(--brand)", dashes: "0" },
  { key: "acceptRate", name: "Upsells", colour: "var(--info)", dashes: "7 3" },
  { key: "usageRate", name: "Coupons", colour: "var(--muted-foreground)", dashes: "2 3" },
] as const;

/** How often offers were taken in each step. */
export function RatesChart({ rows, isSoFar }: ChartProps) {
  return (
    <ResponsiveContainer {...size}>
      <LineChart data={rows} {...frame}>
        <CartesianGrid vertical={false} stroke="var(--border)" />
        <XAxis dataKey="date" tickFormatter={dayText} minTickGap={24} {...axis} />
        <YAxis tickFormatter={(rate: number) => percentText(rate)} width={48} {...axis} />
        <Tooltip
          {...box}
          labelFormatter={titleOf(rows, isSoFar)}
          formatter={(rate) => percentText(Number(rate))}
        />
        <Legend
          iconType="plainline"
          itemSorter={null}
          wrapperStyle={{ fontSize: 13 }}
          formatter={legendText}
        />
        {lines.map(({ key, name, colour, dashes }) => (
          <Line
            key={key}
            dataKey={key}
            name={name}
            type="linear"
            stroke={colour}
            strokeWidth={2}
            strokeDasharray={dashes}
            connectNulls
            dot={{ r: 2 }}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  );
}
