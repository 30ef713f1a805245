import { elsewhere, type ShippingRate } from "#contract/shipping/served-countries.ts";

/** What the demo store takes for sending its notebooks. */
export const DEMO_RATES: readonly ShippingRate[] = [
  { country: "US", firstCents: 400, furtherCents: 100 },
  { country: "CA", firstCents: 900, furtherCents: 200 },
  { country: elsewhere, firstCents: 1_200, furtherCents: 300 },
];
