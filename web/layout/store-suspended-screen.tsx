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
