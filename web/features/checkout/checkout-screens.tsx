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

/** A plan becomes the account's that is signed in. */
export function SignInForPlanScreen({ productId }: { productId: string }) {
  return (
    <MessageScreen
      title="Sign in to choose a plan"
      action={
        <LinkButton href={`/api/login?returnTo=${encodeURIComponent(`/checkout/${productId}`)}`} size="lg">
          Sign in
        </LinkButton>
      }
    >
      A plan is paid for by the account that it is for. You come back here once you are signed in.
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
