import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { card, completePurchase, fillCheckout, openSummary } from "./support/checkout.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { newAddress } from "./support/mailbox.ts";

test("a creator makes a bundle, a buyer buys it and has both parts, and the creator gives one of them back @any-width", async ({
  page,
  browser,
}) => {
  test.slow();
  const { handle } = await signInAsNewCreator(page);
  const { request } = page;
  for (const [title, type, priceCents, more] of [
    [
      "Field Guide",
      "DOWNLOAD",
      2_900,
      { digitalFileType: "LINK", digitalFileExternalUrl: "https://example.com/guide" },
    ],
    ["Portfolio Review", "SERVICE", 1_900, {}],
  ] as const) {
    const slug = `${title.toLowerCase().replaceAll(" ", "-")}-${crypto.randomUUID().slice(0, 8)}`;
    const made = await request.post("/api/products", { data: { title, slug, type, priceCents, ...more } });
    expect(made.status(), await made.text()).toBe(201);
  }

  await page.goto("/admin?tab=products&product=new");
  const form = page.getByRole("dialog", { name: "Add Product" });
  await form
    .getByRole("group", { name: /Product type/ })
    .getByText("Bundle", { exact: true })
    .click();
  await form.getByLabel("Title").fill("The Starter Kit");
  await form.getByLabel("Slug").fill(`kit-${handle.replaceAll("_", "-")}`);
  await form.getByLabel("Price", { exact: true }).fill("40");
  await form.getByRole("button", { name: "Create Product" }).click();
  await expect(form.getByText("Choose two products or more")).toBeVisible();
  for (const name of ["Portfolio Review", "Field Guide"])
    await form.getByLabel("Add a product").selectOption(name);
  await form.getByRole("button", { name: "Move up: Field Guide" }).click();
  await expect(form.getByRole("list", { name: "In this bundle" }).getByRole("listitem")).toHaveText([
    /^Field Guide/,
    /^Portfolio Review/,
  ]);
  await expect(form.getByText("By themselves they cost $48.00 together.")).toBeVisible();
  await expectAccessible(page);
  await form.getByRole("button", { name: "Create Product" }).click();
  await expect(form).toHaveCount(0);

  const shop = await (
    await browser.newContext({ ...(page.viewportSize() && { viewport: page.viewportSize() }) })
  ).newPage();
  await shop.goto(`/u/${handle}`);
  await expect(shop.getByText("Bundle of 2 products")).toBeVisible();
  await expect(shop.getByText("Worth $48.00 separately")).toBeVisible();
  await shop.getByRole("link", { name: "The Starter Kit", exact: true }).click();
  await expect(shop.getByRole("link", { name: "Field Guide", exact: true }).first()).toBeVisible();
  await expectAccessible(shop);
  await shop.getByRole("link", { name: /^Buy/ }).filter({ visible: true }).first().click();
  await openSummary(shop);
  await expect(shop.getByRole("list", { name: "In this bundle" }).getByRole("listitem")).toHaveCount(2);
  await fillCheckout(shop, { email: newAddress("kit"), name: "Kit Buyer", card: card.good });
  await completePurchase(shop);
  await expect(shop.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  const bought = shop.getByRole("list").filter({ hasText: "Field Guide" }).first();
  await expect(bought).toContainText("Portfolio Review");
  await expect(shop.getByText("$40.00").first()).toBeVisible();
  await expectAccessible(shop);

  const [order] = (await (await request.get("/api/orders")).json()) as { id: string }[];
  await page.goto(`/admin?tab=customers&order=${order?.id}`);
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const refund = page.getByRole("dialog", { name: "Refund" });
  await refund.getByRole("checkbox", { name: /^Portfolio Review/ }).check();
  await expectAccessible(page);
  await refund.getByRole("button", { name: "Refund $15.83" }).click();
  await expect(refund).toHaveCount(0);
  await expect(page.getByText("Access revoked")).toHaveCount(1);
  await shop.reload();
  await expect(shop.getByText("Refunded").first()).toBeVisible();
  await expect(shop.getByText("Answer a few questions")).toHaveCount(0);
  await shop.context().close();
});
