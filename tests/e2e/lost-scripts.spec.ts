import { expect, test } from "@playwright/test";
import { demoProduct } from "./support/checkout.ts";
import { newAddress } from "./support/mailbox.ts";

const lost = "The connection was lost. This page goes on by itself once it is back.";

for (const [whose, files] of [
  ["its own", "**/assets/checkout.*.js"],
  ["all pages'", "**/assets/index-*.js"],
] as const) {
  test(`a page that a dead network leaves without ${whose} scripts stays, and goes on by itself with what was typed @any-width`, async ({
    page,
  }) => {
    const course = await demoProduct(page, ({ type }) => type === "COURSE");
    await page.route(files, (route) => route.abort());
    await page.route("**/api/health", (route) => route.abort());
    await page.goto(`/checkout/${course.id}`, { waitUntil: "commit" });
    const email = newAddress("lost");
    await page.getByLabel("Email Address").fill(email);
    await expect(page.getByText(lost)).toBeVisible();
    await expect(page.getByRole("heading", { name: "Secure Checkout" })).toBeVisible();
    // Once in vain: what was typed is not forgotten by that, nor by what is typed then.
    const inVain = page.waitForEvent("load");
    await page.unroute("**/api/health");
    await inVain;
    await page.getByLabel("Full Name").fill("Ada Buyer");
    const again = page.waitForEvent("load");
    await page.unroute(files);
    await again;
    await expect(page.getByLabel("Email Address")).toHaveValue(email);
    await expect(page.getByLabel("Full Name")).toHaveValue("Ada Buyer");
    await expect(page.getByText(lost)).toBeHidden();
    // The page itself knows of it, and keeps it for this browser.
    await expect
      .poll(async () => (await page.request.get(`/api/checkout/${course.id}/draft`)).text())
      .toContain(email);
  });
}

test("a page whose scripts are gone for good is not loaded for ever @any-width", async ({ page }) => {
  await page.route("**/assets/index-*.js", (route) => route.fulfill({ status: 404, body: "" }));
  let loads = 0;
  page.on("domcontentloaded", () => loads++);
  await page.goto("/sign-in#here");
  const again = page.getByRole("button", { name: "Load it again" });
  await expect(again).toBeVisible();
  expect(loads).toBe(4);
  const email = newAddress("lost");
  await page.getByLabel("Email Address").fill(email);
  await page.unroute("**/assets/index-*.js");
  await again.click();
  await expect(again).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByLabel("Email Address")).toHaveValue(email);
  expect(page.url()).toContain("/sign-in#here");
});
