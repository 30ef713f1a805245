import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { goodFiles } from "#tests/support/file-samples.ts";
import { card, completePurchase, fillCheckout } from "./support/checkout.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { newAddress } from "./support/mailbox.ts";

const digest = (data: Buffer) => createHash("sha256").update(data).digest("hex");

test("a new creator puts a PDF on sale at $19, and what a buyer downloads is the file that went up, byte for byte @any-width", async ({
  page,
  browser,
}) => {
  test.slow();
  const pdf = (await goodFiles()).find(({ name }) => name.endsWith(".pdf"));
  if (!pdf) throw new Error("there is no PDF among the samples");
  const { handle } = await signInAsNewCreator(page, { firstName: "Ines" });

  await page.goto("/admin?tab=products&product=new");
  const dialog = page.getByRole("dialog", { name: "Add Product" });
  await dialog
    .getByRole("group", { name: /Product type/ })
    .getByText("Download", { exact: true })
    .click();
  await page.getByLabel("Title").fill("The Field Guide");
  await page.getByLabel("Price", { exact: true }).fill("19");
  await dialog
    .getByRole("group", { name: "File", exact: true })
    .locator('input[type="file"]')
    .setInputFiles({ name: "guide.pdf", mimeType: pdf.type, buffer: pdf.data });
  await expect(dialog.getByText("guide.pdf").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Create Product" })).toBeEnabled();
  await page.getByRole("button", { name: "Create Product" }).click();
  await expect(page.getByText("Product created successfully", { exact: true })).toBeVisible();

  const buyer = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await buyer.goto(`/u/${handle}`);
  await expect(buyer.getByText("$19.00")).toBeVisible();
  await buyer.getByRole("link", { name: "Buy: The Field Guide" }).click();
  await fillCheckout(buyer, { email: newAddress("reader"), name: "Ada Reader", card: card.good });
  await completePurchase(buyer);
  await expect(buyer.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  const [download] = await Promise.all([
    buyer.waitForEvent("download"),
    buyer.getByRole("listitem").filter({ hasText: "guide.pdf" }).getByRole("button").click(),
  ]);
  expect(download.suggestedFilename()).toBe("guide.pdf");
  expect(digest(await readFile(await download.path()))).toBe(digest(pdf.data));

  await page.goto("/");
  await expect(page.getByText("$19.00").first()).toBeVisible();
});
