import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import {
  Coupon,
  createCoupon,
  deleteCoupon,
  exportCoupons,
  getCouponSummary,
  listCoupons,
  updateCoupon,
} from "#contract/coupons/coupons.ts";
import { getDashboardStats } from "#contract/orders/orders.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { example, exampleAnswer, exampleId } from "#tests/screens/example.ts";
import { exampleProduct } from "#tests/screens/example-product.ts";
import { server } from "#tests/screens/fake-server.ts";
import { expectTableShape } from "#tests/screens/table-shape.ts";
import { renderScreen, type Width } from "#tests/screens/render-screen.tsx";
import type { Output } from "#web/api.ts";
import { CouponsTab } from "./coupons-tab.tsx";

type Coupons = Output<typeof listCoupons>;

const audit = exampleProduct({ title: "Brand audit" });
const talk = exampleProduct({ title: "Portfolio talk" });
const coupon = (code: string, facts: Partial<Coupons[number]> = {}) =>
  example(Coupon, {
    id: exampleId(),
    code,
    active: true,
    discountValue: 500,
    validFrom: "2020-01-01T00:00:00.000Z",
    revision: 1,
    ...facts,
  });

/** The tab of a creator with these coupons, which changes are written to. */
async function openTab(coupons: Coupons, { search = "", width }: { search?: string; width?: Width } = {}) {
  let rows = coupons;
  server.answer(listCoupons, () => rows);
  server.answer(listMyProducts, [audit, talk]);
  server.answer(getCouponSummary, exampleAnswer(getCouponSummary, { total: coupons.length }));
  server.answer(getDashboardStats, exampleAnswer(getDashboardStats));
  server.answer(createCoupon, ({ body }) => {
    const made = coupon(body.code.toUpperCase());
    rows = [made, ...rows];
    return made;
  });
  server.answer(updateCoupon, ({ params, body }) => {
    rows = rows.map((row) =>
      row.id === params.id ? { ...row, ...body, revision: row.revision + 1 } : row,
    ) as Coupons;
    return rows.find(({ id }) => id === params.id)!;
  });
  server.answer(deleteCoupon, ({ params }) => {
    rows = rows.filter(({ id }) => id !== params.id);
    return { success: true as const };
  });
  return renderScreen(<CouponsTab />, { at: `/admin?tab=coupons${search}`, ...(width && { width }) });
}

const dialog = page.getByRole("dialog", { name: "Add Coupon" });
const code = dialog.getByRole("textbox", { name: "Code", exact: true });
const switches = page.getByRole("switch", { name: /^Active: / });
const notified = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();
const create = () => page.getByRole("button", { name: "Create Coupon" }).click();

