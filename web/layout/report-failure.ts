import { recentSignInRequired } from "#contract/accounts/recent-sign-in-code.ts";
import { planPathFrom } from "#contract/plans/plan-path.ts";
import { ApiError, isUnauthorized, Unreachable } from "#web/api.ts";
import { toast } from "#web/ui/toast.ts";
import { sendToSignIn } from "./current-user.ts";

/**
 * Says that a change did not happen: a lost network or session, what only the server can say, else the given text. Nothing
 * to whoever would rather not prove who they are.
 */
export function reportFailure(error: unknown, text: string) {
  if (isDeclined(error)) return;
  if (isUnauthorized(error)) {
    sendToSignIn({ title: "Unauthorized: You are logged out. Logging in again..." });
    return;
  }
  const isLimit = error instanceof ApiError && error.body.code === "PLAN_LIMIT";
  toast({
    title: "Error",
    description: ownWords(error) || text,
    variant: "destructive",
    ...(isLimit && {
      action: { label: "See the plans", href: planPathFrom(location.pathname + location.search) },
    }),
  });
}

/** Whether a call was not made since its caller would rather not prove who they are: they know, and need not be told. */
export const isDeclined = (error: unknown): boolean =>
  error instanceof ApiError && error.body.code === recentSignInRequired;

/** What the server said of the first field that it refused; undefined for every other failure. */
export const refusedField = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 422 ? Object.values(error.body.fields ?? {})[0] : undefined;

const told = new Set<unknown>([
  "PLAN_LIMIT",
  "CHANGED_ELSEWHERE",
  "LAST_RATE",
  "STORE_CLOSED",
  "STORE_SUSPENDED",
  "OWN_STORE",
  "BEING_DELETED",
  "EXPORTS_FULL",
  "SHARED_DEMO",
]);

function ownWords(error: unknown): string | undefined {
  if (error instanceof Unreachable) return error.message;
  return error instanceof ApiError && told.has(error.body.code) ? error.body.message : undefined;
}
