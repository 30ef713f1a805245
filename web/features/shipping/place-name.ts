import { countryName } from "#contract/checkout/country-name.ts";
import { elsewhere } from "#contract/shipping/served-countries.ts";

/** A country of a rate by its English name. */
export const placeName = (country: string): string =>
  country === elsewhere ? "Everywhere else" : countryName(country);
