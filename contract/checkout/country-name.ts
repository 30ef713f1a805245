/** A country by its English name. */
export const countryName = (country: string): string =>
  new Intl.DisplayNames("en", { type: "region", fallback: "code" }).of(country) ?? country;
