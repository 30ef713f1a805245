import type { ReactNode } from "react";
import { LinkButton } from "#web/ui/link-button.tsx";
import { HomeMark } from "#web/layout/home-mark.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { CreatorColors } from "#web/layout/creator-colors.tsx";
import { CreatorMark } from "#web/layout/creator-mark.tsx";
import { MessageScreen } from "#web/layout/message-screen.tsx";
import { OrderConfirmed } from "./order-confirmed.tsx";
import { mayComeBack, useAskedAgain } from "./use-asked-again.ts";
import { type Order, type OrderItem, useOrder } from "./use-order.ts";

type Props = {
  paymentIntentId: string | undefined;
  customerEmail: string | undefined;
  /** The order's files; `proof` is the receipt's token, where that opened the order. */
  renderDownloads: (order: Order, proof: string | undefined) => ReactNode;
  /** The large way into what a product of the order delivers online. */
  renderDelivery: (item: OrderItem, orderId: string, proof: string | undefined) => ReactNode;
  /** What its buyer can do about the time of a session. */
  renderBooking: (
    item: OrderItem,
    order: Order,
    proof: string | undefined,
    onChange: () => void,
  ) => ReactNode;
  /** The brief of a service, how it stands, and what was delivered. */
  renderWork: (item: OrderItem, orderId: string, proof: string | undefined) => ReactNode;
  /** What its buyer can do with the membership it began or renewed. */
  renderMembership: (orderId: string, proof: string | undefined, email: string) => ReactNode;
};

/** The order's own page: after paying, and behind the receipt's link. */
export function SuccessPage({
  paymentIntentId,
  customerEmail,
  renderDownloads,
  renderDelivery,
  renderBooking,
  renderWork,
  renderMembership,
}: Props) {
  const state = useOrder(paymentIntentId, customerEmail);
  useAskedAgain(
    () => state.status === "ready" && state.reload(),
    state.status === "ready" && mayComeBack(state.order, state.proof),
  );
  if (state.status === "loading") {
    return (
      <main className="grid min-h-[70dvh] place-content-center justify-items-center gap-4 text-muted-foreground">
        <span className="text-2xl">
          <Spinner label="" />
        </span>
        <p role="status">Confirming your order...</p>
      </main>
    );
  }
  if (state.status === "error") {
    return (
      <MessageScreen
        title="Order Confirmation Error"
        action={
          <>
            {!state.isRefused && (
              <LinkButton href="" size="lg">
                Try again
              </LinkButton>
            )}
            {state.isRefused && (
              <LinkButton href="/members" size="lg">
                My purchases
              </LinkButton>
            )}
            <LinkButton href="/" size="lg" variant="outline">
              Back to Home
            </LinkButton>
          </>
        }
      >
        {state.isRefused ? (
          "We couldn't find your order details. Please check your email for confirmation or contact support."
        ) : (
          <>
            <span className="block font-medium text-foreground">Failed to fetch order details</span>
            The server could not be asked just now. Please try again in a moment.
          </>
        )}
      </MessageScreen>
    );
  }
  const { order, proof, wanted, reload } = state;
  return (
    <>
      <CreatorColors accent={order.creator.accent} />
      <header className="mx-auto flex h-16 max-w-3xl items-center justify-between gap-4 px-5 sm:px-8">
        <CreatorMark creator={order.creator} />
        <HomeMark of={order.creator} />
      </header>
      <OrderConfirmed
        order={order}
        proof={proof}
        wanted={wanted}
        onChange={reload}
        renderDelivery={(item) => renderDelivery(item, order.order.id, proof)}
        renderBooking={(item) => renderBooking(item, order, proof, reload)}
        renderWork={(item) => renderWork(item, order.order.id, proof)}
        downloads={
          <>
            {order.product.type === "MEMBERSHIP" &&
              renderMembership(order.order.id, proof, order.customer.email)}
            {renderDownloads(order, proof)}
          </>
        }
      />
    </>
  );
}
