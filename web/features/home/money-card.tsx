import { Link } from "@tanstack/react-router";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { headerLinkStyle } from "./header-link-style.ts";
import type { HomeNow } from "./home-queries.ts";

type Money = HomeNow["money"];

/** What of the sales is on its way, what is held and how to unlock it, and what has arrived. */
export function MoneyCard({ money: { state, balances } }: Pick<HomeNow, "money">) {
  const isReady = state === "READY";
  return (
    <Card>
      <CardHeader
        title="Your money"
        action={
          <Link to="/admin" search={{ tab: "settings", view: "payouts" }} className={headerLinkStyle}>
            {isReady ? "Payouts" : "Payment settings"}
          </Link>
        }
      />
      <CardBody className="grid gap-4 pt-4 sm:pt-4">
        {balances.map(({ currency, owedCents, transferredCents, directCents }) => (
          <dl key={currency} className="grid gap-2 text-sm">
            <Amount
              label={isReady ? "On its way to you" : "Held for you"}
              cents={owedCents}
              currency={currency}
            />
            <Amount label="Paid to you" cents={transferredCents + directCents} currency={currency} />
          </dl>
        ))}
        {unlocking[state] && <p className="text-sm text-muted-foreground">{unlocking[state]}</p>}
      </CardBody>
    </Card>
  );
}

function Amount({ label, cents, currency }: { label: string; cents: number; currency: string }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="font-medium tabular-nums">{formatMoney(cents, currency)}</dd>
    </div>
  );
}

/** What the money waits for. */
const unlocking: Partial<Record<Money["state"], string>> = {
  NOT_CONNECTED: "It reaches you once you have connected a payout account.",
  INFORMATION_NEEDED: "It reaches you once the payment provider knows what it asks you for.",
  IN_REVIEW: "It reaches you once the payment provider has looked at what you told them.",
};
