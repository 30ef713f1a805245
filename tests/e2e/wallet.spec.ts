import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { card, demoProduct, demoProductNamed } from "./support/checkout.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";
import { overhangOf } from "./support/overhang.ts";

const pressWallet = (page: Page) => page.getByRole("button", { name: "Pay with Sandbox Wallet" }).click();
const sheet = (page: Page) => page.getByRole("dialog", { name: "Sandbox Wallet" });
const problem = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });
const isDone = (page: Page) => expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();

/** A checkout without add-ons, with the wallet's sheet open. */
async function openSheet(page: Page, slug = "portfolio-review") {
  const product = await demoProductNamed(page, slug);
  await page.goto(`/checkout/${product.id}`);
  await pressWallet(page);
  await expect(sheet(page)).toBeVisible();
  const email = newAddress("wallet");
  await page.getByLabel("Wallet email").fill(email);
  return { product, email };
}

const approveButton = (page: Page) => sheet(page).getByRole("button", { name: /^Approve \$/ });
const approve = (page: Page) => approveButton(page).click();
const chooseCard = (page: Page, name: string) => page.getByLabel("Card in the wallet").selectOption(name);

test("a wallet above the form pays with one approval at every width, and its email gets the order @any-width", async ({
  page,
}) => {
  const { email } = await openSheet(page);
  for (const width of [1280, 390, 320]) {
    await sheet(page).getByRole("button", { name: "Close" }).click();
    await page.setViewportSize({ width, height: 844 });
    await pressWallet(page);
    await page.getByLabel("Wallet email").fill(email);
    await expectAccessible(page);
    // Nothing is before it, and it is no wider than the window.
    await approveButton(page).click({ trial: true });
    expect([width, await overhangOf(page)]).toEqual([width, 0]);
  }
  await approve(page);
  await isDone(page);
  await expect(page.getByText(email).first()).toBeVisible();
  expect((await mailTo(page.request, email, /./)).text).toContain("Wanda Wallet");
});

test("a wallet's email is typed text: it opens nothing that was bought with it before @any-width", async ({
  page,
  browser,
}) => {
  const { email } = await openSheet(page);
  await approve(page);
  await isDone(page);
  const stranger = await browser.newPage();
  const { product } = await openSheet(stranger, "portfolio-review");
  await stranger.getByLabel("Wallet email").fill(email);
  await chooseCard(stranger, "Visa 0002, is declined");
  await approve(stranger);
  await expect(problem(stranger, "Your card was declined.")).toBeVisible();
  const access = await stranger.request.get(
    `/api/course-access/${product.id}?customer_email=${encodeURIComponent(email)}`,
  );
  expect(await access.text()).not.toContain("true");
  await stranger.close();
});

test("a wallet whose card is declined says so beside the form, and a card goes on from there @any-width", async ({
  page,
}) => {
  const { email } = await openSheet(page);
  await chooseCard(page, "Visa 0002, is declined");
  await approve(page);
  const declined = problem(page, "Your card was declined.");
  await expect(declined).toBeFocused();
  await expect(sheet(page)).toBeHidden();
  await expect(page.getByLabel("Email Address")).toHaveValue(email);
  await expect(page.getByLabel("Full Name")).toHaveValue("Wanda Wallet");
  await page.getByLabel("Card number").fill(card.good);
  await page.getByLabel("Expiration date").fill("12/40");
  await page.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: /^Complete Purchase - \$/ }).click();
  await isDone(page);
});

