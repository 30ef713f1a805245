import { useQuery } from "@tanstack/react-query";
import { Check, Download, X } from "lucide-react";
import { useEffect, useState } from "react";
import { exportPayout, listPayouts } from "#contract/affiliates/commissions.ts";
import { ownerOnly } from "#contract/team/roles.ts";
import { apiQuery } from "#web/api.ts";
import { useMay } from "#web/layout/use-role.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { dayText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { countOf, type Payout } from "./affiliate-data.ts";
import { useAffiliateRefresh, usePayoutChanges } from "./use-affiliate-changes.ts";

type Question = { step: "pay" | "cancel"; payout: Payout };

/** Payouts: who gets what and how, the list to pay from, and whether they have it. Shown once there is one. */
export function PayoutsCard() {
  const { data: payouts } = useQuery(apiQuery(listPayouts));
  const { markPaid, cancel } = usePayoutChanges();
  useRefreshWhile(payouts?.some(isOnItsWay) ?? false);
  const [question, setQuestion] = useState<Question>();
  const [asking, setAsking] = useState(false);
  const ask = (next: Question) => {
    setQuestion(next);
    setAsking(true);
  };
  if (!payouts?.length) return null;
  return (
    <Card>
      <CardHeader
        title="Payouts"
        description="Pay from the list, then mark the payout as paid. Transfers are made by themselves."
      />
      <ul aria-label="Payouts" className="mt-4 divide-y divide-border border-t border-border">
        {payouts.map((payout) => (
          <PayoutRow key={payout.id} payout={payout} onAsk={(step) => ask({ step, payout })} />
        ))}
      </ul>
      {question && (
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          {...wordsOf(question)}
          pending={markPaid.isPending || cancel.isPending}
          onConfirm={() =>
            (question.step === "pay" ? markPaid : cancel).mutate(
              { params: { id: question.payout.id } },
              { onSettled: () => setAsking(false) },
            )
          }
        />
      )}
    </Card>
  );
}

const isOnItsWay = ({ method, paidAt }: Payout) => method === "TRANSFER" && !paidAt;

/** A transfer is made within seconds of the payout, and every sum of the tab changes then. */
function useRefreshWhile(waiting: boolean) {
  const refresh = useAffiliateRefresh();
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setInterval(() => void refresh(), 3_000);
    return () => clearInterval(timer);
  }, [waiting, refresh]);
}

function wordsOf({ step, payout }: Question) {
  const sum = `${formatMoney(payout.totalCents)} for ${countOf(payout.affiliates.length, "affiliate")}`;
  return step === "pay"
    ? {
        title: "Mark as paid",
        description: `${sum}. Do this when everyone on the list has their money. This action cannot be undone.`,
        confirmLabel: "Mark as paid",
      }
    : {
        title: "Cancel payout",
        description: `${sum}. Nobody is paid by it, and its commissions are payable again.`,
        confirmLabel: "Cancel payout",
        cancelLabel: "Keep it",
        destructive: true,
      };
}

function PayoutRow({ payout, onAsk }: { payout: Payout; onAsk: (step: Question["step"]) => void }) {
  const zone = useZone();
  const canPay = useMay(ownerOnly);
  const { id, method, failure, createdAt, paidAt, totalCents, affiliates } = payout;
  const transfer = method === "TRANSFER";
  const day = dayText(createdAt, zone);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 px-5 py-4 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="flex items-center gap-3">
          <p className="text-sm font-medium">{day}</p>
          <Badge tone={paidAt ? "success" : transfer ? "info" : "warning"}>
            {paidAt ? `Paid ${dayText(paidAt, zone)}` : transfer ? "Being sent" : "To be paid"}
          </Badge>
        </div>
        <p className="text-sm font-semibold tabular-nums">{formatMoney(totalCents)}</p>
      </div>
      <ul className="grid gap-1 text-sm text-muted-foreground">
        {affiliates.map((affiliate) => (
          <li key={affiliate.id} className="flex justify-between gap-4">
            <span className="truncate">
              <bdi>{affiliate.name}</bdi>
              {affiliate.email && `, ${affiliate.email}`}
            </span>
            <span className="tabular-nums">{formatMoney(affiliate.amountCents)}</span>
          </li>
        ))}
      </ul>
      {transfer && (
        <p className="text-xs text-muted-foreground">
          By transfer to their account, of commission kept from your sales.
        </p>
      )}
      {failure && !paidAt && (
        <p className="text-sm text-warning-soft-foreground">
          The payment provider refused this transfer: {failure}. Pay it by hand, or cancel it.
        </p>
      )}
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        <LinkButton
          href={exportPayout.url.replace(":id", id)}
          download
          variant="outline"
          size="sm"
          aria-label={`Export CSV of the payout of ${day}`}
        >
          <Download aria-hidden="true" /> Export CSV
        </LinkButton>
        {canPay && !paidAt && !transfer && (
          <>
            <Button variant="outline" size="sm" onClick={() => onAsk("cancel")}>
              <X aria-hidden="true" /> Cancel payout
            </Button>
            <Button size="sm" onClick={() => onAsk("pay")}>
              <Check aria-hidden="true" /> Mark as paid
            </Button>
          </>
        )}
      </div>
    </li>
  );
}
