import { useRef } from "react";
import { PaymentSettings } from "./payment-settings.tsx";
import { QuickActions } from "./quick-actions.tsx";
import type { ProviderReturn } from "./use-payout-account.ts";

type SettingsTabProps = {
  handle: string;
  /** What brought the creator back from the provider's page, if that is where they come from. */
  providerReturn: ProviderReturn | undefined;
  onReturnHandled: () => void;
};

/** The Settings tab of /admin. */
export function SettingsTab({ handle, providerReturn, onReturnHandled }: SettingsTabProps) {
  const payments = useRef<HTMLHeadingElement>(null);
  const showPayments = () => {
    payments.current?.focus({ preventScroll: true });
    payments.current?.scrollIntoView({ block: "start", behavior: "smooth" });
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <QuickActions handle={handle} onShowPayments={showPayments} />
      <PaymentSettings
        headingRef={payments}
        providerReturn={providerReturn}
        onReturnHandled={onReturnHandled}
      />
    </div>
  );
}
