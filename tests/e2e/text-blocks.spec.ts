import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { signInAsNewCreator } from "./support/creator.ts";

test("a button, a video and a product are put into a description by keys, changed, and lead where they say, with nothing loaded from elsewhere @phone", async ({
  page,
  browser,
}) => {
  const { handle } = await signInAsNewCreator(page, { firstName: "Ines" });
  const sell = async (title: string) => {
    const slug = `notes-${crypto.randomUUID().slice(0, 8)}`;
    const data = { title, slug, type: "SERVICE", priceCents: 1_900, deliveryNote: "I write to you." };
    const made = await page.request.post("/api/products", { data });
    expect(made.status()).toBe(201);
    return (await made.json()) as { id: string; slug: string };
  };
  const [notes, kit] = [await sell("Field notes"), await sell("The bird kit")];
  await page.goto(`/admin?tab=products&product=${notes.id}`);
  const box = page.getByRole("textbox", { name: "Description", exact: true });
  await box.focus();

  await page.keyboard.type("/button");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Words of the button")).toBeFocused();
  await page.keyboard.type("Book a walk");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Use an address" })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Address of the button").fill("example.com/walks");
  await page.keyboard.press("Enter");
  // What is typed at once stands behind it.
  await page.keyboard.type("Or watch one: /video");
  await expect(box.getByRole("group", { name: "Button: Book a walk" })).toBeVisible();

  await page.keyboard.press("Enter");
  await page.keyboard.type("https://youtu.be/dQw4w9WgXcQ");
  await page.getByLabel("What the video is called").fill("A walk at dawn");
  await page.getByRole("button", { name: "Set video" }).click();
  await expect(box.getByRole("group", { name: "Video: A walk at dawn (YouTube)" })).toBeVisible();

  await page.keyboard.type("/product");
  await page.keyboard.press("Enter");
  await page.getByRole("combobox", { name: "Product" }).selectOption("The bird kit");
  await page.getByRole("button", { name: "Set product" }).click();
  await expect(box.getByRole("group", { name: "Product: The bird kit" })).toBeVisible();
  await expectAccessible(page);

  // By a press, its field is back; Escape leaves it as it was.
  await box.getByRole("button", { name: "Edit button" }).click();
  await expect(page.getByLabel("Words of the button")).toHaveValue("Book a walk");
  await page.getByLabel("Words of the button").fill("Come along");
  await page.getByRole("button", { name: "Set button" }).click();
  await expect(box.getByRole("group", { name: "Button: Come along" })).toBeVisible();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  const buyer = await (await browser.newContext()).newPage();
  const elsewhere: string[] = [];
  const here = new URL(page.url()).host;
  buyer.on("request", (request) => {
    if (new URL(request.url()).host !== here) elsewhere.push(request.url());
  });
  await buyer.goto(`/u/${handle}/${notes.slug}`);
  const text = buyer.locator(".rich-text").first();
  await expect(text.getByRole("link", { name: "Come along" })).toHaveAttribute(
    "href",
    "https://example.com/walks",
  );
  await expect(text.getByRole("link", { name: /A walk at dawn on YouTube/ })).toHaveAttribute(
    "href",
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
  );
  await expectAccessible(buyer);
  expect(elsewhere).toEqual([]);
  const card = text.getByRole("link", { name: /The bird kit/ });
  await expect(card).toContainText("$19.00");
  await card.click();
  await expect(buyer).toHaveURL(new RegExp(`/u/${handle}/${kit.slug}$`));
  await buyer.context().close();
});
