/** The rate of every country that has none of its own. */
export const elsewhere = "ELSEWHERE";

/** What it costs to send something to a country: the first piece of an order, and each further one. In cents. */
export type ShippingRate = { country: string; firstCents: number; furtherCents: number };

/** The rate that counts for a country; undefined where nothing is sent there. */
export const rateTo = (rates: readonly ShippingRate[], country: string): ShippingRate | undefined =>
  rates.find((rate) => rate.country === country) ?? rates.find((rate) => rate.country === elsewhere);

/** The codes of the countries that are served; null: every one. */
export const servedCountries = (rates: readonly ShippingRate[]): string[] | null =>
  rates.some(({ country }) => country === elsewhere) ? null : rates.map(({ country }) => country);