test("a sheet that is closed charges nothing, before an approval and right after it @any-width", async ({
  page,
}) => {
  await openSheet(page);
  await sheet(page).getByRole("button", { name: "Close" }).click();
  await expect(sheet(page)).toBeHidden();
  const sent: string[] = [];
  page.on("request", (request) => {
    if (/payment-intents\/[^/]+\/confirm$/.test(request.url())) sent.push(request.url());
  });
  await pressWallet(page);
  await page.getByLabel("Wallet email").fill(newAddress("wallet"));
  const held = Promise.withResolvers<void>();
  await page.route(
    "**/confirm-total",
    async (route) => {
      await held.promise;
      await route.continue();
    },
    { times: 1 },
  );
  await approve(page);
  await sheet(page).getByRole("button", { name: "Close" }).click();
  held.resolve();
  await expect(problem(page, "The wallet was closed before your payment was sent.")).toContainText(
    "Nothing was charged.",
  );
  expect(sent).toEqual([]);
  await pressWallet(page);
  await approve(page);
  await isDone(page);
});

test("a sheet that is closed while its payment is under way asks the server, which finds the order @any-width", async ({
  page,
}) => {
  await openSheet(page);
  await page.route("**/api/sandbox/payment-intents/*/confirm", async (route) => {
    await route.fetch();
    // Its answer is lost with the sheet.
  });
  await approve(page);
  await expect(page.getByRole("button", { name: "Paying…" })).toBeVisible();
  await page.waitForRequest(/payment-intents\/[^/]+\/confirm$/).catch(() => {});
  await sheet(page).getByRole("button", { name: "Close" }).click();
  await isDone(page);
});

test("a slow wallet can be waited for, and is charged once @any-width", async ({ page }) => {
  await openSheet(page);
  await chooseCard(page, "Visa 4242, takes 5 seconds");
  await approve(page);
  await expect(page.getByRole("button", { name: "Paying…" })).toBeDisabled();
  await isDone(page);
});

test("a price that moved after the sheet was opened is not charged: it is shown, and asked for again @any-width", async ({
  page,
}) => {
  await openSheet(page, "brand-design-course");
  const before = await sheet(page)
    .getByRole("button", { name: /^Approve/ })
    .textContent();
  // Another tab takes an offer away or adds one; here the server's answer does.
  await page.route(
    "**/api/create-payment-intent",
    async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { totalCents: number };
      await route.fulfill({ response: answer, json: { ...body, totalCents: body.totalCents + 500 } });
    },
    { times: 1 },
  );
  const sent: string[] = [];
  page.on("request", (request) => {
    if (/\/confirm(-total)?$/.test(request.url())) sent.push(request.url());
  });
  await approve(page);
  await expect(problem(page, "The price is now $")).toContainText(
    "Please check the total and confirm again.",
  );
  expect(before).toContain("$149.00");
  expect(sent).toEqual([]);
});

test("a parcel goes where the wallet says, and an address that no parcel reaches is asked for again @any-width", async ({
  page,
}) => {
  await openSheet(page, "grid-notebook");
  await page.getByLabel("Wallet postal code").fill("nonsense");
  await approve(page);
  await expect(page.getByLabel("ZIP code")).toHaveAccessibleDescription(/Please enter a ZIP code like/);
  await expect(page.getByLabel("Street and number")).toHaveValue("1 Market Street");
  await pressWallet(page);
  await approve(page);
  await isDone(page);
});

test("a bank that asks about a wallet's card leads to the order @any-width", async ({ page }) => {
  await openSheet(page);
  await chooseCard(page, "Visa 3184, asks its bank");
  await approve(page);
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await isDone(page);
});

test("a membership's terms stand beside the wallet as well @any-width", async ({ page }) => {
  const membership = await demoProductNamed(page, "studio-circle");
  await page.goto(`/checkout/${membership.id}`);
  const express = page.getByRole("group", { name: "Express checkout" });
  await expect(express).toContainText(/Your membership renews at \$\d/);
  await expectAccessible(page);
});

test("what is free has no wallet @any-width", async ({ page }) => {
  const free = await demoProduct(page, ({ priceCents }) => priceCents === 0);
  await page.goto(`/checkout/${free.id}`);
  await expect(page.getByRole("button", { name: "Get it free" })).toBeVisible();
  await expect(page.getByRole("group", { name: "Express checkout" })).toHaveCount(0);
});
