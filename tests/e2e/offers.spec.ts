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
  const ids = await makeProducts(page, {
    Guide: { priceCents: 4_900, maxOrderBumps: 1 },
    Templates: { priceCents: 1_999 },
    Checklist: { priceCents: 900 },
  });
  await page.goto("/admin?tab=offers");
  await page.getByLabel("Main product").selectOption("Guide");
  await expect(page).toHaveURL(new RegExp(`product=${ids["Guide"]}`));
  await expect(page.getByRole("heading", { name: "No Order Bumps Yet" })).toBeVisible();

  const dialog = await addOffer(page, "Order Bump", {
    "Bump product": "Templates",
    Title: "Add the templates",
    "Discount type": "Percentage",
    "Discount value": "25",
  });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create Order Bump" }).click();
  await notified(page, "Order bump created successfully");
  await expect(dialog).toBeHidden();

  const row = offersList(page, "Order bumps").getByRole("listitem").filter({ hasText: "Add the templates" });
  for (const text of ["$14.99", "$19.99", "25% off", "not shown yet"]) await expect(row).toContainText(text);

  const second = { bumpProductId: ids["Checklist"], title: "Add the checklist" };
  const made = await page.request.post("/api/order-bumps", {
    data: { mainProductId: ids["Guide"], discountType: "FIXED", discountValue: 0, ...second },
  });
  expect(made.status(), await made.text()).toBe(201);
  await page.reload();
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
  const end = "Ends Nov 30, 2097, 6:05 PM UTC";
  const made = await page.request.post("/api/order-bumps", {
    data: {
      mainProductId: ids["Guide"],
      bumpProductId: ids["Templates"],
      title: "Add the templates",
      discountType: "FIXED",
      discountValue: 0,
      endsAt: "2097-11-30T18:05:00.000Z",
    },
  });
  expect(made.status(), await made.text()).toBe(201);
  const { id: bumpId } = (await made.json()) as { id: string };

  await page.goto(`/checkout/${ids["Guide"]}`);
  const offers = page.getByRole("group", { name: "Add These Special Offers" });
  await expect(offers.getByText("Limited Time Offer")).toBeVisible();
  await expect(offers.getByText(end)).toBeVisible();
  await offers.getByRole("checkbox").check();
  await fillCheckout(page, { email: "ada@example.com", name: "Ada Buyer", card: card.good });
  await expect(page.getByRole("button", { name: "Complete Purchase - $68.99" })).toBeEnabled();
  await expectAccessible(page);
  const soon = Date.now() + 1_000;
  await page.request.put(`/api/order-bumps/${bumpId}`, { data: { endsAt: new Date(soon).toISOString() } });
  await expect.poll(() => Date.now() > soon).toBe(true);
  await completePurchase(page);
  await expect(page.getByText("An offer has ended. The price is now $49.00.")).toBeVisible();
  await expect(page.getByLabel("Card number")).toHaveValue("4242 4242 4242 4242");
  await page.getByRole("button", { name: "Complete Purchase - $49.00" }).click();
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();

  await page.goto(`/admin?tab=offers&product=${ids["Guide"]}`);
  await expect(offersList(page, "Order bumps").getByText(/^Ended [A-Z].* UTC$/)).toBeVisible();
});

test("upsells of a product are made and listed, with why they are not offered @phone", async ({ page }) => {
  await signInAsNewCreator(page);
  const ids = await makeProducts(page, { Guide: {}, "Review call": { priceCents: 9_900 } });
  await page.goto(`/admin?tab=offers&sub=upsells&product=${ids["Guide"]}`);
  await expect(page.getByRole("heading", { name: "No Upsells Yet" })).toBeVisible();
  const dialog = await addOffer(page, "Upsell", {
    "Upsell product": "Review call",
    Title: "Talk it through",
    "Discount value": "20",
  });
  await dialog.getByRole("button", { name: "Create Upsell" }).click();
  await notified(page, "Upsell created successfully");
  const row = offersList(page, "Upsells").getByRole("listitem");
  for (const text of ["Talk it through", "$79.00", "$20.00 off"]) await expect(row).toContainText(text);
  const csv = await page.request.get("/api/upsells/export");
  expect(await csv.text()).toContain('"Guide",1,"Review call","Talk it through"');
  await page.request.put(`/api/products/${ids["Review call"]}`, { data: { active: false } });
  await page.request.put(`/api/products/${ids["Guide"]}`, { data: { allowUpsells: false } });
  await page.reload();
  await expect(row).toContainText("Not offered: product inactive");
  await expect(page.getByText("Upsells are switched off for this product")).toBeVisible();
  await expectAccessible(page);
});

test("a product's stock is set in its form, and the store says what is sold out @any-width", async ({
  page,
}) => {
  const { handle } = await signInAsNewCreator(page);
  await page.request.put("/api/shipping-rates/ELSEWHERE", { data: { firstCents: 500, furtherCents: 0 } });
  const ids = await makeProducts(page, {
    Print: { type: "PHYSICAL", priceCents: 3_000, trackInventory: true, inventoryQuantity: 4 },
  });
  const stock = async (count: string) => {
    await page.goto(`/admin?tab=products&product=${ids["Print"]}`);
    await page.getByLabel("In stock").fill(count);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await notified(page, "Product updated successfully");
    await page.goto(`/u/${handle}`);
  };
  await stock("0");
  await expect(page.getByText("Sold out", { exact: true })).toBeVisible();
  // Its page says what it is; nothing leads to buying it.
  await expect(page.getByRole("link", { name: "Print", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Buy/ })).toHaveCount(0);
  await expectAccessible(page);
  await stock("4");
  await expect(page.getByRole("link", { name: "Buy: Print" })).toBeVisible();
});
