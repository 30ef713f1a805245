import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import {
  createOrderBump,
  deleteOrderBump,
  listOrderBumps,
  OrderBump,
  reorderOrderBumps,
  updateOrderBump,
} from "#contract/offers/order-bumps.ts";
import { ProductOfOffer } from "#contract/offers/offer-terms.ts";
import { createUpsell, listUpsells, Upsell } from "#contract/offers/upsells.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { example, exampleId } from "#tests/screens/example.ts";
import { exampleProduct } from "#tests/screens/example-product.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen, type Width } from "#tests/screens/render-screen.tsx";
import type { Output } from "#web/api.ts";
import { OffersTab } from "./offers-tab.tsx";

type Bump = Output<typeof listOrderBumps>[number];

const product = (title: string, priceCents: number, facts: Parameters<typeof exampleProduct>[0] = {}) =>
  exampleProduct({ title, priceCents, maxOrderBumps: 1, ...facts });
const guide = product("Guide", 4_900);
const templates = product("Templates", 1_999);
const checklist = product("Checklist", 900);
const circle = product("Circle", 900, { type: "MEMBERSHIP", billingInterval: "MONTH" });
const call = product("Review call", 9_900);

const offered = ({ id, title, priceCents }: typeof guide) =>
  example(ProductOfOffer, { id, title, priceCents, currency: "usd" });
const bump = (title: string, sold: typeof guide, facts: Partial<Bump> = {}) =>
  example(OrderBump, {
    id: exampleId(),
    mainProductId: guide.id,
    bumpProductId: sold.id,
    bumpProduct: offered(sold),
    title,
    offerPriceCents: sold.priceCents,
    discountType: "FIXED",
    active: true,
    revision: 1,
    ...facts,
  });

/** The tab of a creator with these bumps on the guide. */
async function openTab(bumps: Bump[], { search = "", width }: { search?: string; width?: Width } = {}) {
  let rows = bumps;
  server.answer(listMyProducts, [guide, templates, checklist, circle, call]);
  server.answer(listOrderBumps, () => rows);
  server.answer(createOrderBump, ({ body }) => {
    const made = bump(body.title, templates);
    rows = [...rows, made];
    return made;
  });
  server.answer(updateOrderBump, ({ params, body }) => {
    rows = rows.map((row) => (row.id === params.id ? { ...row, active: body.active ?? row.active } : row));
    return rows.find(({ id }) => id === params.id)!;
  });
  server.answer(deleteOrderBump, ({ params }) => {
    rows = rows.filter(({ id }) => id !== params.id);
    return { success: true as const };
  });
  server.answer(reorderOrderBumps, ({ body: { ids } }) => {
    rows = rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
    return rows;
  });
  return renderScreen(<OffersTab />, { at: `/admin?tab=offers${search}`, ...(width && { width }) });
}

const ofGuide = `&product=${guide.id}`;
const dialog = page.getByRole("dialog", { name: "Add Order Bump" });
const list = page.getByRole("list", { name: "Order bumps" });
const titles = () =>
  list
    .getByRole("switch")
    .elements()
    .map((element) => element.getAttribute("aria-label")?.slice("Active: ".length));
const notified = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();

test("without a product there is nothing to offer with, and the way to one is shown", async () => {
  server.answer(listMyProducts, []);
  await renderScreen(<OffersTab />, { at: "/admin?tab=offers" });
  await expect.element(page.getByRole("heading", { name: "No Products Yet" })).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Add Product" }))
    .toHaveAttribute("href", "/admin?tab=products&product=new");
  await expectAccessible();
});

test("offers are shown of the product that is chosen, which stands in the address", async () => {
  const screen = await openTab([]);
  await expect
    .element(page.getByRole("heading", { name: "Select a product to see its order bumps" }))
    .toBeVisible();
  await expectAccessible();
  await page.getByLabelText("Main product").selectOptions("Guide");
  expect(screen.address()).toContain(`product=${guide.id}`);
  await expect.element(page.getByRole("heading", { name: "No Order Bumps Yet" })).toBeVisible();
});

