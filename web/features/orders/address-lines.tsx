import type { Order } from "./use-order.ts";

type Address = NonNullable<Order["order"]["shippingAddress"]>;

/** Where something is shipped, as it stands on a parcel. */
export function AddressLines({ address }: { address: Address }) {
  const lines = [
    address.name,
    address.line1,
    address.line2,
    ...cityLines(address),
    new Intl.DisplayNames("en", { type: "region" }).of(address.country),
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

/** "Portland, OR 97201", or "1100-148 Lisboa" and the region below. */
function cityLines({ city, region, postalCode, country }: Address): string[] {
  if (["AU", "CA", "US"].includes(country))
    return [[city, [region, postalCode].filter(Boolean).join(" ")].filter(Boolean).join(", ")];
  return [[postalCode, city].filter(Boolean).join(" "), region];
}
