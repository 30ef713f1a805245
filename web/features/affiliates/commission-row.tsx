import type { ReactNode } from "react";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { dayText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { type Commission } from "./affiliate-data.ts";

type Earned = Pick<
  Commission,
  "productTitle" | "amountCents" | "status" | "held" | "payableAt" | "paidAt" | "createdAt"
>;

const tones: Record<Commission["status"], BadgeTone> = {
  PENDING: "warning",
  PAYABLE: "info",
  PAID: "success",
  VOID: "neutral",
};

/** One commission of a list; `who` says through whom, or from whom, it came. */
export function CommissionRow({ commission, who }: { commission: Earned; who: ReactNode }) {
  const zone = useZone();
  const { productTitle, amountCents, status, held, createdAt } = commission;
  return (
    <li className="flex items-start justify-between gap-4 px-5 py-3.5 sm:px-6">
      <div className="grid min-w-0 gap-0.5">
        <p dir="auto" className="truncate text-sm font-medium">
          {productTitle}
        </p>
        <p dir="auto" className="truncate text-sm text-muted-foreground">
          {who}
        </p>
        <p className="text-xs text-muted-foreground">
          {dayText(createdAt, zone)}
          {amountCents < 0 && " · Taken back after a refund"}
        </p>
      </div>
      <div className="grid shrink-0 justify-items-end gap-1">
        <p
          className={
            status === "VOID"
              ? "text-sm text-muted-foreground tabular-nums line-through"
              : "text-sm font-medium tabular-nums"
          }
        >
          {formatMoney(amountCents)}
        </p>
        <Badge tone={held ? "destructive" : tones[status]}>{held ? "On hold" : status}</Badge>
        <p className="text-xs text-muted-foreground">{whenOf(commission, zone)}</p>
      </div>
    </li>
  );
}

function whenOf({ status, held, payableAt, paidAt }: Earned, zone: string) {
  if (status === "VOID") return "Refunded";
  if (held) return "Disputed";
  if (status === "PAID") return paidAt && dayText(paidAt, zone);
  return status === "PENDING" ? `Payable ${dayText(payableAt, zone)}` : "In the next payout";
}
