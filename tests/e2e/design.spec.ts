import { expect, type Page, test } from "@playwright/test";
import { expectAccessibleInBothWidths } from "./support/both-widths.ts";
import { signInAsNewCreator } from "./support/creator.ts";

/** A product on the shelf of the creator who is signed in. */
async function sell({ request }: Page, title: string, slug: string): Promise<string> {
  const made = await request.post("/api/products", {
    data: { title, slug, type: "SERVICE", priceCents: 1_900 },
  });
  expect(made.status()).toBe(201);
  const { id } = (await made.json()) as { id: string };
  const onSale = await request.put(`/api/products/${id}`, { data: { active: true } });
  expect(onSale.status(), await onSale.text()).toBe(200);
  return id;
}

/** As with a finger: the radio button itself is not to be seen. */
const choose = (page: Page, theme: string) => page.locator("label").filter({ hasText: theme }).click();

/** What stands on the shelf of a store's page, from first to last. */
const shelf = (page: Page, handle: string) => async () => {
  await page.goto(`/u/${handle}`);
  const titles = await page.getByRole("main").getByRole("heading", { level: 3 }).allTextContents();
  return [await page.locator(".store").getAttribute("data-look"), titles];
};

test("a store gets a look of its own: tried beside the page, published, and taken back @phone", async ({
  page,
  context,
}) => {
  const { handle } = await signInAsNewCreator(page, { firstName: "Ines" });
  await sell(page, "Field notes", `notes-${handle.slice(5)}`);
  await sell(page, "Night walks", `walks-${handle.slice(5)}`);
  const gone = await sell(page, "Sold out", `gone-${handle.slice(5)}`);
  await page.goto("/design");
  await expect(page.getByRole("heading", { name: "Design", level: 1 })).toBeVisible();
  const saved = page.getByRole("status").filter({ hasText: /^Saved$/ });
  const preview = page.frameLocator("iframe[title='Your store']:not([aria-hidden])").locator(".store");
  await expect(preview).toHaveAttribute("data-look", "market");
  await expect(page.getByRole("button", { name: "Published", exact: true })).toBeDisabled();

  await choose(page, "Stage");
  await expect(saved).toBeVisible();
  await expect(preview).toHaveAttribute("data-look", "stage");
  await page.getByLabel("Accent", { exact: true }).fill("#ffff00");
  await expect(page.getByText("Shifted so that it can be read")).toHaveCount(1);

  // One of them is deleted meanwhile: an order that names it is put back, and the next one stands.
  expect((await context.request.delete(`/api/products/${gone}`)).ok()).toBe(true);
  await page.getByRole("button", { name: "Move up: Night walks" }).click();
  await expect(page.getByText("One of these products is not there any more.", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Move up: Sold out" })).toHaveCount(0);
  const up = page.getByRole("button", { name: "Move up: Night walks" });
  await up.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("list", { name: "Products" }).getByRole("listitem").first()).toContainText(
    "Night walks",
  );
  await expect(saved).toBeVisible();
  // The preview of before is gone once the new one is drawn.
  await expect(page.locator("iframe")).toHaveCount(1);
  await expectAccessibleInBothWidths(page);
  await page.getByRole("button", { name: "Desktop", exact: true }).click();
  await expect(preview).toBeVisible();

  const everybody = await context.newPage();
  await everybody.goto(`/u/${handle}`);
  await expect(everybody.locator(".store")).toHaveCount(0);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Everybody sees your store like this now.", { exact: true })).toBeVisible();
  await expect.poll(shelf(everybody, handle)).toEqual(["stage", ["Night walks", "Field notes"]]);
  await expectAccessibleInBothWidths(everybody);
  await everybody.goto(`/u/${handle}/notes-${handle.slice(5)}`);
  // The way to pay has its colours, too: the yellow, as dark as it has to be on white.
  await everybody.getByRole("link", { name: /^Buy/ }).first().click();
  await expect(everybody.getByRole("heading", { name: "Secure Checkout" })).toBeVisible();
  const brand = () =>
    everybody.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--brand"));
  await expect.poll(brand).toMatch(/^#[0-9a-f]{4}00$/);
  await expectAccessibleInBothWidths(everybody);

  const versions = page.getByRole("button", { name: /^Take back the version of/ });
  await expect(versions).toHaveCount(1);
  await choose(page, "Plain");
  await page.getByRole("button", { name: "The theme's own" }).click();
  await expect(saved).toBeVisible();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(versions).toHaveCount(2);
  await versions.last().click();
  await expect(page.getByRole("radio", { name: /^Stage/ })).toBeChecked();
  await expect(preview).toHaveAttribute("data-look", "stage");
  await expect.poll(shelf(everybody, handle)).toEqual(["plain", ["Night walks", "Field notes"]]);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect.poll(shelf(everybody, handle)).toEqual(["stage", ["Night walks", "Field notes"]]);
});
