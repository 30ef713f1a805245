import { useRouter } from "@tanstack/react-router";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Problem } from "#web/payments/payment-problem.tsx";
import { readLastPayment } from "./last-payment.ts";
import { findOutcome } from "./find-outcome.ts";
import { usePaidElsewhere } from "./other-tabs.ts";
import { successPath } from "./success-path.ts";

/** "checking": it was sent, and nobody knows yet. "at bank": the bank waits for the buyer. */
type PaymentState = "checking" | "at bank" | undefined;

type Handlers = {
  onPaid: (paymentIntentId: string, email: string) => unknown;
  onUnpaid: (problem: Problem) => void;
  /** The browser shows the page as it left it. */
  onShownAgain: () => void;
};

/**
 * What became of this tab's last payment for a product. Asked at each load, whenever the page is shown again, after a
 * confirmation that nobody answered, and when another tab says that it has paid. Only the server is believed.
 */
export function useLastPayment(productId: string, handlers: Handlers) {
  const router = useRouter();
  const [state, setState] = useState<PaymentState>();
  const question = useRef(0);
  const newest = useRef(handlers);
  useEffect(() => {
    newest.current = handlers;
  });

  const check = useCallback(
    (paymentIntentId: string, sentAt?: number) => {
      const asked = ++question.current;
      const isWanted = () => asked === question.current;
      if (sentAt !== undefined) setState("checking");
      void findOutcome({ paymentIntentId, sentAt, isWanted }).then((found) => {
        if (!found) return;
        setState(found.kind === "at bank" ? "at bank" : undefined);
        if (found.kind === "paid" || found.kind === "processing")
          return newest.current.onPaid(paymentIntentId, readLastPayment(productId).email ?? "");
        if (found.kind !== "unpaid") return;
        const { message, code } = found;
        if (message) newest.current.onUnpaid({ message, code: code ?? undefined });
        else if (sentAt !== undefined) newest.current.onUnpaid(notArrived);
      });
    },
    [productId],
  );

  /** Whatever was asked is settled by what the buyer does now. */
  const forget = useCallback(() => {
    question.current++;
    setState(undefined);
  }, []);

  useEffect(() => {
    const checkLast = () => {
      const { paymentIntentId } = readLastPayment(productId);
      if (paymentIntentId) check(paymentIntentId);
    };
    const handleShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      newest.current.onShownAgain();
      checkLast();
    };
    checkLast();
    addEventListener("pageshow", handleShow);
    return () => {
      forget();
      removeEventListener("pageshow", handleShow);
    };
  }, [check, forget, productId]);

  usePaidElsewhere(productId, ({ orderReference, email }) => {
    const asked = ++question.current;
    const isWanted = () => asked === question.current;
    void findOutcome({ paymentIntentId: orderReference, isWanted }).then((found) => {
      if (found?.kind === "paid") void router.navigate({ href: successPath(orderReference, email) });
    });
  });

  return { state, check, forget };
}

const notArrived: Problem = {
  message: "Your payment did not get through.",
  step: "Nothing was charged. Please try again.",
};
