import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { getDashboardStats } from "#contract/orders/orders.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { exampleAnswer } from "#tests/screens/example.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { StatsRow } from "./stats-row.tsx";

const figure = (label: string) => page.getByText(label, { exact: true }).element().parentElement?.textContent;

test("this month's figures stand beside those of the same days last month", async () => {
  server.answer(
    getDashboardStats,
    exampleAnswer(getDashboardStats, {
      revenueThisMonthCents: 123_456,
      revenuePreviousCents: 61_728,
      totalOrders: 1_234,
      averageRating: 4.56,
      reviewCount: 1,
    }),
  );
  await renderScreen(<StatsRow />);
  await expect.element(page.getByText("$1,234.56")).toBeVisible();
  expect(figure("Revenue This Month")).toMatch(/100.*vs the same days last month/);
  expect(figure("Total Orders")).toContain("1,234");
  expect(figure("Avg Rating")).toContain("4.6From 1 review");
  await expectAccessible();
});

test("what nobody has rated has a dash, and no invented figure", async () => {
  server.answer(getDashboardStats, exampleAnswer(getDashboardStats, { averageRating: null }));
  await renderScreen(<StatsRow />, { width: 390 });
  await expect.poll(() => figure("Avg Rating")).toContain("—No reviews yet");
});

test("figures that cannot be had are dashes, each of them", async () => {
  server.refuse(getDashboardStats, 503);
  await renderScreen(<StatsRow />);
  await expect.poll(() => page.getByText("—", { exact: true }).elements().length).toBe(4);
});
