import { coursePath } from "#contract/courses/course-path.ts";
import { DoorOpen, GraduationCap } from "lucide-react";
import type { ReactNode } from "react";
import { planPath } from "#contract/plans/plan-path.ts";
import { useNow } from "#web/layout/use-now.ts";
import { AddToCalendar } from "#web/ui/add-to-calendar.tsx";
import { Card } from "#web/ui/card.tsx";
import { EventDate } from "#web/ui/event-date.tsx";
import { beginsSoon, JoinEvent } from "#web/ui/join-event.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { thingKind } from "./thing-kind.ts";
import { type Order, type OrderItem, proofHeaders } from "./use-order.ts";

type Props = {
  order: Order;
  /** The receipt's token, where that opened the order: it opens the course too. */
  proof: string | undefined;
  /** The line whose calendar file the link that led here asks for. */
  calendarOf: string | null;
  /** The way into a file or a link. */
  renderDelivery: (item: OrderItem) => ReactNode;
  /** What can be done about the time of a session. */
  renderBooking: (item: OrderItem) => ReactNode;
  /** The brief of a service, how it stands, and what was delivered. */
  renderWork: (item: OrderItem) => ReactNode;
};

/** One large way into each thing that was bought and is open: what the buyer came for stands before the receipt. */
export function WaysIn({ order, proof, calendarOf, renderDelivery, renderBooking, renderWork }: Props) {
  const items = order.orderItems.filter(({ isOpen, product }) => isOpen && product.type !== "BUNDLE");
  if (items.length === 0) return null;
  return (
    <Card className="px-5 py-1 sm:px-6">
      <h2 className="sr-only">What you bought</h2>
      <ul className="divide-y divide-border">
        {items.map((item) => (
          <li key={item.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
            <div className="grid min-w-0 grow basis-52 gap-0.5">
              <p className="font-semibold wrap-anywhere">{item.product.title}</p>
              <p className="text-sm text-muted-foreground">{thingKind(item.product)}</p>
              {item.event && <EventDate event={item.event} className="mt-2" />}
            </div>
            <WayIn
              order={order}
              item={item}
              proof={proof}
              wantsCalendar={calendarOf === item.id}
              delivery={renderDelivery(item)}
            />
            {item.booking && renderBooking(item)}
            {item.work && renderWork(item)}
          </li>
        ))}
      </ul>
    </Card>
  );
}

type WayProps = {
  order: Order;
  item: OrderItem;
  proof: string | undefined;
  wantsCalendar: boolean;
  delivery: ReactNode;
};

function WayIn({
  order,
  item: { id, product, requiresShipping, shippedAt, deliveryNote, event, booking, work },
  proof,
  wantsCalendar,
  delivery,
}: WayProps) {
  const now = useNow();
  if (product.type === "COURSE")
    return (
      <LinkButton
        href={`${coursePath(order.creator.handle, product)}${proof ? `#order=${order.order.id}&rt=${proof}` : ""}`}
        variant="brand"
        size="lg"
        className="w-full sm:w-auto"
        aria-label={`Start the course: ${product.title}`}
      >
        <GraduationCap aria-hidden="true" />
        Start the course
      </LinkButton>
    );
  if (product.isPlan)
    return (
      <LinkButton href={planPath} variant="brand" size="lg" className="w-full sm:w-auto">
        <DoorOpen aria-hidden="true" /> See your plan
      </LinkButton>
    );
  if (product.type === "MEMBERSHIP")
    return (
      <LinkButton
        href={`/members?email=${encodeURIComponent(order.customer.email)}`}
        variant="brand"
        size="lg"
        className="h-auto min-h-12 w-full py-2 text-center whitespace-normal sm:w-auto"
      >
        <DoorOpen aria-hidden="true" />
        <span className="min-w-0 wrap-anywhere">Enter {product.title}</span>
      </LinkButton>
    );
  if (event?.isCancelled) return <p className="text-sm font-medium text-destructive">Cancelled</p>;
  if (event?.eventLink || event?.eventStartsAt) {
    const isSoon = beginsSoon(event, now);
    return (
      <>
        {event.eventLink && (
          <JoinEvent
            link={event.eventLink}
            title={product.title}
            what={booking ? "session" : "event"}
            isMain={isSoon}
          />
        )}
        {event.eventStartsAt && (
          <AddToCalendar
            orderId={order.order.id}
            itemId={id}
            title={product.title}
            headers={proofHeaders(proof)}
            atOnce={wantsCalendar}
            isMain={!event.eventLink || !isSoon}
          />
        )}
        {product.digitalFileType && delivery}
      </>
    );
  }
  // Its time is chosen below.
  if (booking?.offersTimes) return null;
  if (product.digitalFileType) return delivery;
  if (deliveryNote)
    return (
      <LinkButton href={`#note-${product.id}`} variant="brand" size="lg" className="w-full sm:w-auto">
        See how it goes on
      </LinkButton>
    );
  if (requiresShipping)
    return (
      <p className="text-sm text-muted-foreground">{shippedAt ? "On its way to you" : "Being sent to you"}</p>
    );
  // How it stands is said below.
  if (work) return null;
  return <p className="text-sm text-muted-foreground">{order.creator.name} writes to you</p>;
}
