import { expect, type Page, test } from "@playwright/test";
import { startProductionServer, type ProductionServer } from "#tests/support/production-server.ts";
import { startStripeServer, type StripeServer } from "#tests/support/stripe-server/start-stripe-server.ts";
import { card, demoProductNamed, fillCheckout } from "./support/checkout.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";
import { ownPort } from "./support/own-port.ts";
import { copySeededStore } from "./support/seeded-store.ts";
import { haveWallet, saidToWallet, standInForStripe } from "./support/stripe-script.ts";

let stripe: StripeServer;
let shop: ProductionServer;

test.beforeAll(async () => {
  stripe = await startStripeServer();
  shop = await startProductionServer({
    port: ownPort(10),
    fill: copySeededStore,
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

const expressButton = (page: Page) => page.getByRole("button", { name: "Apple Pay" });

test("through Stripe a wallet pays what its sheet showed, to the address that it was asked for", async ({
  browser,
}) => {
  test.slow();
  const page = await openShop(browser);
  const email = newAddress("stripe-wallet");
  const address = {
    line1: "111 Wellington Street",
    line2: null,
    city: "Ottawa",
    state: "ON",
    postal_code: "K1A 0A9",
    country: "CA",
  };
  await haveWallet(page, { has: "apple pay", email, address: { name: "Wanda Wallet", address } });
  const notebook = await demoProductNamed(page, "grid-notebook");
  await page.goto(`/checkout/${notebook.id}`);
  await expect(page.getByTestId("stripe-payment-element")).toBeVisible();
  await expressButton(page).click();
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  // The sheet opens at the price of the page's own country, and follows the address that it is given.
  expect(await saidToWallet(page)).toEqual(["shows 2200", "shows 2700"]);
  const mail = await mailTo(page.request, email, /./);
  expect(mail.text).toContain("Ottawa");
  expect(mail.text).toMatch(/Shipping: \$9\.00[^]*Total paid: \$27\.00/);
  await page.close();
});

test("through Stripe a wallet's card that is declined says so in both places, and the fields go on from there", async ({
  browser,
}) => {
  test.slow();
  const page = await openShop(browser);
  const email = newAddress("stripe-wallet");
  await haveWallet(page, { has: "apple pay", email, card: card.declined });
  const product = await demoProductNamed(page, "portfolio-review");
  await page.goto(`/checkout/${product.id}`);
  await expressButton(page).click();
  const problem = page.locator("form").getByRole("alert").filter({ hasText: "Your card was declined." });
  await expect(problem).toBeVisible();
  expect(await saidToWallet(page)).toEqual(["shows 9500", "failed: Your card was declined."]);
  await expect(page.getByLabel("Email Address")).toHaveValue(email);
  await page.getByLabel("Card number").fill(card.good);
  await page.getByLabel("Expiration date").fill("12/40");
  await page.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: /^Complete Purchase - \$/ }).click();
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  await page.close();
});

test("through Stripe a sheet that is closed after its approval asks the server, and cancels nothing", async ({
  browser,
}) => {
  test.slow();
  const page = await openShop(browser);
  await haveWallet(page, { has: "apple pay", closesAfterApproval: true });
  const product = await demoProductNamed(page, "portfolio-review");
  await page.goto(`/checkout/${product.id}`);
  await expressButton(page).click();
  const problem = page.getByRole("alert").filter({ hasText: "closed before your payment was sent" });
  await expect(problem).toContainText("Nothing was charged.");
  await page.close();
});

for (const has of [undefined, "nothing that answers"] as const)
  test(`through Stripe a device with ${has ?? "no wallet"} keeps no place for one`, async ({ browser }) => {
    const page = await openShop(browser);
    if (has) await haveWallet(page, { has });
    const product = await demoProductNamed(page, "portfolio-review");
    await page.goto(`/checkout/${product.id}`);
    await expect(page.getByTestId("stripe-payment-element")).toBeVisible();
    await expect(page.getByText("or pay by card")).toHaveCount(0);
    await expect(expressButton(page)).toHaveCount(0);
    await page.close();
  });
