import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { BuyerOrder, getOrderByPaymentIntent } from "#contract/orders/orders.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { example, exampleId } from "#tests/screens/example.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import type { Output } from "#web/api.ts";
import { SuccessPage } from "./success-page.tsx";

type Order = Output<typeof getOrderByPaymentIntent>;

const payment = "pi_sbx_0123456789abcdef01234567";
const answer = example(BuyerOrder);
const bought = (facts: Partial<Order["order"]>): Order => ({
  ...answer,
  order: { ...answer.order, id: exampleId(), number: 1001, currency: "usd", totalCents: 6_400, ...facts },
  product: { ...answer.product, title: "Portfolio review" },
  creator: { ...answer.creator, handle: "ines", name: "Ines" },
  customer: { ...answer.customer, email: "ada@example.com", returned: null },
});
/** A line of an order of which as much went back on a day in November. */
const line = (refundedCents: number): Order["orderItems"][number] => {
  const smallest = example(BuyerOrder.shape.orderItems.element, { id: exampleId(), itemType: "MAIN" });
  const refund = { ...smallest.refund, refundedAt: "2026-11-18T09:00:00.000Z" };
  const product = { ...smallest.product, title: "Portfolio review" };
  return { ...smallest, product, totalPriceCents: 6_400, refundedCents, refund };
};

async function open(order: Order) {
  server.answer(getOrderByPaymentIntent, order);
  await show();
}

const show = () =>
  renderScreen(
    <SuccessPage
      paymentIntentId={payment}
      customerEmail="ada@example.com"
      renderDownloads={() => null}
      renderDelivery={() => null}
      renderBooking={() => null}
      renderWork={() => null}
      renderMembership={() => null}
    />,
    { at: `/success?payment_intent=${payment}` },
  );
const heading = (name: string) => page.getByRole("heading", { level: 1, name });

afterEach(() => {
  vi.useRealTimers();
});

test("an order that was refunded in part says how much went back, and when", async () => {
  await open({ ...bought({ status: "PAID", refundedCents: 1_500 }), orderItems: [line(1_500)] });
  await expect.element(heading("Order Confirmed!")).toBeVisible();
  await expect
    .element(page.getByText(/\$15\.00 of it went back to the way you paid on November 18, 2026/))
    .toBeVisible();
  await expectAccessible();
});

test("an order that was refunded says so, and confirms nothing", async () => {
  await open({ ...bought({ status: "REFUNDED", refundedCents: 6_400 }), orderItems: [line(6_400)] });
  await expect.element(heading("Order Refunded")).toBeVisible();
  await expect
    .element(page.getByText(/\$64\.00 went back to the way you paid on November 18, 2026/))
    .toBeVisible();
  await expect.element(heading("Order Confirmed!")).not.toBeInTheDocument();
  await expectAccessible();
});

test("whether money can come back is answered as it is: by a guarantee, by the seller, or not for what was free", async () => {
  const answerOf = async (totalCents: number, refundPolicy: Order["creator"]["refundPolicy"]) => {
    const order = bought({ status: "PAID", totalCents });
    await open({ ...order, creator: { ...order.creator, refundPolicy }, orderItems: [line(0)] });
    await page.getByText("Can I get my money back?").click();
  };
  await answerOf(6_400, { days: 14, terms: null, guaranteed: true });
  await expect.element(page.getByText(/^Yes, within 14 days of each payment/)).toBeVisible();
  await answerOf(6_400, { days: 14, terms: null, guaranteed: false });
  await expect.element(page.getByText(/^You can ask within 14 days, and the seller decides/)).toBeVisible();
  await answerOf(0, { days: 14, terms: null, guaranteed: true });
  await expect.element(page.getByText(/^You haven't paid anything for this order/)).toBeVisible();
  await expect.element(page.getByText(/Press "Request a refund"/)).not.toBeInTheDocument();
});

test("an order whose payment is disputed is on hold, with how much and since when", async () => {
  const dispute = { amountCents: 6_400, createdAt: "2026-11-19T09:00:00.000Z" };
  await open(bought({ status: "PAID", disputed: true, dispute }));
  await expect.element(heading("Order On Hold")).toBeVisible();
  await expect.element(page.getByText(/has held \$64\.00 since November 19, 2026/)).toBeVisible();
  await expectAccessible();
});

test("a payment that its bank is still working on is said to be, until it has arrived", async () => {
  await open(bought({ status: "PENDING" }));
  await expect.element(heading("Payment Processing")).toBeVisible();
  await expectAccessible();
  const held = server.hold(getOrderByPaymentIntent);
  await show();
  await expect.element(page.getByText("Confirming your order...")).toBeVisible();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  held.release();
  await expect.element(heading("Payment Processing")).toBeVisible();
  server.answer(getOrderByPaymentIntent, bought({ status: "PAID" }));
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  await expect.element(heading("Order Confirmed!")).toBeVisible();
});
