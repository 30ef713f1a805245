import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { AdminPage } from "./admin-page.tsx";
import { adminTabs } from "./admin-tabs.ts";
import { SettingsPages } from "./settings-pages.tsx";
import { settingsViews } from "./settings-views.ts";

const role = "SUPPORT";
const refusal = page.getByRole("heading", { name: "This is not part of your role" });
const content = page.getByText("What stands there");
const all = <Value extends string>(pages: readonly { value: Value }[]) =>
  Object.fromEntries(pages.map(({ value }) => [value, <p key={value}>What stands there</p>])) as Record<
    Value,
    ReactNode
  >;

test.each(["analytics", "coupons", "products", "offers", "affiliates", "mailings"] as const)(
  "support that opens the address of %s reads that it is not part of their role",
  async (tab) => {
    await renderScreen(
      <AdminPage
        handle="mina"
        role={role}
        tab={tab}
        missingTab={undefined}
        onTabChange={() => {}}
        panels={all(adminTabs)}
      />,
    );
    await expect.element(refusal).toBeVisible();
    await expect.element(content).not.toBeInTheDocument();
  },
);

test.each(["store", "payouts", "team", "data"] as const)(
  "support that opens the settings' page of %s reads so, too",
  async (view) => {
    await renderScreen(
      <SettingsPages view={view} hasPlans role={role} onViewChange={() => {}} pages={all(settingsViews)} />,
    );
    await expect.element(refusal).toBeVisible();
    await expect.element(content).not.toBeInTheDocument();
  },
);

test("what is part of their role stands there", async () => {
  await renderScreen(
    <SettingsPages view="security" hasPlans role={role} onViewChange={() => {}} pages={all(settingsViews)} />,
  );
  await expect.element(content).toBeVisible();
  await expect.element(refusal).not.toBeInTheDocument();
});
