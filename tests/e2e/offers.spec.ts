import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { card, completePurchase, fillCheckout } from "./support/checkout.ts";
import { signInAsNewCreator } from "./support/creator.ts";

/** Products of the creator who is signed in, by the API. */
async function makeProducts(page: Page, products: Record<string, Record<string, unknown>>) {
  const ids: Record<string, string> = {};
  for (const [title, fields] of Object.entries(products)) {
    const slug = `${title.toLowerCase().replaceAll(" ", "-")}-${crypto.randomUUID().slice(0, 8)}`;
    const answer = await page.request.post("/api/products", {
      data: { title, slug, type: "SERVICE", priceCents: 4_900, ...fields },
    });
    expect(answer.status()).toBe(201);
    ids[title] = ((await answer.json()) as { id: string }).id;
  }
  return ids;
}

const offersList = (page: Page, name: string) => page.getByRole("list", { name, exact: true });
const titlesIn = (page: Page, name: string) =>
  offersList(page, name)
    .getByRole("listitem")
    .getByRole("switch")
    .evaluateAll((switches) =>
      switches.map((item) => item.getAttribute("aria-label")?.slice("Active: ".length)),
    );

const notified = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

async function addOffer(page: Page, kind: string, fields: Record<string, string>) {
  await page
    .getByRole("button", { name: `Add ${kind}` })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: `Add ${kind}` });
  for (const [label, value] of Object.entries(fields)) {
    const field = dialog.getByLabel(label, { exact: label !== "Title" && !label.endsWith("product") });
    await (label === "Discount type" || label.endsWith("product")
      ? field.selectOption(value)
      : field.fill(value));
  }
  return dialog;
}

