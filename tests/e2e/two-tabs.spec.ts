import { expect, test } from "@playwright/test";
import { card, completePurchase, demoProductNamed, fillCheckout } from "./support/checkout.ts";
import { newAddress } from "./support/mailbox.ts";

test("a second tab that adds an offer while the first one pays: the first is told the new total, and pays that @any-width", async ({
  page,
}) => {
  const course = await demoProductNamed(page, "brand-design-course");
  const email = newAddress("tabs");
  await page.goto(`/checkout/${course.id}`);
  await fillCheckout(page, { email, name: "Ada Buyer", card: card.good });
  const button = page.getByRole("button", { name: /^Complete Purchase - \$/ });
  await expect(button).toBeEnabled();
  const before = await button.textContent();

  // Between the press of pay and the card, another tab of this browser ticks an offer.
  const offers = (await (await page.request.get(`/api/public/order-bumps/${course.id}`)).json()) as {
    id: string;
    bumpProduct: { title: string };
  }[];
  const playbook = offers.filter(({ bumpProduct }) => bumpProduct.title.includes("Pricing Playbook"));
  await page.route(
    "**/api/sandbox/payment-intents/*/confirm",
    async (route) => {
      await page.request.post("/api/create-payment-intent", {
        data: { productId: course.id, customerEmail: email, orderBumps: playbook.map(({ id }) => id) },
      });
      await route.continue();
    },
    { times: 1 },
  );
  await button.click();
  await expect(page.getByRole("alert").filter({ hasText: /The price is now \$/ })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: /Pricing Playbook/ })).toBeChecked();
  const after = await button.textContent();
  expect(after).not.toBe(before);

  await fillCheckout(page, { email, name: "Ada Buyer", card: card.good });
  await completePurchase(page);
  await page.getByRole("button", { name: "Skip All" }).click();
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  await expect(page.getByText(after?.split(" - ")[1] ?? "").first()).toBeVisible();
});
