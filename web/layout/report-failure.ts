import { ApiError, isUnauthorized } from "#web/api.ts";
import { toast } from "#web/ui/toast.ts";
import { sendToSignIn } from "./current-user.ts";

/** Says that a change did not happen: the plan's limit in the server's words, a lost session, else the given text. */
export function reportFailure(error: unknown, text: string) {
  if (isUnauthorized(error)) {
    sendToSignIn({ title: "Unauthorized: You are logged out. Logging in again..." });
    return;
  }
  const limit = error instanceof ApiError && error.body.code === "PLAN_LIMIT" && error.body.message;
  toast({ title: "Error", description: limit || text, variant: "destructive" });
}
