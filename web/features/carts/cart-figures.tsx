import { useQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import { useState } from "react";
import { getCartAnalytics } from "#contract/carts/analytics.ts";
import type { CartPeriod } from "#contract/carts/carts.ts";
import { apiQuery } from "#web/api.ts";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { Card } from "#web/ui/card.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { ProvenExtra } from "./proven-extra.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** How many carts were left, and what came back. */
export function CartFigures() {
  const [period, setPeriod] = useState<CartPeriod>("month");
  const { data, error, refetch } = useQuery(apiQuery(getCartAnalytics, { querystring: { period } }));
  if (error && !data)
    return (
      <LoadFailure
        icon={ChartNoAxesColumn}
        title="Your figures could not be loaded"
        level={2}
        error={error}
        retry={() => void refetch()}
      />
    );
  return (
    <section aria-label="Cart analytics" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <NativeSelect
        aria-label="Period"
        className="w-full sm:w-52"
        value={period}
        onChange={({ target }) => setPeriod(target.value as CartPeriod)}
      >
        <option value="today">Today</option>
        <option value="week">7 days</option>
        <option value="month">30 days</option>
      </NativeSelect>
      {!data ? (
        <Skeleton className="h-28 w-full" />
      ) : (
        <>
          <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
            <Figure
              label="Abandoned carts"
              value={data.totalCarts.toLocaleString("en-US")}
              change={changeText(data.totalCartsChange, "%")}
            />
            <Figure
              label="Abandonment rate"
              value={percentText(data.abandonmentRate)}
              change={changeText(data.abandonmentRateChange, " points")}
            />
            <Figure
              label="Recovery rate"
              value={percentText(data.recoveryRate)}
              change={changeText(data.recoveryRateChange, " points")}
            />
            <Figure
              label="Revenue recovered"
              value={formatMoney(data.revenueRecovered, data.currency)}
              change={changeText(data.revenueRecoveredChange, "%")}
            />
          </dl>
          <Card className="p-5">
            <h2 className="text-base font-semibold">What the mails earned</h2>
            <p className="mt-1 text-sm text-muted-foreground">
              {data.mailedCarts === 1
                ? "1 cart was"
                : `${data.mailedCarts.toLocaleString("en-US")} carts were`}{" "}
              mailed or recovered, {data.recoveredCarts.toLocaleString("en-US")} of them came back. Refunds
              are taken off. Some of these people would have come back without a mail: below stands what is
              proven.
            </p>
            <dl className="mt-4 grid gap-3 text-sm sm:grid-cols-3">
              <Part label="By the link" cents={data.byLinkCents} currency={data.currency} />
              <Part label="Within 7 days of a mail" cents={data.nearCents} currency={data.currency} />
              <Part label="Marked by you" cents={data.byHandCents} currency={data.currency} />
            </dl>
          </Card>
          <ProvenExtra />
        </>
      )}
    </section>
  );
}

const percentText = (rate: number | null) => (rate === null ? "–" : `${rate.toLocaleString("en-US")} %`);
const changeText = (change: number | null, unit: string) =>
  change === null
    ? "nothing to compare with yet"
    : `${change > 0 ? "+" : ""}${change.toLocaleString("en-US")}${unit} on the time before`;

function Figure({ label, value, change }: { label: string; value: string; change: string }) {
  return (
    <Card className="p-4">
      <dt className="text-sm text-muted-foreground">{label}</dt>
      <dd className="mt-1 text-xl font-semibold tabular-nums">{value}</dd>
      <dd className="mt-1 text-xs text-muted-foreground">{change}</dd>
    </Card>
  );
}

function Part({ label, cents, currency }: { label: string; cents: number; currency: string }) {
  return (
    <div>
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="font-semibold tabular-nums">{formatMoney(cents, currency)}</dd>
    </div>
  );
}
