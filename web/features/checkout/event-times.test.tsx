import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { UpsellOffer } from "#contract/checkout/post-purchase.ts";
import { PublicOrderBump } from "#contract/offers/offers.ts";
import { product, showCheckout } from "#tests/screens/checkout-case.tsx";
import { example } from "#tests/screens/example.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { BumpOffers } from "./bump-offers.tsx";
import { OfferCard } from "./offer-card.tsx";

const event = {
  eventStartsAt: "2031-04-01T17:00:00.000Z",
  eventEndsAt: "2031-04-01T19:00:00.000Z",
  eventZone: "Europe/Lisbon",
  eventPlace: "Online",
};
const when = page.getByText("Tue, Apr 1, 2031, 6:00 PM – 8:00 PM, Lisbon time (UTC+1)");

test("an event offered at checkout says when it takes place", async () => {
  const bump = example(PublicOrderBump);
  const bumps = [{ ...bump, bumpProduct: { ...bump.bumpProduct, currency: "usd", event } }];
  await renderScreen(<BumpOffers bumps={bumps} chosen={[]} onChoose={() => {}} />, { width: 390 });
  await expect.element(when).toBeVisible();
});

test("an event offered after the purchase says when and where it takes place", async () => {
  const offer = example(UpsellOffer);
  await renderScreen(
    <OfferCard offer={{ ...offer, upsellProduct: { ...offer.upsellProduct, currency: "usd", event } }}>
      {null}
    </OfferCard>,
    { width: 390 },
  );
  await expect.element(when).toBeVisible();
  await expect.element(page.getByText("Online")).toBeVisible();
});

test("a phone says when an event takes place while the order's summary is closed", async () => {
  await showCheckout(390, { product: { ...product, type: "EVENT", ...event } });
  await expect.element(page.getByRole("button", { name: /^Show order summary/ })).toBeVisible();
  await expect.element(when.first()).toBeVisible();
});
