import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { inBothWidths } from "./support/both-widths.ts";
import { card, completePurchase, demoProduct, fillCheckout } from "./support/checkout.ts";
import { newAddress } from "./support/mailbox.ts";

test("a checkout whose reviews cannot be loaded keeps what was typed, is paid, and leads on to what was bought @any-width", async ({
  page,
}) => {
  const product = await demoProduct(page, ({ type }) => type === "COURSE");
  const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("/product-reviews-"));
  await page.route("**/product-reviews-*.js", (route) => route.abort());
  await page.goto(`/checkout/${product.id}`);
  await fillCheckout(page, { email: newAddress("late"), name: "Ada Buyer", card: card.good });
  await page.mouse.wheel(0, 5_000);
  await failed;
  await expect(page.getByRole("heading", { name: "Secure Checkout" })).toBeVisible();
  await expect(page.getByLabel("Full Name")).toHaveValue("Ada Buyer");
  await completePurchase(page);
  await page.getByRole("button", { name: "Skip All" }).click();
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  // What was bought opens from the first screen after paying.
  const start = page.getByRole("link", { name: `Start the course: ${product.title}` });
  await inBothWidths(page, async () => {
    await expect(start).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
  });
  await start.click();
  await expect(page).toHaveURL(/\/course\//);
  await expect(page.getByRole("link", { name: "Purchase Course" })).toHaveCount(0);
});

// Chromium remembers for the page's life which modules it could not load.
test("a part that a dead network took while the page rested is there when it is needed @any-width", async ({
  page,
}) => {
  const product = await demoProduct(page, ({ type }) => type === "COURSE");
  const lost = page.waitForEvent("requestfailed", (request) =>
    request.url().includes("/sandbox-wallet-sheet-"),
  );
  await page.route("**/sandbox-wallet-sheet-*.js", (route) => route.abort(), { times: 1 });
  await page.goto(`/checkout/${product.id}`);
  await page.getByLabel("Email Address").focus();
  await lost;
  await page.getByRole("button", { name: "Pay with Sandbox Wallet" }).click();
  await expect(page.getByRole("dialog", { name: "Sandbox Wallet" })).toBeVisible();
});

test("a part that could not be loaded comes by itself once it can be had @any-width", async ({ page }) => {
  const parcel = await demoProduct(page, ({ type }) => type === "PHYSICAL");
  await page.route("**/shipping-fields-*.js", (route) => route.abort(), { times: 2 });
  await page.goto(`/checkout/${parcel.id}`);
  await page.getByLabel("Email Address").fill(newAddress("late"));
  await expect(page.getByText("This part of the page could not be loaded.")).toBeVisible();
  await expect(page.getByLabel("Country")).toBeVisible();
  await expect(page.getByText("This part of the page could not be loaded.")).toBeHidden();
});

test("what is typed and pressed while a part of the page is on its way is not lost @any-width", async ({
  page,
}) => {
  const parcel = await demoProduct(page, ({ type }) => type === "PHYSICAL");
  const typed = Promise.withResolvers<void>();
  for (const part of ["shipping-fields", "express-payment"])
    await page.route(`**/${part}-*.js`, async (route) => {
      await typed.promise;
      await route.continue();
    });
  await page.goto(`/checkout/${parcel.id}`, { waitUntil: "commit" });
  const recipient = page.getByLabel("Recipient");
  await recipient.fill("Ada's neighbour");
  const field = await recipient.elementHandle();
  typed.resolve();
  const street = page.getByLabel("Street and number");
  await expect(street).toBeVisible();
  await expect(recipient).toHaveValue("Ada's neighbour");
  expect(await field?.evaluate((element) => element.isConnected)).toBe(true);
});

test("whoever scrolls a page that has not its scripts yet stays where they are @any-width", async ({
  page,
}) => {
  const course = await demoProduct(page, ({ type }) => type === "COURSE");
  const scripts = Promise.withResolvers<void>();
  await page.route("**/assets/index-*.js", async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(`/checkout/${course.id}`, { waitUntil: "commit" });
  await expect(page.getByRole("heading", { name: "Secure Checkout" })).toBeVisible();
  const top = () => page.evaluate(() => scrollY);
  await expect(async () => {
    await page.mouse.wheel(0, 5_000);
    expect(await top()).toBeGreaterThan(0);
  }).toPass();
  scripts.resolve();
  // It is loaded where it is in sight of a page that listens.
  await expect(page.getByRole("region", { name: "Reviews" })).toBeVisible();
  expect(await top()).toBeGreaterThan(0);
});
