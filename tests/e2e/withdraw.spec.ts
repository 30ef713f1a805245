import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { buyByCall } from "./support/buy-by-call.ts";
import { demoProduct } from "./support/checkout.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";

test("a buyer withdraws from the order's page, and a guest without a proof is led to their receipt @any-width", async ({
  page,
  browser,
}) => {
  const email = newAddress("withdraw");
  const product = await demoProduct(page, ({ type }) => type === "DOWNLOAD");
  const reference = await buyByCall(page.request, product.id, email);
  const query = new URLSearchParams({ payment_intent: reference, customer_email: email }).toString();
  await page.goto(`/success?${query}`);
  const number = await page.getByText("Order ID").locator("xpath=following-sibling::dd").textContent();

  const guest = await (await browser.newContext()).newPage();
  await guest.goto("/u/demo");
  // Pressed before the page has its scripts, with nothing typed: it neither is lost nor sent by the browser itself.
  const pressed = Promise.withResolvers<void>();
  await guest.route("**/assets/*.js", async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await guest.getByRole("link", { name: "Withdraw from contract here" }).click({ noWaitAfter: true });
  await guest.getByRole("button", { name: "Withdraw from contract" }).click({ noWaitAfter: true });
  pressed.resolve();
  await expect(guest.getByLabel("Your name")).toBeFocused();
  expect(new URL(guest.url()).search).toBe("?store=demo");
  await expectAccessible(guest);
  await guest.getByLabel("Your name").fill("Ana Buyer");
  await guest.getByLabel("Order number").fill(number ?? "");
  await guest.getByLabel("Email you bought with").fill("nobody");
  await guest.getByRole("button", { name: "Withdraw from contract" }).click();
  await guest.getByRole("button", { name: "Confirm withdrawal" }).click();
  await expect(guest.getByLabel("Email you bought with")).toHaveAttribute("aria-invalid", "true");
  await guest.getByLabel("Email you bought with").fill(email);
  await guest.getByRole("button", { name: "Withdraw from contract" }).click();
  await expectAccessible(guest);
  await guest.getByRole("button", { name: "Confirm withdrawal" }).click();
  await expect(guest.getByRole("heading", { name: "Check your email" })).toBeVisible();
  const { text } = await mailTo(guest.request, email, /withdrawal has arrived/);
  expect(text).toContain("Name: Ana Buyer");
  expect(text).toContain(`Order number: ${number}`);
  expect(text).toMatch(/Date and time: .+ UTC/);

  // The receipt's link proves the order on any device.
  await guest.goto(/https?:\/\/\S+#rt=[\w-]+/.exec(text)?.[0] ?? "");
  await guest.getByRole("link", { name: "Withdraw from contract here" }).click();
  await expect(guest.getByLabel("Email you bought with")).toHaveValue(email);
  expect(new URL(guest.url()).hash).toBe("");
  await guest.getByLabel("Your name").fill("Ana Buyer");
  await guest.getByRole("button", { name: "Withdraw from contract" }).click();
  await guest.getByRole("button", { name: "Confirm withdrawal" }).click();
  await expect(guest.getByRole("heading", { name: "You have withdrawn" })).toBeVisible();
  await expectAccessible(guest);
  await page.reload();
  await expect(page.getByRole("link", { name: "Withdraw from contract here" })).toBeHidden();
  await expect(page.getByText(/refund/i).first()).toBeVisible();
  await guest.context().close();
});
