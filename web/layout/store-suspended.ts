import { ApiError } from "#web/api.ts";

/** Whether a call failed since the store is suspended. */
export const isStoreSuspended = (error: unknown): boolean =>
  error instanceof ApiError && error.body.code === "STORE_SUSPENDED";

/** What a page that is not there knows of why (`notFound({ data })`). */
export const saysSuspended = (data: unknown): boolean =>
  typeof data === "object" && data !== null && "isSuspended" in data && data.isSuspended === true;
