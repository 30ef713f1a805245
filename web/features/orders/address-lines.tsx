import type { Order } from "./use-order.ts";

type Address = NonNullable<Order["order"]["shippingAddress"]>;

/** Where something is shipped, as it stands on a parcel. */
export function AddressLines({ address }: { address: Address }) {
  const lines = [
    address.name,
    address.line1,
    address.line2,
    [address.postalCode, address.city].filter(Boolean).join(" "),
    [address.region, address.country].filter(Boolean).join(", "),
  ].filter(Boolean);
  return (
    <address className="wrap-anywhere not-italic">
      {lines.map((line, place) => (
        <span key={`${place} ${line}`} className="block">
          {line}
        </span>
      ))}
    </address>
  );
}
