import { dayText } from "#contract/dates.ts";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { useZone } from "#web/ui/dates.ts";
import { formatMoney } from "#web/ui/money.ts";
import type { MyPlan } from "./plan-query.ts";

/** What was paid for plans, newest first; each line leads to its order, which has the receipt as a file. */
export function PlanReceipts({ receipts }: { receipts: MyPlan["receipts"] }) {
  const zone = useZone();
  return (
    <Card>
      <CardHeader title="Receipts" description="Each is mailed when it is paid, too." />
      <ul aria-label="Receipts" className="mt-3 divide-y divide-border">
        {receipts.map(({ orderId, title, totalCents, refundedCents, currency, paidAt, href }) => (
          <li
            key={orderId}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2.5 text-sm sm:px-6"
          >
            <span className="w-28 text-muted-foreground tabular-nums">{dayText(paidAt, zone)}</span>
            <span className="min-w-0 grow font-medium">{title}</span>
            <span className="tabular-nums">
              {formatMoney(totalCents, currency)}
              {refundedCents > 0 && (
                <span className="text-muted-foreground">
                  , {formatMoney(refundedCents, currency)} given back
                </span>
              )}
            </span>
            <a href={href} className="font-medium underline underline-offset-4">
              Receipt<span className="sr-only"> of {dayText(paidAt, zone)}</span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
