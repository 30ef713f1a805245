import { LinkButton } from "#web/ui/link-button.tsx";
import { MessageScreen } from "./message-screen.tsx";

/** A page whose loading failed. The details are in the server's log, not on the screen. */
export function ErrorScreen() {
  return (
    <MessageScreen
      title="Something went wrong"
      action={
        <>
          <LinkButton href="" size="lg">
            Try again
          </LinkButton>
          <LinkButton href="/" variant="outline" size="lg">
            Back to Home
          </LinkButton>
        </>
      }
    >
      We could not load this page. Your data is safe; please try again in a moment.
    </MessageScreen>
  );
}
