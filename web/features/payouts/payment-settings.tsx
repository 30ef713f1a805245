import { useQuery } from "@tanstack/react-query";
import { TriangleAlert, Wallet } from "lucide-react";
import type { ReactNode } from "react";
import { getPayouts, type PayoutOverview } from "#contract/payouts/payouts.ts";
import { apiQuery } from "#web/api.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AccountButtons } from "./account-buttons.tsx";
import { type ProviderReturn, usePayoutAccount } from "./use-payout-account.ts";

type PaymentSettingsProps = {
  /** They were asked for by a press: reading goes on here. */
  isWanted: boolean;
  providerReturn: ProviderReturn | undefined;
  onReturnHandled: () => void;
};

/** How the creator's sales reach their bank account. */
export function PaymentSettings({ isWanted, providerReturn, onReturnHandled }: PaymentSettingsProps) {
  const { data, isError, refetch } = useQuery(apiQuery(getPayouts));
  const account = usePayoutAccount("settings", providerReturn, onReturnHandled);
  return (
    <Card aria-busy={!data && !isError}>
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 pt-5 sm:px-6 sm:pt-6">
        <h2
          ref={isWanted ? takeFocus : undefined}
          tabIndex={-1}
          className="scroll-mt-24 rounded text-base font-semibold outline-none"
        >
          Payment Settings
        </h2>
        {data && <Badge tone={states[data.state].tone}>{states[data.state].badge}</Badge>}
      </div>
      <CardBody className="grid gap-6">
        {isError ? (
          <EmptyState
            icon={Wallet}
            title="Your payment settings could not be loaded"
            action={<Button onClick={() => void refetch()}>Try again</Button>}
          />
        ) : !data ? (
          <SettingsSkeleton />
        ) : (
          <>
            <p className="max-w-prose text-sm text-muted-foreground">{states[data.state].text}</p>
            {data.state === "READY" && data.needsInformation && (
              <p role="status" className="flex items-start gap-2 text-sm text-warning-soft-foreground">
                <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
                The payment provider needs more information from you to keep paying you out.
              </p>
            )}
            <AccountButtons overview={data} account={account} />
            <PaymentBalances overview={data} />
          </>
        )}
      </CardBody>
    </Card>
  );
}

const takeFocus = (heading: HTMLHeadingElement | null) => heading?.focus();

const states: Record<PayoutOverview["state"], { badge: string; tone: BadgeTone; text: string }> = {
  UNAVAILABLE: {
    badge: "Unavailable",
    tone: "neutral",
    text: "This store takes no payments yet, so there is nothing to pay out.",
  },
  NOT_CONNECTED: {
    badge: "Not connected",
    tone: "warning",
    text: "Connect an account, and every sale reaches you by itself. You can sell without one: what you earn until then is kept for you, and transferred once your account is ready.",
  },
  INFORMATION_NEEDED: {
    badge: "Information needed",
    tone: "warning",
    text: "Your account is not finished: the payment provider needs more information from you. What you earn until then is kept for you.",
  },
  IN_REVIEW: {
    badge: "In review",
    tone: "info",
    text: "The payment provider is looking at what you told them. What you earn until then is kept for you.",
  },
  READY: {
    badge: "Ready",
    tone: "success",
    text: "Your account is connected. New sales go straight to it.",
  },
};

function SettingsSkeleton() {
  return (
    <div className="grid gap-6">
      <Skeleton className="h-10 w-full max-w-prose" />
      <Skeleton className="h-10 w-40" />
      <Skeleton className="h-24 w-full" />
    </div>
  );
}

/** What was sold and where it is, and what the platform keeps of it. */
function PaymentBalances({ overview }: { overview: PayoutOverview }) {
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
