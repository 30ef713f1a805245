import { z } from "zod";
import { addressProblems, settledAddress } from "./address-format.ts";
import { formatOfCountry } from "./formats-of-countries.ts";
import { countryCodes } from "./countries.ts";
import { atMost, oneLine } from "#contract/values.ts";

/** Where the goods of an order went or go, as it was kept with it. */
export const ShippingAddress = z.object({
  name: z.string(),
  line1: z.string(),
  line2: z.string(),
  city: z.string(),
  /** The code of a state or province where the country's post has a list of them. */
  region: z.string(),
  postalCode: z.string(),
  /** ISO 3166, two letters. */
  country: z.string(),
});

/** With its lines as they stand on a parcel, in the order of its country. */
export const PrintedAddress = ShippingAddress.extend({ lines: z.array(z.string()) });

/**
 * Where a physical product is to go, as a form or a wallet gives it: a parcel with it arrives. What the country's addresses
 * do not have is dropped, and states are kept as their codes, however they were typed.
 */
export const EnteredShippingAddress = z
  .object({
    name: oneLine(120, "Please enter the recipient's name"),
    line1: oneLine(200),
    line2: oneLine(200).default(""),
    city: oneLine(120).default(""),
    region: oneLine(120).default(""),
    postalCode: oneLine(20).default(""),
    country: z
      .string()
      .trim()
      .toUpperCase()
      .max(2, atMost(2, "Please choose a country"))
      .refine((code) => countryCodes.includes(code), "Please choose a country"),
  })
  .overwrite((address) => settledAddress(formatOfCountry(address.country), address))
  .superRefine((address, context) => {
    for (const [field, message] of Object.entries(addressProblems(formatOfCountry(address.country), address)))
      context.addIssue({ code: "custom", path: [field], message, continue: true });
  });