test("a bump sells what is bought once, not its own product and no membership", async () => {
  await openTab([], { search: `${ofGuide}&offer=new` });
  const choices = dialog.getByLabelText("Bump product").getByRole("option");
  await expect
    .poll(() => choices.elements().map((option) => option.textContent))
    .toEqual(["Select a product", "Templates", "Checklist", "Review call"]);
  await expect.element(dialog.getByLabelText("Position")).toHaveValue("0");
});

test("all that is wrong with a bump is said at once", async () => {
  await openTab([], { search: `${ofGuide}&offer=new` });
  await dialog.getByLabelText("Discount value").fill("-5");
  await dialog.getByLabelText("Position").fill("-1");
  await dialog.getByRole("button", { name: "Create Order Bump" }).click();
  for (const message of [
    "Bump product is required",
    "Title is required",
    "This cannot be below 0",
    "Position is a whole number, at least 0",
  ])
    await expect.element(dialog.getByText(message)).toBeVisible();
  expect(server.calls(createOrderBump)).toEqual([]);
  await expectAccessible();
});

test("what the server says of an end stands at its field", async () => {
  await openTab([], { search: `${ofGuide}&offer=new` });
  await dialog.getByLabelText("Bump product").selectOptions("Templates");
  await dialog.getByLabelText("Title").fill("Add the templates");
  await dialog.getByLabelText("Ends at (UTC)").fill("2001-01-01T09:30");
  server.refuse(createOrderBump, 422, { fields: { endsAt: "Choose a moment that is still to come" } });
  await dialog.getByRole("button", { name: "Create Order Bump" }).click();
  await expect
    .element(dialog.getByLabelText("Ends at (UTC)"))
    .toHaveAccessibleDescription(/Choose a moment that is still to come/);
});

test("a bump that gives its product away asks before it is saved", async () => {
  await openTab([], { search: `${ofGuide}&offer=new` });
  await dialog.getByLabelText("Bump product").selectOptions("Templates");
  await dialog.getByLabelText("Title").fill("Add the templates");
  await dialog.getByLabelText("Discount value").fill("99");
  const save = dialog.getByRole("button", { name: "Create Order Bump" });
  await save.click();
  const question = page.getByRole("alertdialog", { name: "Save anyway?" });
  await expect.element(question).toMatchTextContent("This makes “Templates” free.");
  await expectAccessible();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(server.calls(createOrderBump)).toEqual([]);
  await save.click();
  await question.getByRole("button", { name: "Save anyway" }).click();
  await notified("Order bump created successfully");
  expect(server.calls(createOrderBump)).toMatchObject([{ body: { discountValue: 9_900 } }]);
});

test("the preview shows a bump as its buyers will see it, and it is sent in basis points", async () => {
  await openTab([], { search: `${ofGuide}&offer=new` });
  await dialog.getByLabelText("Bump product").selectOptions("Templates");
  await dialog.getByLabelText("Title").fill("Add the templates");
  await dialog.getByLabelText("Description").fill("Fill in, and send.");
  await dialog.getByLabelText("Discount type").selectOptions("Percentage");
  await dialog.getByLabelText("Discount value").fill("25");
  await dialog.getByLabelText("Ends at (UTC)").fill("2097-11-30T18:05");
  const preview = dialog.getByRole("complementary", { name: "Preview" });
  for (const text of [
    "Add the templates",
    "Fill in, and send.",
    "$14.99",
    "$19.99",
    "Save $5.00",
    "Limited Time Offer Ends Nov 30, 2097, 6:05 PM UTC",
  ])
    await expect.element(preview).toMatchTextContent(text);
  await expectAccessible();
  await dialog.getByRole("button", { name: "Create Order Bump" }).click();
  await notified("Order bump created successfully");
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.calls(createOrderBump)).toMatchObject([
    {
      body: {
        mainProductId: guide.id,
        bumpProductId: templates.id,
        discountType: "PERCENTAGE",
        discountValue: 2_500,
        position: 0,
        endsAt: "2097-11-30T18:05:00.000Z",
      },
    },
  ]);
});

