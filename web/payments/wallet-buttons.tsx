import { Suspense, useSyncExternalStore } from "react";
import { loadable, Nothing } from "#web/ui/loadable.tsx";
import type { PaymentForm } from "./payment-form.tsx";
import { SandboxWalletButton } from "./sandbox-wallet-button.tsx";
import type { WalletButtonsProps } from "./wallet.ts";

const StripeWalletButtons = loadable(
  async () => (await import("./stripe-wallet-buttons.tsx")).StripeWalletButtons,
  Nothing,
);

type Props = WalletButtonsProps & {
  setup: Parameters<typeof PaymentForm>[0]["setup"];
  onKnown: (isThere: boolean) => void;
};

/** The wallets of whichever provider takes the payments, each with the button that its maker asks for. */
export function WalletButtons({ setup, onKnown, disabled, ...props }: Props) {
  const isInBrowser = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  if (setup.provider === "sandbox")
    return <SandboxWalletButton disabled={disabled || !isInBrowser} {...props} />;
  if (!isInBrowser || !setup.publishableKey) return null;
  return (
    <Suspense>
      <StripeWalletButtons
        publishableKey={setup.publishableKey}
        onKnown={onKnown}
        disabled={disabled}
        {...props}
      />
    </Suspense>
  );
}