async function doToCoupon(name: string, action: string) {
  await page.getByRole("button", { name: `More actions: ${name}`, exact: true }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

test("a creator without coupons is told what they are for, and adds the first", async () => {
  const screen = await openTab([]);
  await expect.element(page.getByRole("heading", { name: "No Coupons Yet" })).toBeVisible();
  await expect.element(page.getByText(/Buyers enter it at checkout\./)).toBeVisible();
  await expectAccessible();
  await page.getByRole("button", { name: "Add Coupon" }).click();
  await expect.element(dialog.getByLabelText("Discount value")).toHaveValue("5.00");
  await expect.element(dialog.getByLabelText("Minimum order")).toHaveValue("0.00");
  await expect.element(dialog.getByLabelText("Valid from")).not.toHaveValue("");
  await expect.element(dialog.getByLabelText("Active", { exact: true })).toBeChecked();
  expect(screen.address()).toBe("/admin?tab=coupons&coupon=new");
});

test("all that is wrong with a coupon is said at once, and the first of it has the focus", async () => {
  await openTab([], { search: "&coupon=new" });
  await dialog.getByLabelText("Discount value").fill("0");
  await create();
  await expect.element(dialog.getByText("Coupon code must be at least 3 characters long")).toBeVisible();
  await expect.element(dialog.getByText("Discount value must be greater than 0")).toBeVisible();
  await expect.element(code).toHaveFocus();
  expect(server.calls(createCoupon)).toEqual([]);
  await expectAccessible();
});

test("a coupon is sent in cents and basis points, for the products that were chosen", async () => {
  const screen = await openTab([], { search: "&coupon=new", width: 390 });
  await dialog.getByRole("button", { name: "Generate code" }).click();
  await expect.element(code).toHaveValue(expect.stringMatching(/^[A-Z0-9]{8}$/));
  await code.fill("readers20");
  await dialog.getByLabelText("Name").fill("Newsletter readers");
  await dialog.getByLabelText("Discount type").selectOptions("Percentage");
  await dialog.getByLabelText("Discount value").fill("20");
  await dialog.getByLabelText("Minimum order").fill("30");
  await dialog.getByLabelText("Usage limit").fill("2");
  await dialog.getByLabelText("Brand audit").click();
  await dialog.getByLabelText("First-time customers only").click();
  await create();
  await notified("Coupon created successfully");
  await expect.element(dialog).not.toBeInTheDocument();
  expect(screen.address()).toBe("/admin?tab=coupons");
  expect(server.calls(createCoupon)).toMatchObject([
    {
      body: {
        code: "READERS20",
        discountType: "PERCENTAGE",
        discountValue: 2_000,
        minimumOrderCents: 3_000,
        usageLimit: 2,
        applicableProducts: [audit.id],
        firstTimeCustomerOnly: true,
        validUntil: null,
      },
    },
  ]);
});

test("a coupon shows what it takes off, for whom, and how often it was used", async () => {
  const facts = { discountType: "PERCENTAGE", discountValue: 2_000, minimumOrderCents: 3_000 } as const;
  await openTab([
    coupon("READERS20", {
      ...facts,
      usageLimit: 2,
      firstTimeCustomerOnly: true,
      applicableProducts: [audit.id],
      validUntil: new Date(Date.now() + 3 * 86_400_000).toISOString(),
    }),
  ]);
  const row = page.getByRole("row").filter({ hasText: "READERS20" });
  for (const text of ["20% off", "Min. order $30.00", "First purchase only", "Brand audit", "0 / 2"])
    await expect.element(row).toMatchTextContent(text);
  await expect.element(row.getByText("Active", { exact: true })).toBeVisible();
  await expect.element(row.getByText("Expiring soon")).toBeVisible();
  await expectAccessible();
  await switches.click();
  await notified("Coupon status updated successfully");
  await expect.element(row.getByText("Inactive", { exact: true })).toBeVisible();
  await expect.element(row.getByText("Expiring soon")).not.toBeInTheDocument();
});

test("coupons are filtered by status, product and text, and the address says so", async () => {
  const screen = await openTab([
    coupon("WELCOME10"),
    coupon("SPRING25", { validUntil: "2021-01-01T00:00:00.000Z" }),
    coupon("STUDIO20", { applicableProducts: [talk.id] }),
  ]);
  await expect.poll(() => switches.elements().length).toBe(3);
  const status = page.getByLabelText("Status", { exact: true });
  await status.selectOptions("Expired");
  await expect.element(switches).toHaveAccessibleName("Active: SPRING25");
  expect(screen.address()).toBe("/admin?tab=coupons&status=Expired");
  await status.selectOptions("All statuses");
  await page.getByLabelText("Product", { exact: true }).selectOptions("Brand audit");
  await expect.element(page.getByRole("switch", { name: "Active: STUDIO20" })).not.toBeInTheDocument();
  await page.getByLabelText("Filter coupons").fill("welcome");
  await expect.element(switches).toHaveAccessibleName("Active: WELCOME10");
  await expect.poll(screen.address).toContain("filter=welcome");
  await status.selectOptions("Exhausted");
  await expect.element(page.getByText("Nothing matches “welcome”.")).toBeVisible();
});

test("a shared address shows the same coupons, and the file that holds all of them", async () => {
  await openTab([coupon("WELCOME10"), coupon("SPRING25", { active: false })], { search: "&status=Inactive" });
  await expect.element(switches).toHaveAccessibleName("Active: SPRING25");
  await expectAccessible();
  const file = page.getByRole("link", { name: "Export CSV" });
  await expect.element(file).toHaveAttribute("href", exportCoupons.url);
  await expect.element(file).toHaveAttribute("download");
});

test("what the server refuses stands under its field, and closing asks before it is lost", async () => {
  await openTab([], { search: "&coupon=new" });
  await code.fill("save5");
  server.refuse(createCoupon, 409, { fields: { code: "You already have a coupon with this code" } });
  await create();
  await expect.element(dialog.getByText("You already have a coupon with this code")).toBeVisible();
  await expect.element(code).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("heading", { name: "Discard changes?" })).toBeVisible();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(code).toHaveValue("save5");
});

test("a server that fails is told of, and what was typed is sent once it works", async () => {
  await openTab([], { search: "&coupon=new" });
  await code.fill("save6");
  server.refuse(createCoupon, 500);
  await create();
  await notified("Failed to create coupon");
  await expect.element(code).toHaveValue("save6");
  await openTab([], { search: "&coupon=new" });
  await create();
  await notified("Coupon created successfully");
});

test("a switch that the server refuses goes back, and so does a coupon that cannot be deleted", async () => {
  await openTab([coupon("SAVE6")]);
  server.refuse(updateCoupon, 500);
  await switches.click();
  await notified("Failed to update coupon status");
  await expect.element(switches).toBeChecked();
  server.refuse(deleteCoupon, 500);
  await doToCoupon("SAVE6", "Delete");
  await expect
    .element(page.getByRole("alertdialog"))
    .toMatchTextContent('Are you sure you want to delete coupon "SAVE6"? This action cannot be undone.');
  await expectAccessible();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await notified("Failed to delete coupon");
  await expect.element(switches).toBeVisible();
});

test("a coupon's link leads to the checkout of a product that it counts for", async () => {
  await openTab([coupon("SAVE6", { applicableProducts: [talk.id] })]);
  await doToCoupon("SAVE6", "Copy checkout link");
  const linking = page.getByRole("dialog", { name: "Checkout link" });
  await expect
    .element(linking.getByLabelText("Link", { exact: true }))
    .toHaveValue(`${location.origin}/checkout/${talk.id}?code=SAVE6`);
  await expect
    .element(linking.getByLabelText("Product").getByRole("option"))
    .toMatchTextContent("Portfolio talk");
  await expectAccessible();
});

test("a list that cannot be loaded says why, and is asked for again", async () => {
  await openTab([coupon("SAVE6")]);
  await expect.element(switches).toBeVisible();
  server.refuse(listCoupons, 503, { message: "This is more than can be looked through at once." });
  await renderScreen(<CouponsTab />, { at: "/admin?tab=coupons" });
  await expect.element(page.getByRole("heading", { name: "Your coupons could not be loaded" })).toBeVisible();
  await expect.element(page.getByText("This is more than can be looked through at once.")).toBeVisible();
  server.answer(listCoupons, []);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByRole("heading", { name: "No Coupons Yet" })).toBeVisible();
});

