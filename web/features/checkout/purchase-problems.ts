import { Unreachable } from "#web/api.ts";
import { toast } from "#web/ui/toast.ts";
import type { Problem } from "#web/payments/payment-problem.tsx";

export const tellFailed = (description: string) =>
  toast({ title: "Payment Failed", description, variant: "destructive" });

/** Whether a call went out that nobody answered. */
export const wasUnanswered = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof DOMException && error.name === "TimeoutError");

export const beingChecked = "We are checking your payment. Please do not pay again.";
export const closedInTime: Problem = {
  message: "The wallet was closed before your payment was sent.",
  step: "Nothing was charged.",
};
export const notSent: Problem = {
  message: "The connection was lost before your payment was sent.",
  step: "Nothing was charged. Please try again once you are connected.",
};
export const notPlaced: Problem = {
  message: "The connection was lost.",
  step: "Please try again: you will not get it twice.",
};
export const notGiven: Problem = {
  message: "Your order could not be placed just now.",
  step: "Please try again in a minute.",
};
const outOfOrder: Problem = {
  message: "Your payment could not be taken just now.",
  step: "Nothing was charged. Please try again in a minute.",
};

/** Announces that the server failed before the charge. Returns what the page says of it. */
export function tellOutOfOrder(): Problem {
  tellFailed("An unexpected error occurred");
  return outOfOrder;
}
