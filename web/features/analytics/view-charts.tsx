import type { CustomerFigures, MembershipFigures, RefundFigures } from "./analytics-queries.ts";
import { StackedBars } from "./stacked-bars.tsx";

type Steps<Row> = { rows: readonly Row[]; isSoFar: boolean };

/** What came to the recurring revenue of each step, and what went. */
export const MovementsChart = (steps: Steps<MembershipFigures["days"][number]>) => (
  <StackedBars
    {...steps}
    unit="money"
    series={[
      { key: "newCents", name: "New", colour: "var(--brand)" },
      { key: "reactivationCents", name: "Came back", colour: "var(--info)" },
      { key: "expansionCents", name: "Expansion", colour: "var(--success)" },
      { key: "contractionCents", name: "Contraction", colour: "var(--muted-foreground)" },
      { key: "churnCents", name: "Lost", colour: "var(--destructive)" },
    ]}
  />
);

/** Who bought for the first time in each step, and orders of those who had bought before. */
export const CustomersChart = (steps: Steps<CustomerFigures["days"][number]>) => (
  <StackedBars
    {...steps}
    unit="count"
    series={[
      { key: "newCustomers", name: "New customers", colour: "var(--brand)" },
      { key: "repeatOrders", name: "Orders of earlier customers", colour: "var(--info)" },
    ]}
  />
);

/** What went back in each step. */
export const RefundsChart = (steps: Steps<RefundFigures["days"][number]>) => (
  <StackedBars
    {...steps}
    unit="money"
    series={[
      { key: "refundedCents", name: "Refunds", colour: "var(--info)" },
      { key: "lostCents", name: "Lost disputes", colour: "var(--destructive)" },
    ]}
  />
);
