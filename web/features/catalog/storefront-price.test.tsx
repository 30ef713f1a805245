import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { StorefrontPrice } from "./storefront-price.tsx";

const membership = {
  priceCents: 12_000,
  originalPriceCents: null,
  suggestedPriceCents: null,
  yearlyPriceCents: null,
  trialDays: 0,
  currency: "usd",
  type: "MEMBERSHIP",
} as const;

test.each([
  ["YEAR", "$120.00/year"],
  ["MONTH", "$120.00/month"],
] as const)("the store says how often a membership is paid for: by the %s", async (billingInterval, text) => {
  await renderScreen(<StorefrontPrice product={{ ...membership, billingInterval }} />);
  await expect.element(page.getByText("$120.00")).toHaveTextContent(text);
});