test("a product that is offered already is refused at its field", async () => {
  await openTab([bump("Add the templates", templates)], { search: `${ofGuide}&offer=new` });
  await expect.element(dialog.getByLabelText("Position")).toHaveValue("1");
  await dialog.getByLabelText("Bump product").selectOptions("Templates");
  await dialog.getByLabelText("Title").fill("Once more");
  server.refuse(createOrderBump, 409, {
    fields: { bumpProductId: "This product is already offered as a bump here" },
  });
  await dialog.getByRole("button", { name: "Create Order Bump" }).click();
  await expect.element(dialog.getByText("This product is already offered as a bump here")).toBeVisible();
  await expect.element(dialog.getByLabelText("Bump product")).toHaveFocus();
});

test("a bump says what it costs, what it brought, when it ends or ended, and that one too many is active", async () => {
  const cheaper = { discountType: "PERCENTAGE", discountValue: 2_500, offerPriceCents: 1_499 } as const;
  const ended = { endsAt: "2026-01-02T09:30:00.000Z", obstacle: "ENDED", active: true } as const;
  await openTab(
    [
      bump("Add the templates", templates, { ...cheaper, endsAt: "2097-11-30T18:05:00.000Z" }),
      bump("Add the checklist", checklist),
      bump("Talk it through", call, ended),
    ],
    { search: ofGuide },
  );
  const row = list.getByRole("listitem").filter({ hasText: "Add the templates" });
  for (const text of ["Templates", "$14.99", "$19.99", "25% off", "not shown yet", "$0.00", "Active"])
    await expect.element(row).toMatchTextContent(text);
  await expect.element(row).toMatchTextContent("Ends Nov 30, 2097, 6:05 PM UTC");
  await expect.element(list.getByText("Ended Jan 2, 2026, 9:30 AM UTC")).toBeVisible();
  await expect.element(page.getByText("2 are active, and this product shows 1")).toBeVisible();
  await expectAccessible();
});

