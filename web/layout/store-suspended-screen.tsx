import { ApiError } from "#web/api.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { MessageScreen } from "./message-screen.tsx";

/** In place of whatever a suspended store sells. */
export function StoreSuspendedScreen() {
  return (
    <MessageScreen
      title="This store is suspended"
      action={
        <LinkButton href="/members" size="lg" variant="outline">
          My purchases
        </LinkButton>
      }
    >
      Nothing can be bought here at the moment. What you bought before is still yours, under your purchases.
    </MessageScreen>
  );
}

/** Whether a call failed since the store is suspended. */
export const isStoreSuspended = (error: unknown): boolean =>
  error instanceof ApiError && error.body.code === "STORE_SUSPENDED";

/** What a page that is not there knows of why (`notFound({ data })`). */
export const saysSuspended = (data: unknown): boolean =>
  typeof data === "object" && data !== null && "isSuspended" in data && data.isSuspended === true;
