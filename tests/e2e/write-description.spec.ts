import { type Browser, expect, type Locator, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { hostileClipboard } from "#tests/screens/clipboards.ts";
import { signInAsNewCreator } from "./support/creator.ts";

/** Pastes as a browser does, with what a program has put on the clipboard. */
const paste = (box: Locator, type: "text/html" | "text/plain", content: string) =>
  box.evaluate(
    async (element, [type, content]) => {
      // The editor hears of a caret that a key moved a moment later.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const clipboardData = new DataTransfer();
      clipboardData.setData(type, content);
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    },
    [type, content] as const,
  );

/** The form of a new creator's product, and its description's box. */
async function openDescription(page: Page) {
  const { handle } = await signInAsNewCreator(page, { firstName: "Ines" });
  const slug = `notes-${crypto.randomUUID().slice(0, 8)}`;
  const made = await page.request.post("/api/products", {
    data: { title: "Field notes", slug, type: "SERVICE", priceCents: 1_900, deliveryNote: "I write to you." },
  });
  expect(made.status()).toBe(201);
  const { id } = (await made.json()) as { id: string };
  await page.goto(`/admin?tab=products&product=${id}`);
  const box = page.getByRole("textbox", { name: "Description", exact: true });
  await expect(box).toBeVisible();
  return { box, shop: `/u/${handle}/${slug}` };
}

/** Saves, and opens the product's page as a buyer. */
async function saveAndVisit(page: Page, browser: Browser, shop: string) {
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const buyer = await (await browser.newContext()).newPage();
  await buyer.goto(shop);
  return { buyer, text: buyer.locator(".rich-text") };
}

test("a description is written by keyboard alone, outlives a reload, and is read on the product's page @any-width", async ({
  page,
  browser,
}) => {
  const { box, shop } = await openDescription(page);

  // The slash menu, Markdown as it is typed, a box.
  await box.focus();
  await page.keyboard.type("/");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.insertText("What is inside");
  await page.keyboard.press("Enter");
  await page.keyboard.type("- **Forty** pages");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.insertText("on birds");
  for (let press = 0; press < 3; press++) await page.keyboard.press("Enter");
  await page.keyboard.type("/tip");
  await page.keyboard.press("Enter");
  await page.keyboard.type("[a book](https://example.com/book)");
  await page.keyboard.insertText(" and patience.");
  await expect(box.locator("h4")).toHaveText("What is inside");
  await expect(box.locator("li li")).toHaveText("on birds");
  await expect(box.locator("strong")).toHaveText("Forty");
  await expect(box.locator("aside a")).toHaveAttribute("href", "https://example.com/book");

  // A reload loses nothing.
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText("What you had typed is back")).toBeVisible();
  await expect(box.locator("h4").first()).toHaveText("What is inside");
  await expectAccessible(page);
  const { buyer, text } = await saveAndVisit(page, browser, shop);
  await expect(text.getByRole("heading", { level: 2, name: "What is inside" })).toBeVisible();
  await expect(text.locator("li li")).toHaveText("on birds");
  await expect(text.getByRole("link", { name: "a book" })).toHaveAttribute("rel", /nofollow ugc/);
  await expectAccessible(buyer);
});

test("what hostile pages put on the clipboard fires nowhere, in the form or for a buyer @any-width", async ({
  page,
  browser,
}) => {
  const { box, shop } = await openDescription(page);
  await box.focus();
  await paste(box, "text/plain", "| Name | Price |\n| --- | --- |\n| Book | $12 |");
  await expect(box.locator("table th").first()).toHaveText("Name");
  await page.keyboard.press("ControlOrMeta+End");
  await paste(box, "text/html", hostileClipboard);
  await expect(box).toContainText("Kept words");

  const { buyer, text } = await saveAndVisit(page, browser, shop);
  expect(await page.evaluate(() => "fired" in window)).toBe(false);
  expect(await buyer.evaluate(() => "fired" in window)).toBe(false);
  await expect(text.getByRole("cell", { name: "Book" })).toBeVisible();
  await expect(text.getByRole("link")).toHaveCount(0);
  await expectAccessible(buyer);
});
