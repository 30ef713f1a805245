import type { ServerResponse } from "node:http";
import type { FaultKind } from "#tests/support/stripe-server/faults.ts";
import type { SavedAnswer } from "./idempotency.ts";
import { StripeError } from "./stripe-error.ts";

export type Answer = SavedAnswer & { isReplay?: boolean };

/** How Stripe words a refusal. */
export const errorAnswer = ({ status, body }: StripeError, requestId: string): SavedAnswer => ({
  status,
  requestId,
  body: JSON.stringify(
    { error: { ...body, request_log_url: `https://dashboard.test/${requestId}` } },
    null,
    2,
  ),
});

/** A mistake within Stripe. */
export const failed = (requestId: string) =>
  errorAnswer(new StripeError(500, { type: "api_error", message: "An unknown error occurred" }), requestId);
/** Nobody could take the call. */
export const unavailable = () => new StripeError(503, { type: "api_error", message: "Service unavailable" });

/** Puts an answer on the wire, or what a fault leaves of it. */
export function send(
  response: ServerResponse,
  answer: Answer,
  fault: FaultKind | undefined,
  key: string | string[] | undefined,
) {
  // Nobody hears of it: the caller gives up by itself.
  if (fault === "time_out_before" || fault === "time_out_after") return;
  const shown = fault === "unavailable_after" ? errorAnswer(unavailable(), answer.requestId) : answer;
  response.statusCode = shown.status;
  response.setHeader("content-type", "application/json");
  // Stripe's script calls from the shop's page.
  response.setHeader("access-control-allow-origin", "*");
  response.setHeader("request-id", shown.requestId);
  if (typeof key === "string") response.setHeader("idempotency-key", key);
  if (answer.isReplay) response.setHeader("idempotent-replayed", "true");
  const retry = shouldRetry(shown.status);
  if (retry !== undefined) response.setHeader("stripe-should-retry", String(retry));
  const body = fault === "malformed" ? shown.body.slice(0, -20) : shown.body;
  if (fault === "reset") {
    response.setHeader("content-length", String(Buffer.byteLength(body)));
    response.write(body.slice(0, Math.floor(body.length / 2)), () => response.destroy());
    return;
  }
  response.end(body);
}

/** What Stripe says itself; the package decides where it says nothing. */
function shouldRetry(status: number): boolean | undefined {
  if (status === 409 || status === 503) return true;
  return status === 400 || status === 402 || status === 404 ? false : undefined;
}
