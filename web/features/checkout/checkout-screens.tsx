import { LinkButton } from "#web/ui/link-button.tsx";
import { MessageScreen } from "#web/layout/message-screen.tsx";

/** The product is missing or not on sale. */
export function ProductNotFoundScreen() {
  return (
    <MessageScreen title="Product Not Found">
      The product you're trying to purchase doesn't exist.
    </MessageScreen>
  );
}

/** No payment provider is set up. */
export function CheckoutUnavailableScreen() {
  return (
    <MessageScreen
      title="Checkout Unavailable"
      action={
        <LinkButton href="/" size="lg">
          Back to Home
        </LinkButton>
      }
    >
      Payment processing is currently unavailable. Please try again later.
    </MessageScreen>
  );
}
