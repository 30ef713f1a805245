import { Card } from "#web/ui/card.tsx";
import { AddressLines } from "./address-lines.tsx";
import { dayText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import type { Order } from "./use-order.ts";

/** 'Shipping' of an order: where it goes, and how far each part of it has come. Nothing where nothing is shipped. */
export function OrderShipping({ order }: { order: Order }) {
  const zone = useZone();
  const { shippingAddress } = order.order;
  const shipped = order.orderItems.filter(({ requiresShipping }) => requiresShipping);
  if (!shippingAddress || shipped.length === 0) return null;
  return (
    <Card className="grid gap-4 p-5 text-sm sm:grid-cols-2 sm:p-6">
      <section className="grid content-start gap-2">
        <h2 className="text-base font-semibold">Ships to</h2>
        <AddressLines address={shippingAddress} />
      </section>
      <ul className="grid content-start gap-3">
        {shipped.map(({ id, product, isOpen, shippedAt, trackingUrl }) => (
          <li key={id} className="grid gap-0.5">
            <p dir="auto" className="font-medium wrap-anywhere">
              {product.title}
            </p>
            <p className="text-muted-foreground">
              {shippedAt
                ? `Shipped on ${dayText(shippedAt, zone)}.`
                : isOpen
                  ? `Not shipped yet. ${order.creator.name} sends it to this address.`
                  : "Not shipped."}{" "}
              {trackingUrl && (
                <a
                  href={trackingUrl}
                  target="_blank"
                  rel="noreferrer"
                  className="underline underline-offset-4"
                >
                  Track it
                </a>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
