import { useQuery } from "@tanstack/react-query";
import { TriangleAlert, Wallet } from "lucide-react";
import type { Ref } from "react";
import { getPayouts, type PayoutOverview } from "#contract/payouts/payouts.ts";
import { apiQuery } from "#web/api.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AccountButtons } from "./account-buttons.tsx";
import { PaymentBalances } from "./payment-balances.tsx";
import { type ProviderReturn, usePayoutAccount } from "./use-payout-account.ts";

type PaymentSettingsProps = {
  headingRef: Ref<HTMLHeadingElement>;
  providerReturn: ProviderReturn | undefined;
  onReturnHandled: () => void;
};

/** How the creator's sales reach their bank account. */
export function PaymentSettings({ headingRef, providerReturn, onReturnHandled }: PaymentSettingsProps) {
  const { data, isError, refetch } = useQuery(apiQuery(getPayouts));
  const account = usePayoutAccount("settings", providerReturn, onReturnHandled);
  return (
    <Card aria-busy={!data && !isError}>
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 pt-5 sm:px-6 sm:pt-6">
        <h2
          ref={headingRef}
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
