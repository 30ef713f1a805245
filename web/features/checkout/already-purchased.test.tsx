import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { ApiError } from "#web/api.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { AlreadyPurchased } from "./already-purchased.tsx";
import { refusalOf } from "./checkout-refusal.ts";

const cart = {
  email: "ada@example.com",
  orderBumps: [],
  couponCode: "",
  affiliateCode: "",
  billingInterval: null,
  amountCents: null,
  shippingCountry: "",
  buyAgain: false,
};

async function show(code: string, message: string) {
  const body = { code, message, orderReference: "pi_1" };
  const refusal = refusalOf(new ApiError(409, JSON.stringify(body), "Conflict"), cart);
  if (refusal.kind !== "earlier") throw new Error("it names no earlier order");
  await renderScreen(<AlreadyPurchased order={refusal.order} onBuyAgain={() => {}} />, {
    at: "/checkout/1",
    elsewhere: ["/success"],
  });
}

test("leads a member to their membership, and offers no second one", async () => {
  await show("ALREADY_MEMBER", "You're already a member. There's nothing more to pay.");
  await expect.element(page.getByText("You're already a member. There's nothing more to pay.")).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Manage your membership" }))
    .toHaveAttribute("href", "/success?payment_intent=pi_1&customer_email=ada%40example.com");
  expect(page.getByRole("button").elements()).toEqual([]);
});

test("offers to buy again what was bought a moment ago", async () => {
  await show("ALREADY_PURCHASED", "You bought this a moment ago.");
  await expect.element(page.getByText("You bought this a moment ago.")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "View your order" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Buy it again" })).toBeVisible();
});
