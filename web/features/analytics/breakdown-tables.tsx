import type { Breakdown } from "./analytics-queries.ts";
import { CsvLink } from "./csv-link.tsx";
import { TableCard } from "./table-card.tsx";
import type { Asked } from "./use-analytics-address.ts";
import { countText, moneyText, percentText } from "./words.ts";

type ListName = keyof Breakdown["rest"];

const lists: {
  name: ListName;
  title: string;
  description: string;
  offered: string;
  taken: string;
  nothing: string;
}[] = [
  {
    name: "products",
    title: "Products",
    description: "By the product an order began with, what was added to it included.",
    offered: "All orders",
    taken: "Orders",
    nothing: "No orders in this period.",
  },
  {
    name: "bumps",
    title: "Top bumps",
    description: "Taken, of the paid orders at whose checkout it was on offer.",
    offered: "On offer",
    taken: "Taken",
    nothing: "No bump was on offer to a buyer in this period. Add one under Offers.",
  },
  {
    name: "upsells",
    title: "Top upsells",
    description: "Taken, of the orders that were shown it after paying.",
    offered: "Shown",
    taken: "Taken",
    nothing: "No upsell was shown in this period. Add one under Offers.",
  },
  {
    name: "coupons",
    title: "Top coupons",
    description: "Used, of all orders from checkout; revenue is that of the orders.",
    offered: "All orders",
    taken: "Used",
    nothing: "No coupon was used in this period.",
  },
];

type BreakdownTablesProps = { breakdown: Breakdown; asked: Asked };

/** What each product, bump, upsell and coupon brought, best first. */
export function BreakdownTables({ breakdown, asked }: BreakdownTablesProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 2xl:grid-cols-2">
      {lists.map(({ name, title, description, offered, taken, nothing }) => (
        <TableCard
          key={name}
          title={title}
          description={description}
          nothing={nothing}
          action={<CsvLink table={name} asked={asked} title={title} />}
          rows={[...breakdown[name], ...restOf(breakdown.rest[name])]}
          keyOf={({ id }) => id}
          columns={[
            { header: "Name", isName: true, value: (row) => row.name },
            { header: "Revenue", value: ({ revenue }) => moneyText(revenue) },
            { header: taken, value: ({ totalAccepted }) => countText(totalAccepted) },
            {
              header: offered,
              value: ({ totalOffered }) => totalOffered !== null && countText(totalOffered),
            },
            { header: "Rate", value: (row) => row.totalOffered !== null && percentText(row.conversionRate) },
            { header: "Average", value: (row) => row.totalOffered !== null && moneyText(row.avgValue) },
          ]}
        />
      ))}
    </div>
  );
}

/** What stands in no row of its own is one, of which less is known. */
const restOf = (rest: Breakdown["rest"][ListName]) =>
  rest
    ? [
        {
          ...rest,
          id: "rest",
          name: `${countText(rest.rows)} others`,
          totalOffered: null,
          conversionRate: null,
          avgValue: null,
        },
      ]
    : [];
