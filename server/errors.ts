import { recentSignInRequired } from "#contract/accounts/recent-sign-in-code.ts";

/** An expected failure, with the status and the words that the caller gets. */
export class HttpError extends Error {
  readonly status: number;
  /** Stable, for programs: `NOT_FOUND`, `COUPON_EXPIRED`… */
  readonly code: string;
  readonly fields?: Record<string, string>;
  readonly retryAfterSeconds?: number;
  /** Further facts for the caller, for example the order a repeated purchase belongs to. */
  readonly detail?: Record<string, unknown>;

  constructor(
    status: number,
    code: string,
    message: string,
    more: {
      fields?: Record<string, string>;
      retryAfterSeconds?: number;
      detail?: Record<string, unknown>;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    Object.assign(this, more);
  }
}

export const BadRequest = (message: string, code = "BAD_REQUEST") => new HttpError(400, code, message);
export const Unauthorized = () => new HttpError(401, "UNAUTHORIZED", "Unauthorized");
export const Forbidden = (message = "Not allowed", code = "FORBIDDEN") => new HttpError(403, code, message);
/** What is asked for is open to who signed in a moment ago; it was a while. */
export const RecentSignInRequired = () =>
  Forbidden("Please confirm that it is you: you signed in a while ago.", recentSignInRequired);
export const NotFound = (message = "Not found") => new HttpError(404, "NOT_FOUND", message);
/** What was sold there is not sold now; who bought it has it. */
export const StoreSuspended = () =>
  new HttpError(
    404,
    "STORE_SUSPENDED",
    "This store is suspended, so nothing can be bought here at the moment. What was bought stays with its buyers.",
  );
export const Conflict = (message: string, code = "CONFLICT", detail?: Record<string, unknown>) =>
  new HttpError(409, code, message, detail ? { detail } : {});
/** Another request was faster, again and again. Nothing was changed, and the same request may work now. */
export const Busy = () =>
  Conflict("Another tab or request is changing the same thing. Please try again.", "BUSY");
export const TooLarge = (message: string) => new HttpError(413, "TOO_LARGE", message);
export const UnsupportedType = (message: string) => new HttpError(415, "UNSUPPORTED_TYPE", message);

/** One message for each wrong field. */
export const Invalid = (fields: Record<string, string>) =>
  new HttpError(422, "INVALID", Object.values(fields)[0] ?? "Invalid input", { fields });

export const TooManyRequests = (retryAfterSeconds: number) =>
  new HttpError(429, "TOO_MANY_REQUESTS", "Too many requests. Please wait a moment and try again.", {
    retryAfterSeconds,
  });

/** An outside service did not answer; nothing was changed. */
export const Unavailable = (message: string, code = "UNAVAILABLE") =>
  new HttpError(503, code, message, { retryAfterSeconds: 5 });
