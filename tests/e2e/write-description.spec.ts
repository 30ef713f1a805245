import { type Browser, expect, type Locator, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { clipboards, hostileClipboard } from "./support/clipboards.ts";
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

/** The form of a new creator's product, its description's box and the tools of that. */
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
  return {
    box,
    tools: page.getByRole("toolbar", { name: "Format: Description" }),
    shop: `/u/${handle}/${slug}`,
  };
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
  const { box, tools, shop } = await openDescription(page);

  // The slash menu, Markdown as it is typed, a box.
  await box.focus();
  await page.keyboard.type("/subh");
  const menu = page.getByRole("listbox", { name: "Insert into Description" });
  await expect(menu.getByRole("option", { name: "Subheading" })).toHaveAttribute("aria-selected", "true");
  await expect(box).toHaveAttribute("aria-activedescendant", /-0$/);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await expect(page.getByRole("dialog")).toBeVisible();
  for (let press = 0; press < 5; press++) await page.keyboard.press("Backspace");
  await page.keyboard.type("/");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.type("What is inside");
  await page.keyboard.press("Enter");
  await page.keyboard.type("- **Forty** pages");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.type("on birds");
  for (let press = 0; press < 3; press++) await page.keyboard.press("Enter");
  await page.keyboard.type("/tip");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Bring [a book](https://example.com/book) and patience.");
  await expect(box.locator("h4")).toHaveText("What is inside");
  await expect(box.locator("li li")).toHaveText("on birds");
  await expect(box.locator("strong")).toHaveText("Forty");
  await expect(box.locator("aside a")).toHaveAttribute("href", "https://example.com/book");

  // Selected words have tools beside them: Alt+F10 leads there, Escape back and then closes them.
  await page.keyboard.press("Shift+Home");
  const beside = page.getByRole("toolbar", { name: "Format selection: Description" });
  await expect(beside).toBeVisible();
  await page.keyboard.press("Alt+F10");
  await expect(beside.getByRole("button", { name: "Bold" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  // The link parts the line, all of which was selected.
  await expect(box.locator("aside em")).toHaveText(["Bring", "a book", "and patience."]);
  await page.keyboard.press("Alt+F10");
  await page.keyboard.press("Escape");
  await expect(box).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(beside).toHaveCount(0);
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("End");

  // Alt+F10 leads to the tools, Escape back; Tab leaves.
  await page.keyboard.press("Alt+F10");
  await expect(tools.getByRole("button", { name: "Heading" })).toBeFocused();
  await page.keyboard.press("End");
  await expect(tools.getByRole("button", { name: "Redo" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(box).toBeFocused();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(box).not.toBeFocused();

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

/** The blocks in the box, a line each: the tags around its words, and these with signs for what they look like. */
const outlineOf = (box: Locator) =>
  box.evaluate((root) => {
    const signs: Record<string, [string, string]> = {
      STRONG: ["*", "*"],
      EM: ["_", "_"],
      S: ["~", "~"],
      CODE: ["`", "`"],
      A: ["[", "]"],
    };
    const wordsOf = (node: Node): string => {
      if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? "";
      const words = [...node.childNodes].map(wordsOf).join("");
      const [before, after] = (node.parentNode?.nodeName !== "PRE" && signs[node.nodeName]) || ["", ""];
      return before + words + after;
    };
    const kept = new Set(["UL", "OL", "LI", "ASIDE", "BLOCKQUOTE", "TABLE", "TD", "TH"]);
    return [...root.querySelectorAll("p, h4, h5, h6, pre, hr")].flatMap((block) => {
      const around: string[] = [];
      for (let each = block.parentElement; each && each !== root; each = each.parentElement)
        if (kept.has(each.tagName)) around.unshift(each.tagName.toLowerCase());
      const box = block.closest("li")?.querySelector<HTMLInputElement>(":scope > label input");
      const words = (box ? (box.checked ? "[x] " : "[ ] ") : "") + wordsOf(block).trim();
      if (words === "" && block.tagName === "P") return [];
      const tag = block.tagName.toLowerCase();
      return [`${[...around, ...(tag === "p" && around.length > 0 ? [] : [tag])].join(" ")} ${words}`];
    });
  });

test("what is pasted becomes what it means: Markdown, and what five programs copy; nothing of it fires @any-width", async ({
  page,
  browser,
}) => {
  const { box, shop } = await openDescription(page);
  const empty = async () => {
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("Backspace");
  };
  await box.focus();
  for (const [name, { html, becomes }] of Object.entries(clipboards)) {
    await paste(box, "text/html", html);
    await expect.poll(() => outlineOf(box), name).toEqual(becomes);
    await empty();
  }
  await expect(page.getByText("This text holds no pictures.").first()).toBeVisible();
  await paste(box, "text/plain", "## From Markdown\n\n| Name | Price |\n| --- | --- |\n| Book | $12 |");
  await expect(box.locator("table th").first()).toHaveText("Name");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(box).toContainText("| Book | $12 |");
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect(box.locator("table td").first()).toHaveText("Book");
  await page.keyboard.press("ControlOrMeta+End");
  await paste(box, "text/html", hostileClipboard);
  await expect(box).toContainText("Kept words");
  await expect(box.locator("img[src=x], iframe, svg, script, a[href^=javascript], [onclick]")).toHaveCount(0);

  const { buyer, text } = await saveAndVisit(page, browser, shop);
  expect(await page.evaluate(() => "fired" in window)).toBe(false);
  await expect(text.getByRole("cell", { name: "Book" })).toBeVisible();
  await expect(text.getByRole("link")).toHaveCount(0);
  await expectAccessible(buyer);
});
