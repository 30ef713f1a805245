import { Banknote, Download } from "lucide-react";
import { useState } from "react";
import { exportAffiliates } from "#contract/affiliates/affiliates.ts";
import { ownerOnly } from "#contract/team/roles.ts";
import { useMay } from "#web/layout/use-role.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { type Affiliate, countOf, percentOf } from "./affiliate-data.ts";
import { usePayoutChanges } from "./use-affiliate-changes.ts";

type PeopleCardProps = { affiliates: readonly Affiliate[]; onEdit: (affiliate: Affiliate) => void };

/** Who sends buyers, what each is owed, and for the store's owner the button that pays them. */
export function PeopleCard({ affiliates, onEdit }: PeopleCardProps) {
  const [asking, setAsking] = useState(false);
  const { create } = usePayoutChanges();
  const canPay = useMay(ownerOnly);
  const owed = affiliates.filter(({ payableCents }) => payableCents > 0);
  const totalCents = owed.reduce((sum, { payableCents }) => sum + payableCents, 0);
  return (
    <Card>
      <CardHeader
        title="Affiliates"
        description={
          totalCents > 0
            ? `${formatMoney(totalCents)} is payable to ${countOf(owed.length, "affiliate")}.`
            : "Nothing is payable at the moment."
        }
        action={
          <div className="flex flex-wrap gap-2">
            <LinkButton href={exportAffiliates.url} download variant="outline" size="sm">
              <Download aria-hidden="true" /> Export CSV
            </LinkButton>
            {canPay && totalCents > 0 && (
              <Button size="sm" onClick={() => setAsking(true)}>
                <Banknote aria-hidden="true" /> Create payout
              </Button>
            )}
          </div>
        }
      />
      <ul aria-label="Affiliates" className="mt-4 divide-y divide-border border-t border-border">
        {affiliates.map((affiliate) => (
          <PersonRow key={affiliate.id} affiliate={affiliate} onEdit={() => onEdit(affiliate)} />
        ))}
      </ul>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Create payout"
        description={`${formatMoney(totalCents)} for ${countOf(owed.length, "affiliate")}. Who has connected an account is paid by transfer what was kept for them, at once. You get a list to pay everyone else from, and mark it as paid when they have their money. Later refunds are set off against the next payout.`}
        confirmLabel="Create payout"
        pending={create.isPending}
        onConfirm={() => create.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </Card>
  );
}

function PersonRow({ affiliate, onEdit }: { affiliate: Affiliate; onEdit: () => void }) {
  const { name, email, commissionRate, active, payableCents, pendingCents, inPayoutCents, paidCents } =
    affiliate;
  return (
    <li className="flex items-start justify-between gap-4 px-5 py-3.5 sm:px-6">
      <div className="grid min-w-0 justify-items-start gap-0.5">
        <button
          type="button"
          onClick={onEdit}
          className="max-w-full truncate rounded-sm text-left text-sm font-medium underline-offset-4 hover:underline pointer-coarse:py-2"
        >
          <span className="sr-only">Edit </span>
          <bdi>{name}</bdi>
        </button>
        <p className="max-w-full truncate text-sm text-muted-foreground">{email ?? "No email yet"}</p>
        <p className="text-xs text-muted-foreground">{percentOf(commissionRate)} of each sale</p>
        {!active && <Badge>Not active</Badge>}
      </div>
      <dl className="grid shrink-0 grid-cols-[auto_auto] gap-x-3 gap-y-0.5 text-right text-xs tabular-nums">
        <Sum label="Payable" cents={payableCents} strong />
        {inPayoutCents !== 0 && <Sum label="In a payout" cents={inPayoutCents} />}
        <Sum label="Pending" cents={pendingCents} />
        <Sum label="Paid" cents={paidCents} />
      </dl>
    </li>
  );
}

function Sum({ label, cents, strong = false }: { label: string; cents: number; strong?: boolean }) {
  return (
    <>
      <dt className="text-muted-foreground">{label}</dt>
      <dd className={strong ? "font-semibold" : ""}>{formatMoney(cents)}</dd>
    </>
  );
}