test("bumps are made, put in order by keyboard and by hand, switched off and deleted @any-width", async ({
  page,
  isMobile,
}) => {
  test.slow();
  await signInAsNewCreator(page);
  await page.goto("/admin?tab=offers");
  await expect(page.getByRole("heading", { name: "No Products Yet" })).toBeVisible();
  await expectAccessible(page);

  const ids = await makeProducts(page, {
    Guide: { priceCents: 4_900, maxOrderBumps: 1 },
    Templates: { priceCents: 1_999 },
    Checklist: { priceCents: 900 },
    Circle: { type: "MEMBERSHIP", billingInterval: "MONTH" },
  });
  await page.reload();
  await expect(page.getByRole("heading", { name: "Select a product to see its order bumps" })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Main product").selectOption("Guide");
  await expect(page).toHaveURL(new RegExp(`product=${ids["Guide"]}`));
  await expect(page.getByRole("heading", { name: "No Order Bumps Yet" })).toBeVisible();

  const dialog = await addOffer(page, "Order Bump", {});
  await expect(dialog.getByLabel("Position")).toHaveValue("0");
  await expect(dialog.getByLabel("Bump product").getByRole("option")).toHaveText([
    "Select a product",
    "Templates",
    "Checklist",
  ]);
  await dialog.getByLabel("Bump product").selectOption("Templates");
  await dialog.getByLabel("Title").fill("Add the templates");
  await dialog.getByLabel("Description").fill("Fill in, and send.");
  await dialog.getByLabel("Discount type").selectOption("Percentage");
  await dialog.getByLabel("Discount value").fill("25");
  await dialog.getByLabel("Position").fill("0");
  const preview = dialog.getByRole("complementary", { name: "Preview", includeHidden: true });
  for (const text of ["Add the templates", "Fill in, and send.", "$14.99", "$19.99", "Save $5.00"])
    await expect(preview).toContainText(text);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create Order Bump" }).click();
  await notified(page, "Order bump created successfully");
  await expect(dialog).toBeHidden();

  const row = offersList(page, "Order bumps").getByRole("listitem").filter({ hasText: "Add the templates" });
  for (const text of ["Templates", "$14.99", "$19.99", "25% off", "not shown yet", "$0.00", "Active"])
    await expect(row).toContainText(text);

  const second = await addOffer(page, "Order Bump", { "Bump product": "Templates", Title: "Once more" });
  await second.getByLabel("Bump product").selectOption("Checklist");
  await second.getByLabel("Title").fill("Add the checklist");
  await second.getByRole("button", { name: "Create Order Bump" }).click();
  await expect(second).toBeHidden();
  await expect(page.getByText("2 are active, and this product shows 1")).toBeVisible();
  await expectAccessible(page);

  const offered = async () => {
    const answer = await page.request.get(`/api/public/order-bumps/${ids["Guide"]}`);
    return ((await answer.json()) as { title: string }[]).map(({ title }) => title);
  };
  expect(await offered()).toEqual(["Add the templates"]);
  const up = page.getByRole("button", { name: "Move up: Add the checklist" });
  await up.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Add the checklist is now number 1 of 2")).toBeAttached();
  await expect(up).toBeFocused();
  await expect.poll(offered).toEqual(["Add the checklist"]);
  await page.reload();
  await expect.poll(() => titlesIn(page, "Order bumps")).toEqual(["Add the checklist", "Add the templates"]);
  if (!isMobile) {
    const items = offersList(page, "Order bumps").getByRole("listitem");
    // What makes it so is loaded after the list itself.
    await expect(items.nth(1)).toHaveAttribute("draggable", "true");
    await page
      .getByTitle("Drag to move")
      .nth(1)
      .dragTo(items.first(), { targetPosition: { x: 60, y: 6 } });
    await expect
      .poll(() => titlesIn(page, "Order bumps"))
      .toEqual(["Add the templates", "Add the checklist"]);
    await expect.poll(offered).toEqual(["Add the templates"]);
  } else {
    await page.getByRole("button", { name: "Move down: Add the checklist" }).click();
    await expect.poll(offered).toEqual(["Add the templates"]);
  }

  await page.getByRole("switch", { name: "Active: Add the templates" }).click();
  await notified(page, "Order bump updated successfully");
  await expect.poll(offered).toEqual(["Add the checklist"]);
});

test("an offer ends when its creator said: its buyers read it, and who is late is told before paying @any-width", async ({
  page,
}) => {
  test.slow();
  await signInAsNewCreator(page);
  const ids = await makeProducts(page, { Guide: { priceCents: 4_900 }, Templates: { priceCents: 1_999 } });
  await page.goto(`/admin?tab=offers&product=${ids["Guide"]}`);
  const dialog = await addOffer(page, "Order Bump", {
    "Bump product": "Templates",
    Title: "Add the templates",
    "Ends at (UTC)": "2097-11-30T18:05",
  });
  const create = dialog.getByRole("button", { name: "Create Order Bump" });
  const preview = dialog.getByRole("complementary", { name: "Preview", includeHidden: true });
  const end = "Ends Nov 30, 2097, 6:05 PM UTC";
  await expect(preview).toContainText(`Limited Time Offer ${end}`);
  await expectAccessible(page);
  await create.click();
  await expect(offersList(page, "Order bumps").getByText(end)).toBeVisible();

  await page.goto(`/checkout/${ids["Guide"]}`);
  const offers = page.getByRole("group", { name: "Add These Special Offers" });
  await expect(offers.getByText("Limited Time Offer")).toBeVisible();
  await expect(offers.getByText(end)).toBeVisible();
  await offers.getByRole("checkbox").check();
  await fillCheckout(page, { email: "ada@example.com", name: "Ada Buyer", card: card.good });
  await expect(page.getByRole("button", { name: "Complete Purchase - $68.99" })).toBeEnabled();
  await expectAccessible(page);
  const [bump] = (await (await page.request.get("/api/order-bumps")).json()) as { id: string }[];
  const soon = Date.now() + 1_000;
  await page.request.put(`/api/order-bumps/${bump?.id}`, { data: { endsAt: new Date(soon).toISOString() } });
  await expect.poll(() => Date.now() > soon).toBe(true);
  await completePurchase(page);
  await expect(page.getByText("An offer has ended. The price is now $49.00.")).toBeVisible();
  await expect(page.getByLabel("Card number")).toHaveValue("4242 4242 4242 4242");
  await page.getByRole("button", { name: "Complete Purchase - $49.00" }).click();
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();

  await page.goto(`/admin?tab=offers&product=${ids["Guide"]}`);
  await expect(offersList(page, "Order bumps").getByText(/^Ended [A-Z].* UTC$/)).toBeVisible();
  await expectAccessible(page);
});

test("upsells of a product are made and listed with how often they are accepted @phone", async ({ page }) => {
  test.slow();
  await signInAsNewCreator(page);
  const ids = await makeProducts(page, { Guide: {}, "Review call": { priceCents: 9_900 } });
  await page.goto(`/admin?tab=offers&sub=upsells&product=${ids["Guide"]}`);
  await expect(page.getByRole("tab", { name: "Upsells" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByLabel("Trigger product")).toHaveValue(ids["Guide"] ?? "");
  await expect(page.getByRole("heading", { name: "No Upsells Yet" })).toBeVisible();
  await expectAccessible(page);

  const dialog = await addOffer(page, "Upsell", {
    "Upsell product": "Review call",
    Title: "Talk it through",
    "Discount value": "98.60",
  });
  await expect(dialog.getByLabel("Sequence")).toHaveValue("1");
  await dialog.getByRole("button", { name: "Create Upsell" }).click();
  await expect(dialog.getByText(/costs less than a card can pay/)).toBeVisible();
  await dialog.getByLabel("Discount value").fill("20");
  const preview = dialog.getByRole("complementary", { name: "Preview", includeHidden: true });
  for (const text of ["Premium add-on to enhance your purchase", "Save $20.00", "Yes, Add This - $79.00"])
    await expect(preview).toContainText(text);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create Upsell" }).click();
  await notified(page, "Upsell created successfully");
  const row = offersList(page, "Upsells").getByRole("listitem");
  for (const text of ["Talk it through", "Review call", "$79.00", "$99.00", "$20.00 off", "Acceptance rate"])
    await expect(row).toContainText(text);
  await expectAccessible(page);

  const csv = await page.request.get("/api/upsells/export");
  expect(await csv.text()).toContain('"Guide",1,"Review call","Talk it through"');
  await expect(page.getByRole("link", { name: "Export CSV" })).toHaveAttribute("href", "/api/upsells/export");

  await page.request.put(`/api/products/${ids["Review call"]}`, { data: { active: false } });
  await page.request.put(`/api/products/${ids["Guide"]}`, { data: { allowUpsells: false } });
  await page.reload();
  await expect(row).toContainText("Not offered: product inactive");
  await expect(page.getByText("Upsells are switched off for this product")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("tab", { name: "Order Bumps" }).click();
  await expect(page.getByRole("heading", { name: "No Order Bumps Yet" })).toBeVisible();
});

test("a product's stock and offers are set in its form, and the store says what is sold out @any-width", async ({
  page,
}) => {
  test.slow();
  const { handle } = await signInAsNewCreator(page);
  await page.goto("/admin?tab=products&product=new");
  const dialog = page.getByRole("dialog", { name: "Add Product" });
  await dialog.getByText("Physical product", { exact: true }).click();
  await dialog.getByLabel("Title").fill("Print");
  await dialog.getByLabel("Price", { exact: true }).fill("30");
  await expect(dialog.getByLabel("Needs shipping")).toBeChecked();
  await dialog.getByLabel("Track stock").check();
  await dialog.getByLabel("In stock").fill("0");
  await dialog.getByLabel("Most bumps shown").fill("2");
  await dialog.getByLabel("Upsells", { exact: true }).uncheck();
  await dialog.getByRole("button", { name: "Create Product" }).click();
  await expect(dialog.getByText("Before this can be on sale, say where you ship to")).toBeVisible();
  await expectAccessible(page);
  await page.request.put("/api/shipping-rates/ELSEWHERE", { data: { firstCents: 500, furtherCents: 0 } });
  await dialog.getByRole("button", { name: "Create Product" }).click();
  await notified(page, "Product created successfully");
  const [product] = (await (await page.request.get("/api/my-products")).json()) as Record<string, unknown>[];
  expect(product).toMatchObject({
    requiresShipping: true,
    trackInventory: true,
    inventoryQuantity: 0,
    allowOrderBumps: true,
    maxOrderBumps: 2,
    allowUpsells: false,
    soldOut: true,
  });

  await page.goto(`/u/${handle}`);
  await expect(page.getByText("Sold out", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Print" })).toBeVisible();
  // Its page says what it is; nothing leads to buying it.
  await expect(page.getByRole("link", { name: "Print", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Buy/ })).toHaveCount(0);
  await expectAccessible(page);

  await page.goto(`/admin?tab=products&product=${String(product?.["id"])}`);
  await page.getByLabel("In stock").fill("4");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await notified(page, "Product updated successfully");
  await page.goto(`/u/${handle}`);
  await expect(page.getByRole("link", { name: "Buy: Print" })).toBeVisible();
});
