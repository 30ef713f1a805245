import { ExternalLink, RefreshCw, Wallet } from "lucide-react";
import type { PayoutOverview } from "#contract/payouts/payouts.ts";
import { Button } from "#web/ui/button.tsx";
import type { usePayoutAccount } from "./use-payout-account.ts";

type AccountButtonsProps = { overview: PayoutOverview; account: ReturnType<typeof usePayoutAccount> };

/** What can be done about an account at the provider, as it stands. */
export function AccountButtons({ overview: { state, needsInformation }, account }: AccountButtonsProps) {
  if (state === "UNAVAILABLE") return null;
  const { connect, openDashboard, check, isLeaving, isChecking } = account;
  const asksMore = state === "INFORMATION_NEEDED" || (state === "READY" && needsInformation);
  return (
    <div className="flex flex-wrap gap-3">
      {state === "NOT_CONNECTED" && (
        <Button disabled={isLeaving} onClick={connect}>
          <Wallet aria-hidden="true" /> Connect
        </Button>
      )}
      {asksMore && (
        <Button disabled={isLeaving} onClick={connect}>
          <ExternalLink aria-hidden="true" /> Continue setup
        </Button>
      )}
      {state === "READY" && (
        <Button variant="outline" disabled={isLeaving} onClick={openDashboard}>
          <ExternalLink aria-hidden="true" /> Open payout dashboard
        </Button>
      )}
      {(state === "INFORMATION_NEEDED" || state === "IN_REVIEW") && (
        <Button variant="outline" disabled={isChecking} onClick={check}>
          <RefreshCw aria-hidden="true" className={isChecking ? "animate-spin" : ""} /> Check again
        </Button>
      )}
    </div>
  );
}
