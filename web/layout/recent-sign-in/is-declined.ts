import { recentSignInRequired } from "#contract/accounts/recent-sign-in-code.ts";
import { ApiError } from "#web/api.ts";

/** Whether a call was not made since its caller would rather not prove who they are: they know, and need not be told. */
export const isDeclined = (error: unknown): boolean =>
  error instanceof ApiError && error.body.code === recentSignInRequired;
