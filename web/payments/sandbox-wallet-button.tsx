import { Suspense, useState } from "react";
import { WalletCards } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { loadable, Nothing } from "#web/ui/loadable.tsx";
import type { WalletButtonsProps } from "./wallet.ts";

const SandboxWalletSheet = loadable(
  async () => (await import("./sandbox-wallet-sheet.tsx")).SandboxWalletSheet,
  Nothing,
);

/** A wallet of the sandbox's own, so that paying by one needs no account anywhere. */
export function SandboxWalletButton({ offer, disabled, onApproved }: WalletButtonsProps) {
  const [shown, setShown] = useState<WalletButtonsProps["offer"]>();
  return (
    <>
      <Button
        size="lg"
        className="h-auto min-h-12 w-full py-2 whitespace-normal bg-foreground text-background hover:bg-foreground/90"
        disabled={disabled}
        onClick={() => setShown(offer)}
      >
        <WalletCards aria-hidden="true" />
        Pay with Sandbox Wallet
      </Button>
      {shown && (
        <Suspense>
          <SandboxWalletSheet offer={shown} onApproved={onApproved} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </>
  );
}
