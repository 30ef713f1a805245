import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { inBothWidths } from "./support/both-widths.ts";
import { buyByCall } from "./support/buy-by-call.ts";
import { newAddress } from "./support/mailbox.ts";
import { recordNotification } from "./support/notification.ts";
import { signInAsDemo, signInAsNewCreator } from "./support/creator.ts";

test("the home of a store with sales shows its figures, its link and its code @any-width", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInAsDemo(page);
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto("/");
  await expect(page.getByText("100%")).toBeVisible();
  const checklist = page.getByRole("group").filter({ hasText: "Store Launch Checklist" });
  await expect(checklist.getByText("Congratulations! Your store is ready.")).toBeVisible();
  await expect(checklist.getByText("Receive your first payment")).toBeHidden();
  await checklist.getByRole("heading", { name: "Store Launch Checklist" }).click();
  await expect(checklist.getByText("Receive your first payment")).toBeVisible();
  await expect(page.getByText(/(than|as) last \w+day by this time:/)).toBeVisible();
  await expect(page.getByText("@maya.lindqvist")).toBeVisible();
  await expect(page.getByText("Total Revenue").locator("..")).toContainText(/\$[\d,]+\.\d\d/);
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/u\/demo$/);
  await page.getByRole("button", { name: "QR code" }).click();
  await inBothWidths(page, async () => {
    await expect(page.getByRole("img", { name: /QR code of http/ })).toBeVisible();
    await expectAccessible(page);
  });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download SVG" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("demo-store.svg");
  await page.keyboard.press("Escape");
  await inBothWidths(page, async () => {
    for (const text of ["@maya.lindqvist", "100%", "Total Revenue"])
      await expect(page.getByText(text)).toBeVisible();
    await expectAccessible(page);
  });
  expect(errors).toEqual([]);

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Analytics" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Analytics" })).toBeVisible();
});

test("a visitor of a protected page is told, and sent to sign in @any-width", async ({ page }) => {
  await page.goto("/sign-in");
  const isTold = await recordNotification(page, "You are logged out. Logging in again...");
  await page.goto("/admin");
  await expect(page).toHaveURL("/sign-in?returnTo=%2Fadmin");
  expect(await isTold()).toBe(true);
});

test("a sale comes to an open home by itself, with what is to be done for it, and leads to its order @any-width", async ({
  page,
  browser,
  baseURL,
}) => {
  await signInAsNewCreator(page, { firstName: "Noor" });
  const made = await page.request.post("/api/products", {
    data: {
      title: "A Logo",
      slug: `logo-${crypto.randomUUID().slice(0, 8)}`,
      type: "SERVICE",
      priceCents: 4_900,
    },
  });
  const { id } = (await made.json()) as { id: string };
  const listening = page.waitForRequest("**/api/notifications/stream?*");
  await page.goto("/");
  await expect(page.getByText("3 tasks remaining")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Needs you" })).toBeHidden();
  await listening;

  const buyer = await browser.newContext({ ...(baseURL && { baseURL }) });
  await buyByCall(buyer.request, id, newAddress("buyer"));
  await buyer.close();

  await expect(page.getByRole("heading", { name: "You made your first sale!" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();
  await expect(page.getByText("$49.00 more than last", { exact: false })).toBeVisible();
  await expect(page.getByText("2 tasks remaining")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "1 service to deliver" }).click();
  await expect(page).toHaveURL(/view=services/);
  await page.goBack();
  await page.getByRole("link", { name: /^A Logo/ }).click();
  await expect(page.getByRole("heading", { name: /^Order 1001 of/ })).toBeVisible();
});
