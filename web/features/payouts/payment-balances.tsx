import type { ReactNode } from "react";
import type { PayoutOverview } from "#contract/payouts/payouts.ts";
import { formatMoney } from "#web/ui/money.ts";

/** What was sold and where it is, and what the platform keeps of it. */
export function PaymentBalances({ overview }: { overview: PayoutOverview }) {
  const { balances, platformFeeBps } = overview;
  const shown =
    balances.length > 0 ? balances : [{ currency: "usd", owedCents: 0, transferredCents: 0, directCents: 0 }];
  return (
    <dl className="grid gap-px overflow-hidden rounded-xl border border-border bg-border sm:grid-cols-2 xl:grid-cols-4">
      <Figure
        label="Kept for you"
        hint="After commissions that are not paid yet; transferred once your account is ready"
      >
        {amounts(shown, "owedCents")}
      </Figure>
      <Figure label="Transferred to you" hint="Earned before your account was ready">
        {amounts(shown, "transferredCents")}
      </Figure>
      <Figure label="Paid to you directly" hint="Went to your account with each sale">
        {amounts(shown, "directCents")}
      </Figure>
      <Figure label="Platform fee" hint="Of every sale; your figures here are after it">
        {percent(platformFeeBps)}
      </Figure>
    </dl>
  );
}

function Figure({ label, hint, children }: { label: string; hint: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1 bg-card p-4">
      <dt className="text-sm text-muted-foreground">{label}</dt>
      <dd className="text-lg font-semibold tabular-nums">{children}</dd>
      <dd className="text-xs text-muted-foreground">{hint}</dd>
    </div>
  );
}

const amounts = (
  balances: PayoutOverview["balances"],
  name: "owedCents" | "transferredCents" | "directCents",
) => balances.map((balance) => formatMoney(balance[name], balance.currency)).join(" + ");

const percent = (bps: number) => `${(bps / 100).toLocaleString("en-US")}%`;
