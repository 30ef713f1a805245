import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { getDashboardStats } from "#contract/orders/orders.ts";
import { exampleAnswer } from "#tests/screens/example.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen, type Width } from "#tests/screens/render-screen.tsx";
import { AdminPage } from "./admin-page.tsx";
import { type AdminTab, adminTabs } from "./admin-tabs.ts";

const role = "OWNER";
const title = page.getByRole("heading", { level: 1 });
const subtitle = page.getByText("Manage your products, orders, affiliates, and analytics");
const figures = page.getByRole("region", { name: "This month" });
const tabs = page.getByRole("tablist", { name: "Admin" });
const panels = Object.fromEntries(adminTabs.map(({ value }) => [value, null])) as Record<AdminTab, ReactNode>;

const openTab = (tab: AdminTab, width: Width) => {
  server.answer(getDashboardStats, exampleAnswer(getDashboardStats));
  return renderScreen(
    <AdminPage
      handle="mina"
      role={role}
      tab={tab}
      missingTab={undefined}
      onTabChange={() => {}}
      panels={panels}
    />,
    { width },
  );
};

test("keeps the dashboard's title, subtitle and figures with the products", async () => {
  await openTab("products", 1280);
  await expect.element(title).toHaveTextContent("Admin Dashboard");
  await expect.element(subtitle).toBeVisible();
  await expect.element(figures).toBeVisible();
});

test.each([
  ["customers", "Customers"],
  ["abandoned-carts", "Abandoned Carts"],
  ["analytics", "Analytics"],
  ["settings", "Settings"],
] as const)("names the section %s after itself, without the dashboard's figures", async (tab, name) => {
  await openTab(tab, 1280);
  await expect.element(title).toHaveTextContent(name);
  await expect.element(subtitle).not.toBeInTheDocument();
  await expect.element(figures).not.toBeInTheDocument();
});

test("shows the row of tabs only where the sidebar is not beside the page", async () => {
  await openTab("coupons", 390);
  await expect.element(tabs).toBeVisible();
  await page.viewport(1280, 800);
  await expect.element(tabs).not.toBeInTheDocument();
});
