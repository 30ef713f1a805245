import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import { OrderRow } from "#contract/orders/order-page.ts";
import { getOrderTotals, listOrders } from "#contract/orders/orders-admin.ts";
import { undoDeletion } from "#contract/deletions/deletions.ts";
import {
  deleteSavedFilter,
  listSavedFilters,
  type SavedFilter,
  saveFilter,
} from "#contract/saved-filters/saved-filters.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { example, exampleAnswer, exampleId } from "#tests/screens/example.ts";
import { server } from "#tests/screens/fake-server.ts";
import { expectTableShape } from "#tests/screens/table-shape.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { RecentOrders } from "./recent-orders.tsx";

function answerLists(orders = 0) {
  server.answer(listMyProducts, []);
  server.answer(listOrders, []);
  server.answer(listSavedFilters, exampleAnswer(listSavedFilters));
  server.answer(getOrderTotals, exampleAnswer(getOrderTotals, { orders }));
}

test.each([390, 1280] as const)(
  "at %i px a list that takes too long says so, in the server's words, and is asked for again",
  async (width) => {
    answerLists();
    const message = "This is more than can be looked through at once.";
    server.refuse(listOrders, 503, { code: "TOOK_TOO_LONG", message });
    await renderScreen(<RecentOrders />, { at: "/admin?tab=customers", width });
    await expect
      .element(page.getByRole("heading", { name: "Your orders could not be loaded" }))
      .toBeVisible();
    await expect.element(page.getByText(message)).toBeVisible();
    await expectAccessible();
    server.answer(listOrders, []);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.element(page.getByRole("heading", { name: "No Orders Yet" })).toBeVisible();
    await expectAccessible();
  },
);

test("a status that is chosen stands in the address, and is what the server is asked for", async () => {
  answerLists(3);
  const screen = await renderScreen(<RecentOrders />, { at: "/admin?tab=customers" });
  await page.getByLabelText("Status", { exact: true }).selectOptions("FAILED");
  await expect.element(page.getByText("Nothing matches these filters.")).toBeVisible();
  expect(screen.address()).toContain("status=FAILED");
  expect(server.calls(listOrders).at(-1)).toMatchObject({ querystring: { status: "FAILED" } });
});

test("a filter is kept under a name, is a press away, and is had back once it was deleted", async () => {
  answerLists(3);
  let kept: SavedFilter[] = [];
  let deleted: SavedFilter[] = [];
  server.answer(listSavedFilters, () => kept);
  server.answer(saveFilter, ({ body: { name, search } }) => {
    const filter = { id: exampleId(), name, search };
    kept = [...kept, filter];
    return filter;
  });
  server.answer(deleteSavedFilter, () => {
    [kept, deleted] = [[], kept];
    return { success: true as const, deletionId: exampleId() };
  });
  server.answer(undoDeletion, () => {
    kept = deleted;
    return { success: true as const };
  });
  const screen = await renderScreen(<RecentOrders />, {
    at: "/admin?tab=customers&status=FAILED",
    width: 390,
  });
  const menu = (name: string) => page.getByRole("button", { name, exact: true });
  const choose = async (of: string, name: string) => {
    await menu(of).click();
    await page.getByRole("menuitem", { name }).click();
  };
  const said = (text: string) => expect.element(page.getByText(text, { exact: true }).first()).toBeVisible();
  await choose("Saved filters", "Save this filter");
  const naming = page.getByRole("dialog", { name: "Save this filter" });
  await naming.getByLabelText("Name").fill("Failed ones");
  await expectAccessible();
  await naming.getByRole("button", { name: "Save filter" }).click();
  await expect.element(menu("Failed ones")).toBeVisible();
  expect(server.calls(saveFilter)).toMatchObject([
    { body: { list: "ORDERS", name: "Failed ones", search: "status=FAILED" } },
  ]);
  await page.getByLabelText("Status", { exact: true }).selectOptions("All statuses");
  await choose("Saved filters", "Failed ones");
  await expect.poll(screen.address).toContain("status=FAILED");
  await choose("Failed ones", "Delete “Failed ones”");
  await page.getByRole("button", { name: "Undo" }).click();
  await said("It is back as it was");
  await expect.element(menu("Failed ones")).toBeVisible();
  await choose("Failed ones", "Delete “Failed ones”");
  server.refuse(undoDeletion, 409, { message: "It could not be put back" });
  await page.getByRole("button", { name: "Undo" }).click();
  await said("It could not be put back");
});

test.each([
  ["ADMIN", 390],
  ["SUPPORT", 390],
  ["ADMIN", 1280],
  ["SUPPORT", 1280],
] as const)("orders are chosen to be exported by whom the server lets: %s at %i px", async (role, width) => {
  answerLists(1);
  server.actAs(role);
  const customer = { ...example(OrderRow).customer, name: "Ada Buyer", email: "ada@example.com" };
  server.answer(listOrders, [example(OrderRow, { id: exampleId(), customer, currency: "usd" })]);
  await renderScreen(<RecentOrders />, { at: "/admin?tab=customers", width });
  await expect.element(page.getByRole("button", { name: /^Order of Ada Buyer/ })).toBeVisible();
  const box = page.getByRole("checkbox", { name: /^Choose: order of Ada Buyer/ });
  const file = page.getByRole("link", { name: "Export CSV" });
  if (role === "SUPPORT") {
    await expect.element(box).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "Export CSV" })).not.toBeInTheDocument();
  } else {
    await box.click();
    await expect.element(file).toHaveAttribute("href", expect.stringMatching(/orders\.csv\?ids=/));
  }
});

test("orders on their way have the shape of their table", async () => {
  answerLists();
  const held = server.hold(listOrders);
  await renderScreen(<RecentOrders />, { at: "/admin?tab=customers" });
  await expectTableShape("Loading orders");
  held.release();
  await expect.element(page.getByRole("heading", { name: "No Orders Yet" })).toBeVisible();
});
