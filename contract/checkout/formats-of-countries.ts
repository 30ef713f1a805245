import { type Address, type AddressFormat, addressLines, generalFormat } from "./address-format.ts";
import { addressFormats } from "./address-formats.gen.ts";

/** How addresses of a country are asked for, checked and printed. All of them are too many for a page: it asks for one. */
export const formatOfCountry = (country: string): AddressFormat => addressFormats[country] ?? generalFormat;

/** A kept address with its lines as they stand on a parcel of its country. */
export const printedAddress = (address: Address): Address & { lines: string[] } => ({
  ...address,
  lines: addressLines(formatOfCountry(address.country), address),
});
