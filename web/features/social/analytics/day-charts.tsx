import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { formatMoney } from "#web/ui/money.ts";
import type { Analytics } from "./analytics-query.ts";
import { axisMoney, countText, dayText, fullDayText } from "./figure-texts.ts";

type Days = Pick<Analytics, "days">;

const axis = { stroke: "var(--muted-foreground)", fontSize: 12, tickLine: false, axisLine: false } as const;
const box = {
  contentStyle: {
    background: "var(--popover)",
    border: "1px solid var(--border)",
    borderRadius: 12,
    color: "var(--popover-foreground)",
    fontSize: 13,
  },
  labelFormatter: (day: unknown) => fullDayText(String(day)),
  isAnimationActive: false,
} as const;
const frame = { margin: { top: 8, right: 8, bottom: 0, left: 0 } } as const;

/** Net revenue of each day. */
export function RevenueChart({ days }: Days) {
  return (
    <ResponsiveContainer width="100%" height={240}>
      <BarChart data={days} {...frame} title="Net revenue by day">
        <CartesianGrid vertical={false} stroke="var(--border)" />
        <XAxis dataKey="day" tickFormatter={dayText} minTickGap={24} {...axis} />
        <YAxis tickFormatter={axisMoney} width={48} {...axis} />
        <Tooltip
          {...box}
          cursor={{ fill: "var(--muted)" }}
          formatter={(cents) => [formatMoney(Number(cents)), "Net revenue"]}
        />
        <Bar
          dataKey="netRevenueCents"
          name="Net revenue"
          fill="var(--brand)"
          radius={[4, 4, 0, 0]}
          maxBarSize={28}
          isAnimationActive={false}
        />
      </BarChart>
    </ResponsiveContainer>
  );
}

/** Dashes tell the lines apart where colours do not. */
const lines = [
  { key: "received", name: "Received", colour: "var(--muted-foreground)", dashes: "2 3" },
  { key: "sent", name: "Replies sent", colour: "var(--brand)", dashes: "0" },
  { key: "clicks", name: "Links clicked", colour: "var(--info)", dashes: "7 3" },
] as const;

/** In the page's own colour: the line's would be too faint for text. */
const legendText = (name: string) => <span className="text-foreground">{name}</span>;

/** Messages, replies and clicks of each day. */
export function MessagesChart({ days }: Days) {
  return (
    <ResponsiveContainer width="100%" height={240}>
      <LineChart data={days} {...frame} title="Messages, replies and clicks by day">
        <CartesianGrid vertical={false} stroke="var(--border)" />
        <XAxis dataKey="day" tickFormatter={dayText} minTickGap={24} {...axis} />
        <YAxis allowDecimals={false} tickFormatter={countText} width={36} {...axis} />
        <Tooltip {...box} formatter={(count) => countText(Number(count))} />
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
            dot={days.length === 1}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  );
}
