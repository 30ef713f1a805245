import { useQuery } from "@tanstack/react-query";
import { Radio } from "lucide-react";
import { LoadFailure } from "#web/layout/load-failure.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type LiveView, liveQuery } from "./analytics-queries.ts";
import { channelText, countText, moneyText } from "./words.ts";

/** The last 30 minutes, asked for anew while it is looked at. */
export function LiveCard() {
  const { data, error, refetch } = useQuery(liveQuery);
  if (!data && error)
    return (
      <LoadFailure
        icon={Radio}
        title="The last 30 minutes could not be loaded"
        level={2}
        error={error}
        retry={() => void refetch()}
      />
    );
  return (
    <Card>
      <CardHeader title="Last 30 minutes" description="Renewed every 15 seconds." level={2} />
      <CardBody>{data ? <Live live={data} /> : <Skeleton className="h-24 w-full" />}</CardBody>
    </Card>
  );
}

function Live({ live: { visits, orders, revenue, minutes, sources, products } }: { live: LiveView }) {
  const most = Math.max(1, ...minutes);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 md:grid-cols-3">
      <div className="grid content-start gap-3">
        <p className="text-sm">
          <span className="text-2xl font-semibold tracking-tight tabular-nums">{countText(visits)}</span>{" "}
          {visits === 1 ? "visit" : "visits"}, {orders === 1 ? "1 order" : `${countText(orders)} orders`} for{" "}
          {moneyText(revenue)}
        </p>
        <svg
          viewBox="0 0 150 32"
          className="h-8 w-full text-brand"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {minutes.map((number, index) => (
            <rect
              key={index}
              x={index * 5}
              width={4}
              y={32 - Math.max(1, (number / most) * 32)}
              height={Math.max(1, (number / most) * 32)}
              fill="currentColor"
            />
          ))}
        </svg>
      </div>
      <Top
        title="From"
        rows={sources.map(({ channel, source, visits }) => ({
          key: `${channel} ${source}`,
          name: channelText(channel) === source ? source : `${source} (${channelText(channel)})`,
          visits,
        }))}
      />
      <Top
        title="Looking at"
        rows={products.map(({ id, title, visits }) => ({ key: id, name: title, visits }))}
      />
    </div>
  );
}

function Top({ title, rows }: { title: string; rows: { key: string; name: string; visits: number }[] }) {
  return (
    <div className="grid content-start gap-2 text-sm">
      <h3 className="text-muted-foreground">{title}</h3>
      {rows.length === 0 ? (
        <p>Nobody just now.</p>
      ) : (
        <ul className="grid gap-1">
          {rows.map(({ key, name, visits }) => (
            <li key={key} className="flex justify-between gap-3">
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {name}
              </span>
              <span className="tabular-nums">{countText(visits)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
