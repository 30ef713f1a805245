import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { signInAsNewCreator } from "./support/creator.ts";

test("an address that is no page says so in its title @any-width", async ({ page }) => {
  const answer = await page.goto("/no/such/page");
  expect(answer?.status()).toBe(404);
  await expect(page).toHaveTitle("Page Not Found | Openstall");
  await expectAccessible(page);
});

test("figures and voices of the landing page are marked as examples, and nothing is promised that is not there @phone", async ({
  page,
}) => {
  await page.goto("/");
  await expect(page.getByText("Example content", { exact: true })).toHaveCount(2);
  const text = await page.locator("body").innerText();
  for (const promise of ["abandoned", "account manager", "custom integrations", "priority support"])
    expect(text.toLowerCase()).not.toContain(promise);
  await expectAccessible(page);
});

test("/admin says which tab it does not have, beside the products @any-width", async ({ page }) => {
  await signInAsNewCreator(page);
  await page.goto("/admin?tab=reports");
  await expect(page.getByText("This version has no page for “reports”")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Admin Dashboard" })).toBeVisible();
  await expectAccessible(page);
});

test("/members tells a signed-in creator whose room it is, and leads to their own members @any-width", async ({
  page,
}) => {
  await page.goto("/members");
  const notice = page.getByText("This is your buyers' room");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(notice).toHaveCount(0);
  await signInAsNewCreator(page);
  await page.goto("/members");
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "customer list" }).click();
  await expect(page).toHaveURL(/\/admin\?tab=customers/);
});

test("a new store shows no badge, asks for its refund policy with the first product, and keeps it @any-width", async ({
  page,
}) => {
  const { handle } = await signInAsNewCreator(page, { firstName: "Ines" });
  await page.goto("/admin?tab=products&product=new");
  const dialog = page.getByRole("dialog", { name: "Add Product" });
  await expect(dialog.getByLabel("Refund policy")).toHaveValue("30");
  await dialog.getByRole("radio", { name: "Service" }).check({ force: true });
  await dialog.getByLabel("Title").fill("Portfolio review");
  await dialog.getByLabel("Price", { exact: true }).fill("45");
  await dialog.getByLabel("Refund policy").selectOption("OWN");
  await dialog.getByRole("button", { name: "Create Product" }).click();
  await expect(dialog.getByText("Say it in a few words")).toBeVisible();
  await dialog.getByLabel("Your words").fill("Until the call has begun");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create Product" }).click();
  await expect(dialog).toHaveCount(0);

  const [product] = (await (await page.request.get(`/api/creators/${handle}/products`)).json()) as {
    id: string;
  }[];
  await page.goto(`/checkout/${product?.id}`);
  await expect(page.getByText("Until the call has begun")).toBeVisible();
  await page.goto(`/u/${handle}`);
  await expect(page.getByRole("heading", { level: 1, name: "Ines" })).toBeVisible();
  for (const badge of ["Professional Creator", "Verified", "Top Creator"])
    await expect(page.getByText(badge)).toHaveCount(0);

  await page.goto("/admin?tab=settings");
  await page.getByLabel("Refund policy").selectOption("0");
  await page.getByRole("button", { name: "Save refund policy" }).click();
  await expect(
    page.getByText("Your product pages and checkouts show it now.", { exact: true }).first(),
  ).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/checkout/${product?.id}`);
  await expect(page.getByRole("heading", { name: "Order Summary" })).toBeVisible();
  await expect(page.getByText("Until the call has begun")).toHaveCount(0);

  await page.goto("/admin?tab=products&product=new");
  await expect(page.getByRole("dialog", { name: "Add Product" }).getByLabel("Title")).toBeVisible();
  await expect(page.getByLabel("Refund policy")).toHaveCount(0);
});
