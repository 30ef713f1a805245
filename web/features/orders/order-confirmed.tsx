import { wholeLines } from "#contract/orders/whole-lines.ts";
import { longDayText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { CircleHelp, LifeBuoy } from "lucide-react";
import { type ReactNode, Suspense, useId, useState } from "react";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { FrequentQuestions } from "./frequent-questions.tsx";
import { OrderHeading } from "./order-heading.tsx";
import { OrderLines } from "./order-lines.tsx";
import { OrderShipping } from "./order-shipping.tsx";
import type { Order, OrderItem, Wanted } from "./use-order.ts";
import { ThanksNotes } from "./thanks-notes.tsx";
import { thingKind } from "./thing-kind.ts";
import { WaysIn } from "./ways-in.tsx";
import { WithdrawLink } from "./withdraw-link.tsx";
import { WhatsNext } from "./whats-next.tsx";

// Few mistype their address.
const ReturnedAddress = loadable(async () => (await import("./returned-address.tsx")).ReturnedAddress);
const AddressCorrected = loadable(async () => (await import("./returned-address.tsx")).AddressCorrected);

type Props = {
  order: Order;
  /** The receipt's token, where that opened the order: it opens the course too. */
  proof: string | undefined;
  /** What the link that led here asks for. */
  wanted: Wanted;
  /** Something about it was changed here: it is read again. */
  onChange: () => void;
  /** The list of its files. */
  downloads: ReactNode;
  /** The way into a file or a link of it. */
  renderDelivery: (item: OrderItem) => ReactNode;
  /** What can be done about the time of a session. */
  renderBooking: (item: OrderItem) => ReactNode;
  /** The brief of a service, how it stands, and what was delivered. */
  renderWork: (item: OrderItem) => ReactNode;
};

/** An order as it stands: what was bought, what it cost, and what comes next, if anything does. */
export function OrderConfirmed({
  order,
  proof,
  wanted,
  onChange,
  downloads,
  renderDelivery,
  renderBooking,
  renderWork,
}: Props) {
  const zone = useZone();
  const { product, customer, orderItems } = order;
  const [wrong, setWrong] = useState<string>();
  // Here or in another tab: what was said of its mail is taken back.
  if (customer.returned && wrong !== customer.email) setWrong(customer.email);
  const { status } = order.order;
  const isPaid = status === "PAID" || status === "REFUNDED";
  const currency = order.order.currency;
  const itemsOf = (type: OrderItem["itemType"]) => orderItems.filter(({ itemType }) => itemType === type);
  const [main] = wholeLines(orderItems);
  return (
    <main className="mx-auto grid max-w-3xl gap-6 px-5 pt-10 pb-16 sm:px-8">
      <OrderHeading order={order} />
      <Suspense>
        {isPaid && customer.returned ? (
          <ReturnedAddress order={order} onCorrected={onChange} />
        ) : (
          customer.returned === null &&
          wrong !== undefined && <AddressCorrected wrong={wrong} email={customer.email} />
        )}
      </Suspense>
      <ThanksNotes order={order} />
      <WaysIn
        order={order}
        proof={proof}
        calendarOf={wanted.calendarOf}
        renderDelivery={renderDelivery}
        renderBooking={renderBooking}
        renderWork={renderWork}
      />

      <Card className="p-5 sm:p-6">
        <dl className="grid gap-4 text-sm sm:grid-cols-[1.4fr_1.2fr_1fr]">
          <Fact label="Order ID" value={order.order.number} />
          <Fact label="Email" value={<span className="break-all">{customer.email}</span>} />
          <Fact label="Order Date" value={longDayText(order.order.createdAt, zone)} />
        </dl>
        <div className="mt-5 flex flex-wrap items-start justify-between gap-4 border-t border-border pt-5">
          <div className="grid gap-2">
            <h2 dir="auto" className="text-lg leading-snug font-semibold">
              {product.title}
            </h2>
            <div className="flex flex-wrap gap-2">
              <Badge tone="brand">Main Product</Badge>
              <Badge>{thingKind(product)}</Badge>
              <Badge tone={status === "PAID" ? "success" : "neutral"}>{status}</Badge>
            </div>
          </div>
          <p className="text-lg font-semibold">
            {formatMoney(main ? main.totalPriceCents - main.shippingCents : 0, currency)}
          </p>
        </div>
      </Card>

      <AddedItems title="Order Bumps Added" items={itemsOf("ORDER_BUMP")} currency={currency} />
      <AddedItems title="Post-Purchase Add-ons" items={itemsOf("UPSELL")} currency={currency} />
      {isPaid && downloads}
      <OrderShipping order={order} />
      <OrderLines order={order} proof={proof} wantsReceipt={wanted.receipt} onChange={onChange} />

      {orderItems.some(({ isOpen }) => isOpen) && <WhatsNext order={order} proof={proof} />}

      <Card className="grid gap-4 p-5 sm:p-6">
        <div className="flex flex-wrap gap-2">
          {order.creator.email && (
            <LinkButton
              variant="outline"
              href={`mailto:${order.creator.email}?subject=${encodeURIComponent(`My order ${order.order.number}`)}`}
            >
              <LifeBuoy aria-hidden="true" />
              Contact Support
            </LinkButton>
          )}
          <LinkButton variant="outline" href="#faq">
            <CircleHelp aria-hidden="true" />
            View FAQ
          </LinkButton>
        </div>
        <WithdrawLink order={order} proof={proof} />
        <FrequentQuestions refundPolicy={order.creator.refundPolicy} isPaidFor={order.order.totalCents > 0} />
      </Card>
    </main>
  );
}

function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="font-medium">{value}</dd>
    </div>
  );
}

type AddedItemsProps = { title: string; items: readonly OrderItem[]; currency: string };

/** What came into the order beside its main product; nothing where nothing did. */
function AddedItems({ title, items, currency }: AddedItemsProps) {
  const headingId = useId();
  if (items.length === 0) return null;
  return (
    <Card className="p-5 sm:p-6">
      <section aria-labelledby={headingId}>
        <h2 id={headingId} className="text-base font-semibold">
          {title} ({items.length})
        </h2>
        <ul className="mt-2 divide-y divide-border">
          {items.map(({ id, product, totalPriceCents, discountCents, shippingCents }) => (
            <li key={id} className="flex items-start justify-between gap-4 py-3 last:pb-0">
              <div className="grid min-w-0 gap-1.5">
                <h3 dir="auto" className="text-sm leading-snug font-medium">
                  {product.title}
                </h3>
                <Badge>{thingKind(product)}</Badge>
              </div>
              <p className="grid justify-items-end text-sm font-medium whitespace-nowrap">
                {formatMoney(totalPriceCents - shippingCents, currency)}
                {discountCents > 0 && (
                  <s className="font-normal text-muted-foreground">
                    <span className="sr-only">instead of </span>
                    {formatMoney(totalPriceCents - shippingCents + discountCents, currency)}
                  </s>
                )}
              </p>
            </li>
          ))}
        </ul>
      </section>
    </Card>
  );
}
