import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { AbandonedCart, listAbandonedCarts, recoverCart } from "#contract/carts/carts.ts";
import { OrderRow } from "#contract/orders/order-page.ts";
import { listOrders } from "#contract/orders/orders-admin.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { example, exampleId } from "#tests/screens/example.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { CartList } from "./cart-list.tsx";

const left = example(AbandonedCart, {
  id: exampleId(),
  email: "ada@example.com",
  productTitle: "Field notes",
  currency: "usd",
  priceCents: 1_900,
  status: "ABANDONED",
  kind: "LEFT",
  recovered: false,
});
const order = (number: number, email: string, status: "PAID" | "PENDING") =>
  example(OrderRow, {
    id: exampleId(),
    number,
    status,
    totalCents: 1_900,
    currency: "usd",
    customer: { id: exampleId(), email, name: "Ada" },
  });
const [own, other, unpaid] = [
  order(1001, "ada@example.com", "PAID"),
  order(1002, "ada@work.example.com", "PAID"),
  order(1003, "ada@example.com", "PENDING"),
];

const dialog = page.getByRole("dialog", { name: "Mark as recovered" });

async function openDialog() {
  let cart = left;
  server.answer(listAbandonedCarts, () => ({ carts: [cart], nextCursor: null }));
  server.answer(listOrders, ({ querystring }) =>
    querystring?.q === left.email ? [own, unpaid] : querystring?.q === "1002" ? [other] : [],
  );
  server.answer(recoverCart, ({ body }) => {
    cart = {
      ...left,
      status: "RECOVERED",
      recovered: true,
      recoveredOrderId: body.orderId,
      recoveredBy: "HAND",
    };
    return cart;
  });
  await renderScreen(<CartList />, { at: "/admin?tab=abandoned-carts&sub=carts" });
  await page.getByRole("button", { name: "Mark as recovered: ada@example.com" }).click();
  await expect.element(dialog).toBeVisible();
}

const mark = () => dialog.getByRole("button", { name: "Mark as recovered" }).click();

test("a cart is marked as recovered by a paid order, also one under another address", async () => {
  await openDialog();
  const choices = dialog.getByRole("combobox", { name: "Order" }).getByRole("option");
  await expect
    .poll(() => choices.elements().map(({ textContent }) => textContent?.slice(0, 5)))
    .toEqual(["#1001"]);
  await expectAccessible();
  await dialog.getByLabelText("Find the order").fill("nobody");
  await expect.element(dialog.getByText("No paid order of this product matches.")).toBeVisible();
  await expect.element(dialog.getByRole("button", { name: "Mark as recovered" })).toBeDisabled();
  await dialog.getByLabelText("Find the order").fill("1002");
  await expect
    .poll(() => choices.elements().map(({ textContent }) => textContent?.slice(0, 5)))
    .toEqual(["#1002"]);
  await mark();
  await expect
    .element(page.getByText("Cart marked as recovered successfully", { exact: true }))
    .toBeVisible();
  expect(server.calls(recoverCart)).toEqual([{ params: { id: left.id }, body: { orderId: other.id } }]);
  await expect.element(page.getByRole("listitem").getByText("Recovered", { exact: true })).toBeVisible();
  expect(page.getByRole("button", { name: /^Mark as recovered/ }).elements()).toEqual([]);
});

test("what keeps a cart from being marked is said in the dialog", async () => {
  await openDialog();
  server.refuse(recoverCart, 409, { message: "This cart was recovered by another order" });
  await expect.element(dialog.getByRole("combobox", { name: "Order" })).toBeVisible();
  await mark();
  await expect.element(page.getByText("Failed to recover cart", { exact: true })).toBeVisible();
  await expect.element(dialog.getByText("This cart was recovered by another order")).toBeVisible();
});
