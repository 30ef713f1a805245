import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import type { Traffic } from "./analytics-queries.ts";
import { countText, percentText } from "./words.ts";

const steps = [
  { key: "visits", label: "Visits" },
  { key: "checkouts", label: "Saw a checkout" },
  { key: "emails", label: "Gave an address" },
  { key: "tried", label: "Pressed pay" },
  { key: "paid", label: "Paid" },
  { key: "added", label: "Took a bump or an upsell" },
] as const;

/** How many visits came how far: each step is a part of the one before it. */
export function FunnelCard({ total }: { total: Traffic["total"] }) {
  return (
    <Card className="h-full">
      <CardHeader
        title="From visit to payment"
        description="Visits that came at least so far, in percent of all."
        level={3}
      />
      <CardBody>
        <ol className="grid gap-3">
          {steps.map(({ key, label }) => {
            const share = total.visits === 0 ? null : Math.round((total[key] / total.visits) * 1_000) / 10;
            return (
              <li key={key} className="grid gap-1 text-sm">
                <span className="flex flex-wrap justify-between gap-x-3">
                  <span>{label}</span>
                  <span className="tabular-nums">
                    {countText(total[key])}{" "}
                    <span className="text-muted-foreground">({percentText(share)})</span>
                  </span>
                </span>
                <progress
                  aria-hidden="true"
                  max={100}
                  value={share ?? 0}
                  className="h-2 w-full appearance-none overflow-hidden rounded-full bg-muted [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-muted [&::-webkit-progress-value]:bg-brand"
                />
              </li>
            );
          })}
        </ol>
      </CardBody>
    </Card>
  );
}
