import { useQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import type { ReactNode } from "react";
import type { Granularity } from "#contract/analytics/period.ts";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#web/ui/table.tsx";
import { type Traffic, trafficQuery } from "./analytics-queries.ts";
import { FunnelCard } from "./funnel-card.tsx";
import { TrendCard } from "./trend-card.tsx";
import type { Asked } from "./use-analytics-address.ts";
import { channelText, countText, moneyText, percentText } from "./words.ts";

const VisitsChart = loadable(async () => (await import("./trend-charts.tsx")).VisitsChart);

type TrafficSectionProps = { asked: Asked; granularity: Granularity; isTable: boolean };

/** Who came to the store, from where, how far they came, and what led to orders. */
export function TrafficSection({ asked, granularity, isTable }: TrafficSectionProps) {
  const { data, error, refetch } = useQuery(trafficQuery(asked, granularity));
  return (
    <section aria-labelledby="traffic" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-1">
        <h2 id="traffic" className="text-base font-semibold">
          Visits and where they came from
        </h2>
        <p className="text-sm text-muted-foreground">
          A visit ends when its visitor was away for 30 minutes. It is counted without cookies; robots and
          your own visits are left out.
        </p>
      </div>
      {data ? (
        <Loaded traffic={data} isTable={isTable} ofProduct={asked.productId !== undefined} />
      ) : error ? (
        <LoadFailure
          icon={ChartNoAxesColumn}
          title="Your visits could not be loaded"
          error={error}
          retry={() => void refetch()}
        />
      ) : (
        <Skeleton className="h-80 w-full rounded-2xl" />
      )}
    </section>
  );
}

type LoadedProps = { traffic: Traffic; isTable: boolean; ofProduct: boolean };

function Loaded({ traffic, isTable, ofProduct }: LoadedProps) {
  const { total, days, range, sources, products, origins } = traffic;
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
        <TrendCard
          title="Visits"
          sentence={`${countText(total.visits)} in all, with ${countText(total.views)} looks at pages.`}
          rows={days}
          isSoFar={range.isSoFar}
          isTable={isTable}
          columns={[
            { header: "Visits", value: ({ visits }) => countText(visits) },
            { header: "Paid", value: ({ paid }) => countText(paid) },
          ]}
        >
          <VisitsChart rows={days} isSoFar={range.isSoFar} />
        </TrendCard>
        <FunnelCard total={total} />
      </div>
      <ListCard
        title="Sources"
        description={
          ofProduct
            ? "Where visits to the whole store came from."
            : "Where visits came from, and how far they came."
        }
        nothing="No visits yet. Share your store's address to bring people in."
        isEmpty={sources.length === 0}
      >
        <Steps
          label="Sources"
          rows={sources.map(({ channel, source, ...steps }) => ({
            ...steps,
            key: `${channel} ${source}`,
            name: source,
            note: channelText(channel),
          }))}
        />
      </ListCard>
      <ListCard
        title="Products that were looked at"
        description="Visits that saw the product's page or checkout, and how far they came with it."
        nothing="Nobody looked at a product in this period."
        isEmpty={products.length === 0}
      >
        <Steps
          label="Products that were looked at"
          rows={products.map(({ id, title, ...steps }) => ({ ...steps, key: id, name: title, note: "" }))}
        />
      </ListCard>
      <ListCard
        title="Where orders came from"
        description="By the message or mail that led to it, else the affiliate, else its visit. Revenue is less what was given back of these orders."
        nothing="No orders in this period."
        isEmpty={origins.length === 0}
      >
        <Table label="Where orders came from">
          <TableHeader>
            <TableRow>
              <TableHead>From</TableHead>
              <TableHead className="text-right">Orders</TableHead>
              <TableHead className="text-right">Revenue</TableHead>
            </TableRow>
          </TableHeader>
          <TableBody>
            {origins.map(({ channel, source, orders, revenue }) => (
              <TableRow key={`${channel} ${source}`}>
                <TableCell className="min-w-44 wrap-anywhere">
                  <Named name={source} note={channelText(channel)} />
                </TableCell>
                <TableCell className="text-right tabular-nums">{countText(orders)}</TableCell>
                <TableCell className="text-right tabular-nums">{moneyText(revenue)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </ListCard>
    </>
  );
}

type StepRow = Pick<Traffic["total"], "visits" | "checkouts" | "emails" | "tried" | "paid"> & {
  key: string;
  name: string;
  note: string;
};

function Steps({ label, rows }: { label: string; rows: StepRow[] }) {
  return (
    <Table label={label}>
      <TableHeader>
        <TableRow>
          <TableHead>Name</TableHead>
          {["Visits", "Checkout", "Email", "Tried", "Paid", "Rate"].map((header) => (
            <TableHead key={header} className="text-right">
              {header}
            </TableHead>
          ))}
        </TableRow>
      </TableHeader>
      <TableBody>
        {rows.map(({ key, name, note, visits, checkouts, emails, tried, paid }) => (
          <TableRow key={key}>
            <TableCell className="min-w-44 wrap-anywhere">
              <Named name={name} note={note} />
            </TableCell>
            {[visits, checkouts, emails, tried, paid].map((number, index) => (
              <TableCell key={index} className="text-right tabular-nums">
                {countText(number)}
              </TableCell>
            ))}
            <TableCell className="text-right tabular-nums">
              {percentText(visits === 0 ? null : Math.round((paid / visits) * 1_000) / 10)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Named({ name, note }: { name: string; note: string }) {
  return (
    <>
      {name}
      {note && <span className="block text-xs text-muted-foreground">{note}</span>}
    </>
  );
}

type ListCardProps = {
  title: string;
  description: string;
  nothing: string;
  isEmpty: boolean;
  children: ReactNode;
};

function ListCard({ title, description, nothing, isEmpty, children }: ListCardProps) {
  return (
    <Card>
      <CardHeader title={title} description={description} level={3} />
      <CardBody>
        {isEmpty ? (
          <p className="text-sm text-muted-foreground">{nothing}</p>
        ) : (
          <div className="max-h-96 overflow-y-auto rounded-xl border border-border">{children}</div>
        )}
      </CardBody>
    </Card>
  );
}
