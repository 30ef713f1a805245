import { Suspense } from "react";
import { PaymentProblem } from "#web/payments/payment-problem.tsx";
import { PaymentHint } from "./payment-hint.tsx";
import { AlreadyPurchased } from "./payment-parts.ts";
import { PaymentState } from "./payment-state.tsx";
import { PurchaseNotice } from "./purchase-notice.tsx";
import type { Checkout } from "./use-checkout-session.ts";
import type { usePurchase } from "./use-purchase.ts";

type Props = {
  checkout: Checkout;
  email: string;
  isFree: boolean;
  purchase: Pick<ReturnType<typeof usePurchase>, "state" | "busy" | "problem" | "notice">;
  /** Why the typed amount can't be paid, once Pay was pressed. */
  askedAmount: string | undefined;
  onContinue: () => void;
};

/** All that is said right above Pay. */
export function PaymentMessages({ checkout, email, isFree, purchase, askedAmount, onContinue }: Props) {
  const { refusal, change } = checkout;
  return (
    <>
      {refusal?.kind === "earlier" ? (
        <Suspense>
          <AlreadyPurchased order={refusal.order} onBuyAgain={() => change({ buyAgain: true })} />
        </Suspense>
      ) : (
        <PaymentHint email={email} checkout={checkout} isFree={isFree} />
      )}
      {(purchase.state === "checking" || purchase.state === "at bank") && (
        <PaymentState state={purchase.state} busy={purchase.busy} onContinue={onContinue} />
      )}
      {purchase.problem && <PaymentProblem problem={purchase.problem} />}
      <PurchaseNotice text={askedAmount ?? purchase.notice} />
    </>
  );
}
