import { useQuery } from "@tanstack/react-query";
import { getPayouts, type PayoutOverview } from "#contract/payouts/payouts.ts";
import { apiQuery } from "#web/api.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AccountButtons } from "./account-buttons.tsx";
import { type ProviderReturn, usePayoutAccount } from "./use-payout-account.ts";

type AffiliateAccountProps = { providerReturn: ProviderReturn | undefined; onReturnHandled: () => void };

/** An affiliate's account at the provider: the same one that their own sales would go to. */
export function AffiliateAccount({ providerReturn, onReturnHandled }: AffiliateAccountProps) {
  const { data, isError, refetch } = useQuery(apiQuery(getPayouts));
  const account = usePayoutAccount("affiliate", providerReturn, onReturnHandled);
  if (data?.state === "UNAVAILABLE") return null;
  return (
    <Card aria-busy={!data && !isError}>
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 pt-5 sm:px-6 sm:pt-6">
        <h2 className="text-base font-semibold">Get paid to your account</h2>
        {data && <Badge tone={states[data.state].tone}>{states[data.state].badge}</Badge>}
      </div>
      <CardBody className="grid gap-4">
        {isError ? (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-sm text-muted-foreground">Your account could not be loaded.</p>
            <Button variant="outline" onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        ) : !data ? (
          <>
            <Skeleton className="h-10 w-full max-w-prose" />
            <Skeleton className="h-10 w-32" />
          </>
        ) : (
          <>
            <p className="max-w-prose text-sm text-muted-foreground">{states[data.state].text}</p>
            <AccountButtons overview={data} account={account} />
          </>
        )}
      </CardBody>
    </Card>
  );
}

const byHand = "Until then, creators pay you by hand.";

const states: Record<
  Exclude<PayoutOverview["state"], "UNAVAILABLE">,
  { badge: string; tone: BadgeTone; text: string }
> = {
  NOT_CONNECTED: {
    badge: "Not connected",
    tone: "neutral",
    text: `Connect an account, and commission that is kept for you comes to it with each payout. ${byHand}`,
  },
  INFORMATION_NEEDED: {
    badge: "Information needed",
    tone: "warning",
    text: `Your account is not finished: the payment provider needs more information from you. ${byHand}`,
  },
  IN_REVIEW: {
    badge: "In review",
    tone: "info",
    text: `The payment provider is looking at what you told them. ${byHand}`,
  },
  READY: {
    badge: "Ready",
    tone: "success",
    text: "Your account is connected. With each payout, commission that is kept for you comes to it; the creator pays any other by hand.",
  },
};
