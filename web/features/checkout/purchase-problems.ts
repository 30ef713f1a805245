import { Unreachable } from "#web/api.ts";
import type { Problem } from "#web/payments/payment-problem.tsx";

/** Whether a call went out that nobody answered. */
const wasUnanswered = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof DOMException && error.name === "TimeoutError");

export const beingChecked = "We are checking your payment. Please do not pay again.";
export const closedInTime: Problem = {
  message: "The wallet was closed before your payment was sent.",
  step: "Nothing was charged.",
};
const notSent: Problem = {
  message: "The connection was lost before your payment was sent.",
  step: "Nothing was charged. Please try again once you are connected.",
};
const notPlaced: Problem = {
  message: "The connection was lost.",
  step: "Please try again: you will not get it twice.",
};
const notGiven: Problem = {
  message: "Your order could not be placed just now.",
  step: "Please try again in a minute.",
};
export const outOfOrder: Problem = {
  message: "Your payment could not be taken just now.",
  step: "Nothing was charged. Please try again in a minute.",
};

/** Why nothing was charged, where a call before the charge failed. */
export function unchargedProblem(error: unknown, isFree: boolean): Problem {
  if (wasUnanswered(error)) return isFree ? notPlaced : notSent;
  return isFree ? notGiven : outOfOrder;
}
