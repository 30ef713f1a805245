import type { Address } from "#contract/checkout/address-format.ts";
import { typedText } from "./typed-text.ts";

export type ShippingField = keyof Address;

/** As the fields are called in the page's form. */
export const shippingFieldName = (field: ShippingField) => `shipping-${field}`;

/** The address as typed; goods go to the buyer unless another recipient was named. */
export function shippingAddressIn(form: HTMLFormElement, buyerName: string): Address {
  const valueOf = (field: ShippingField) => typedText(form, shippingFieldName(field));
  return {
    name: valueOf("name") || buyerName,
    line1: valueOf("line1"),
    line2: valueOf("line2"),
    city: valueOf("city"),
    region: valueOf("region"),
    postalCode: valueOf("postalCode"),
    country: valueOf("country"),
  };
}

const prefix = "shippingAddress.";

/** The server's messages that are about the address, by field. Undefined where none is. */
export function shippingProblemsOf(
  fields: Record<string, string> = {},
): Partial<Record<ShippingField, string>> | undefined {
  const found = Object.entries(fields).filter(([path]) => path.startsWith(prefix));
  if (found.length === 0) return undefined;
  return Object.fromEntries(found.map(([path, message]) => [path.slice(prefix.length), message]));
}
