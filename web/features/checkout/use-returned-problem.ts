import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from "react";
import type { Problem } from "#web/payments/payment-problem.tsx";
import { readLastPayment, updateLastPayment } from "./last-payment.ts";

const neverChanges = () => () => {};

/**
 * Why this tab's last payment failed, where that led back to the checkout; undefined on the server and where none did. It is
 * forgotten with that, so a reload starts anew. `onReturn` is called once.
 */
export function useReturnedProblem(
  productId: string,
  onReturn: (problem: Problem) => void,
): Problem | undefined {
  const isInBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  const problem = useMemo(
    () => (isInBrowser ? readLastPayment(productId).problem : undefined),
    [isInBrowser, productId],
  );
  const tell = useEffectEvent(onReturn);
  useEffect(() => {
    if (!problem) return;
    updateLastPayment(productId, { problem: undefined });
    tell(problem);
  }, [problem, productId]);
  return problem;
}
