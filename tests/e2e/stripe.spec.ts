import { expect, type Page, test } from "@playwright/test";
import { startProductionServer, type ProductionServer } from "#tests/support/production-server.ts";
import { startStripeServer, type StripeServer } from "#tests/support/stripe-server/start-stripe-server.ts";
import { card, demoProductNamed, fillCheckout } from "./support/checkout.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";
import { standInForStripe } from "./support/stripe-script.ts";

let stripe: StripeServer;
let shop: ProductionServer;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  stripe = await startStripeServer();
  shop = await startProductionServer({
    port: Number(process.env["E2E_PORT"] ?? 3210) + 7,
    env: {
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecrets.join(","),
      STRIPE_API_BASE: stripe.url,
      RATE_LIMIT_FACTOR: "100",
    },
  });
  stripe.sendWebhooksTo(`${shop.url}/webhook/stripe`);
});
test.afterAll(async () => {
  await shop?.stop();
  await stripe?.close();
});

/** A page of the shop that takes payments through Stripe. */
async function openShop(browser: { newPage: (options: { baseURL: string }) => Promise<Page> }) {
  const page = await browser.newPage({ baseURL: shop.url });
  await standInForStripe(page, stripe);
  return page;
}

const totalPaid = (page: Page) => page.locator("dl > div").filter({ hasText: "Total Paid" });

test("through Stripe a buyer adds an offer and a coupon, pays, and takes an add-on with the saved card", async ({
  browser,
}) => {
  test.slow();
  const page = await openShop(browser);
  const product = await demoProductNamed(page, "pricing-playbook");
  const email = newAddress("stripe");
  await page.goto(`/checkout/${product.id}?code=welcome10`);
  await fillCheckout(page, { email, name: "Ada Buyer", card: card.good });
  const element = page.getByTestId("stripe-payment-element");
  await expect(element).toHaveAttribute("data-amount-cents", "2610");
  await page.getByRole("checkbox", { name: /Send the quote tonight/ }).check();
  // The same payment, its form told of the new amount and still filled in.
  await expect(element).toHaveAttribute("data-amount-cents", "5340");
  await expect(page.getByLabel("Card number")).toHaveValue(card.good);
  await page.getByRole("button", { name: "Complete Purchase - $53.40" }).click();

  await expect(page.getByRole("heading", { name: "Price your next quote with me" })).toBeVisible();
  await page.getByRole("button", { name: /^Yes, Add This/ }).click();
  await expect(page.getByText("Upsell Added!", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Skip All" }).click();
  await expect(totalPaid(page)).toContainText("$88.40");
  expect((await mailTo(page.request, email, /^Added to your order/)).text).toContain(
    "Total paid for the whole order: $88.40",
  );
  await page.close();
});

test("through Stripe a refused card says so, and a bank's page leads back to the order and its add-ons", async ({
  browser,
}) => {
  test.slow();
  const page = await openShop(browser);
  const product = await demoProductNamed(page, "pricing-playbook");
  await page.goto(`/checkout/${product.id}`);
  await fillCheckout(page, { email: newAddress("stripe-bank"), name: "Ada Buyer", card: card.declined });
  await page.getByRole("button", { name: "Complete Purchase - $29.00" }).click();
  await expect(page.getByText("Your card was declined.", { exact: true })).toBeVisible();
  await page.getByLabel("Card number").fill(card.asksForAuthentication);
  await page.getByRole("button", { name: "Complete Purchase - $29.00" }).click();
  await page.getByRole("button", { name: "Complete", exact: true }).click();

  await expect(page.getByRole("heading", { name: "Price your next quote with me" })).toBeVisible();
  expect(page.url()).not.toContain("secret");
  await page.getByRole("button", { name: /^Yes, Add This/ }).click();
  await page.getByLabel("Card number").fill(card.good);
  await page.getByLabel("Expiration date").fill("12/40");
  await page.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: "Confirm Add-on" }).click();
  await expect(page.getByText("Upsell Added!", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Skip All" }).click();
  await expect(totalPaid(page)).toContainText("$64.00");
  await page.close();
});