test("bumps are put in order by keys, which is said and sent, and the focus stays", async () => {
  await openTab([bump("Add the templates", templates), bump("Add the checklist", checklist)], {
    search: ofGuide,
  });
  const up = page.getByRole("button", { name: "Move up: Add the checklist" });
  await expect.element(up).toBeVisible();
  (up.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Add the checklist is now number 1 of 2")).toBeInTheDocument();
  await expect.poll(titles).toEqual(["Add the checklist", "Add the templates"]);
  await expect.element(up).toHaveFocus();
  expect(server.calls(reorderOrderBumps)).toHaveLength(1);
  await page.getByRole("button", { name: "Move down: Add the checklist" }).click();
  await expect.poll(titles).toEqual(["Add the templates", "Add the checklist"]);
  expect(server.calls(reorderOrderBumps)).toHaveLength(2);
});

test("a bump is switched off in its row; where the server refuses, it goes back", async () => {
  await openTab([bump("Add the templates", templates)], { search: ofGuide });
  const active = page.getByRole("switch", { name: "Active: Add the templates" });
  await active.click();
  await notified("Order bump updated successfully");
  await expect.element(active).not.toBeChecked();
  server.refuse(updateOrderBump, 500);
  await active.click();
  await notified("Failed to update order bump");
  await expect.element(active).not.toBeChecked();
});

test("a change of a bump is asked about before it is lost, and deleting one before it is gone", async () => {
  await openTab([bump("Add the checklist", checklist)], { search: ofGuide });
  await page.getByRole("button", { name: "Add the checklist", exact: true }).click();
  const edit = page.getByRole("dialog", { name: "Edit Order Bump" });
  await edit.getByLabelText("Title").fill("The checklist, too");
  await userEvent.keyboard("{Escape}");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await edit.getByRole("button", { name: "Save Changes" }).click();
  await notified("Order bump updated successfully");
  await expect.element(edit).not.toBeInTheDocument();
  expect(server.calls(updateOrderBump)).toMatchObject([
    { body: { title: "The checklist, too", revision: 1 } },
  ]);
  await page.getByRole("button", { name: "More actions: Add the checklist" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const confirmation = page.getByRole("alertdialog");
  await expect
    .element(confirmation)
    .toMatchTextContent(
      'Are you sure you want to delete order bump "Add the checklist"? This action cannot be undone.',
    );
  await expectAccessible();
  await confirmation.getByRole("button", { name: "Delete" }).click();
  await notified("Order bump deleted successfully");
  await expect.element(page.getByRole("heading", { name: "No Order Bumps Yet" })).toBeVisible();
});

test("an upsell that costs less than a card can pay is refused, and its preview says what it saves", async () => {
  server.answer(listUpsells, []);
  await openTab([], { search: `&sub=upsells${ofGuide}`, width: 390 });
  await expect.element(page.getByRole("heading", { name: "No Upsells Yet" })).toBeVisible();
  await expectAccessible();
  await page.getByRole("button", { name: "Add Upsell" }).first().click();
  const upsell = page.getByRole("dialog", { name: "Add Upsell" });
  await expect.element(upsell.getByLabelText("Sequence")).toHaveValue("1");
  await upsell.getByLabelText("Upsell product").selectOptions("Review call");
  await upsell.getByLabelText("Title").fill("Talk it through");
  await upsell.getByLabelText("Discount value").fill("98.60");
  await upsell.getByRole("button", { name: "Create Upsell" }).click();
  await expect.element(upsell.getByText(/costs less than a card can pay/)).toBeVisible();
  await upsell.getByLabelText("Discount value").fill("20");
  const preview = upsell.getByRole("complementary", { name: "Preview" });
  for (const text of ["Premium add-on to enhance your purchase", "Save $20.00", "Yes, Add This - $79.00"])
    await expect.element(preview).toMatchTextContent(text);
  await expectAccessible();
  server.answer(createUpsell, ({ body }) =>
    example(Upsell, { ...body, id: exampleId(), upsellProduct: offered(call) } as object),
  );
  await upsell.getByRole("button", { name: "Create Upsell" }).click();
  await notified("Upsell created successfully");
  expect(server.calls(createUpsell)).toMatchObject([
    { body: { triggerProductId: guide.id, upsellProductId: call.id, discountValue: 2_000, sequence: 1 } },
  ]);
});

test("an upsell says why buyers do not get it: its product is off sale, or upsells are switched off", async () => {
  const row = {
    id: exampleId(),
    triggerProductId: guide.id,
    upsellProductId: call.id,
    upsellProduct: offered(call),
    title: "Talk it through",
    active: true,
    obstacle: "OFF_SALE",
    offerPriceCents: 7_900,
    discountType: "FIXED",
    discountValue: 2_000,
  } as const;
  server.answer(listUpsells, [example(Upsell, row)]);
  server.answer(listMyProducts, [{ ...guide, allowUpsells: false }, call]);
  await renderScreen(<OffersTab />, { at: `/admin?tab=offers&sub=upsells${ofGuide}`, width: 390 });
  await expect.element(page.getByRole("tab", { name: "Upsells" })).toHaveAttribute("aria-selected", "true");
  await expect.element(page.getByLabelText("Trigger product")).toHaveValue(guide.id);
  const shown = page.getByRole("list", { name: "Upsells" });
  for (const text of ["Talk it through", "Review call", "$79.00", "$99.00", "$20.00 off", "Acceptance rate"])
    await expect.element(shown).toMatchTextContent(text);
  await expect.element(shown).toMatchTextContent("Not offered: product inactive");
  await expect.element(page.getByText("Upsells are switched off for this product")).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Export CSV" }))
    .toHaveAttribute("href", "/api/upsells/export");
  await expectAccessible();
});
