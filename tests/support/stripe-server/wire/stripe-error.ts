export type ErrorBody = {
  type: "invalid_request_error" | "card_error" | "idempotency_error" | "api_error" | "rate_limit_error";
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  [more: string]: unknown;
};

/**
 * A refusal on its way to the caller. `executed`: the request passed its checks and was refused by the state of things,
 * so Stripe keeps the answer under the idempotency key; what fails its checks leaves the key free.
 */
export class StripeError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly executed: boolean;
  constructor(status: number, body: ErrorBody, executed = false) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.executed = executed;
  }
}

/** A parameter that cannot be read, or has no right to be there. */
export const invalidParameter = (param: string, message: string, code?: string) =>
  new StripeError(400, { type: "invalid_request_error", message, param, ...(code && { code }) });

/** What the state of an object does not allow; `more` may carry the object. */
export const unexpectedState = (code: string | undefined, message: string, more: object = {}) =>
  new StripeError(400, { type: "invalid_request_error", message, ...(code && { code }), ...more }, true);

/** An id in the address that is nobody's is 404, one in a parameter 400. */
export const resourceMissing = (kind: string, id: string, param?: string) =>
  new StripeError(param === undefined || param === "id" ? 404 : 400, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${kind}: '${id}'`,
    param: param ?? "id",
  });

export type CardFailure = { code: string; decline_code?: string; message: string };

export const cardError = (failure: CardFailure, more: object = {}) =>
  new StripeError(402, { type: "card_error", ...failure, ...more }, true);