test("while coupons are on their way their table's shape is shown", async () => {
  server.answer(listCoupons, [coupon("SAVE6")]);
  server.answer(listMyProducts, []);
  server.answer(getCouponSummary, exampleAnswer(getCouponSummary));
  const held = server.hold(listCoupons);
  await renderScreen(<CouponsTab />, { at: "/admin?tab=coupons" });
  await expectTableShape("Loading coupons");
  held.release();
  await expect.element(switches).toBeVisible();
});

test("a coupon that gives everything away asks before it is saved, and not again while that stays", async () => {
  await openTab(
    [coupon("GIFT", { discountType: "PERCENTAGE", discountValue: 10_000, applicableProducts: null })],
    {
      search: "&coupon=new",
    },
  );
  await code.fill("FREEBIE");
  await dialog.getByLabelText("Discount type").selectOptions("Percentage");
  await dialog.getByLabelText("Discount value").fill("100");
  await create();
  const question = page.getByRole("alertdialog", { name: "Save anyway?" });
  await expect.element(question).toMatchTextContent("This makes “Brand audit” and “Portfolio talk” free.");
  await question.getByRole("button", { name: "Save anyway" }).click();
  await notified("Coupon created successfully");
  await doToCoupon("GIFT", "Edit");
  await page.getByRole("dialog", { name: "Edit Coupon" }).getByLabelText("Usage limit").fill("5");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await notified("Coupon updated successfully");
});
