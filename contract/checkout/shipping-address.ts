import { z } from "zod";
import { countryCodes } from "./countries.ts";
import { isPostalCode, postalCodeLabel, postalCodeOf } from "./postal-codes.ts";
import { regionCode, regionsOf } from "./regions.ts";
import { oneLine } from "#contract/values.ts";

/** Where the goods of an order went or go, as it was kept with it. */
export const ShippingAddress = z.object({
  name: z.string(),
  line1: z.string(),
  line2: z.string(),
  city: z.string(),
  /** The code of a state or province where the country's post needs one. */
  region: z.string(),
  postalCode: z.string(),
  /** ISO 3166, two letters. */
  country: z.string(),
});
type ShippingAddress = z.infer<typeof ShippingAddress>;

const required = (what: string, max: number) => oneLine(max, `Please enter ${what}`);

/** Where a physical product is to go: a parcel with it arrives. States are kept as their codes, however they were typed. */
export const EnteredShippingAddress = z
  .object({
    name: required("the recipient's name", 120),
    line1: required("the street and number", 200),
    line2: oneLine(200).default(""),
    city: required("the city", 120),
    region: oneLine(120).default(""),
    postalCode: oneLine(20).default(""),
    country: z
      .string()
      .trim()
      .toUpperCase()
      .refine((code) => countryCodes.includes(code), "Please choose a country"),
  })
  .overwrite(asThePostWritesIt)
  .superRefine(({ country, region, postalCode }, context) => {
    const refuse = (field: keyof ShippingAddress, message: string) =>
      context.addIssue({ code: "custom", path: [field], message, continue: true });
    const regions = regionsOf(country);
    if (regions && !Object.hasOwn(regions.byCode, region))
      refuse("region", `Please choose a ${regions.label.toLowerCase()}`);
    const known = postalCodeOf(country);
    if (!known || isPostalCode(known, postalCode)) return;
    const label = postalCodeLabel(country).replace("Post", "post");
    refuse(
      "postalCode",
      postalCode ? `Please enter a ${label} like ${known.example}` : `Please enter the ${label}`,
    );
  });

function asThePostWritesIt(address: ShippingAddress): ShippingAddress {
  return {
    ...address,
    region: regionCode(address.country, address.region),
    // Keyboards of East Asia write wide digits.
    postalCode: address.postalCode.normalize("NFKC").toUpperCase(),
  };
}
