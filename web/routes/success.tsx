import { createFileRoute } from "@tanstack/react-router";
import { Suspense } from "react";
import { DownloadWay } from "#web/features/downloads/download-way.tsx";
import { OrderDownloads } from "#web/features/downloads/order-downloads.tsx";
import { SuccessPage } from "#web/features/orders/success-page.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { searchTexts } from "#web/layout/search-texts.ts";

// Few orders are memberships: the others carry none of it.
const MembershipCards = loadable(
  async () => (await import("#web/features/memberships/membership-cards.tsx")).MembershipCards,
);

// So are sessions.
const SessionBooking = loadable(
  async () => (await import("#web/features/bookings/session-booking.tsx")).SessionBooking,
);

// And services.
const BoughtWork = loadable(
  async () => (await import("#web/features/work-orders/bought-work.tsx")).BoughtWork,
);

export const Route = createFileRoute("/success")({
  validateSearch: searchTexts("payment_intent", "customer_email"),
  head: () => ({ meta: [{ title: "Your order" }, { name: "robots", content: "noindex" }] }),
  component: Success,
});

function Success() {
  const search = Route.useSearch();
  return (
    <SuccessPage
      paymentIntentId={search.payment_intent}
      customerEmail={search.customer_email}
      renderDownloads={({ order, orderItems }, proof) => (
        <OrderDownloads
          orderId={order.id}
          proof={proof}
          expected={orderItems.flatMap(({ isOpen, product }) => (isOpen && product.digitalFileType) || [])}
        />
      )}
      renderDelivery={({ product, isOpen }, orderId, proof) => (
        <DownloadWay
          orderId={orderId}
          productId={product.id}
          title={product.title}
          proof={proof}
          isExpected={isOpen && product.digitalFileType !== null}
        />
      )}
      renderBooking={(item, order, proof, onChange) => (
        <Suspense fallback={<Skeleton className="h-11 w-full" />}>
          <SessionBooking item={item} order={order} proof={proof} onChange={onChange} />
        </Suspense>
      )}
      renderWork={(item, orderId, proof) => (
        <Suspense fallback={<Skeleton className="h-24 w-full" />}>
          <BoughtWork orderId={orderId} itemId={item.id} proof={proof} />
        </Suspense>
      )}
      renderMembership={(orderId, proof, email) => (
        <Suspense fallback={<Skeleton className="h-72 rounded-2xl" />}>
          <MembershipCards orderId={orderId} token={proof} email={email} />
        </Suspense>
      )}
    />
  );
}
