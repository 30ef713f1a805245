import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { getCurrentUser } from "#contract/accounts/accounts.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { exampleAnswer } from "#tests/screens/example.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { Sidebar } from "./sidebar.tsx";

const sidebarOf = (facts: { isAffiliate: boolean }) => (
  <Sidebar
    user={exampleAnswer(getCurrentUser, {
      handle: "ines",
      email: "ines@example.com",
      role: "OWNER",
      ...facts,
    })}
    onSearch={() => {}}
  />
);
const affiliate = page.getByRole("link", { name: "Affiliate", exact: true });

test("an affiliate has the way to their own page, which says where they are", async () => {
  await renderScreen(sidebarOf({ isAffiliate: true }), { at: "/affiliate" });
  await expect.element(affiliate).toHaveAttribute("aria-current", "page");
  await expectAccessible();
});

test("nobody's affiliate has no such entry", async () => {
  await renderScreen(sidebarOf({ isAffiliate: false }), { at: "/affiliate" });
  await expect.element(page.getByRole("link", { name: "Analytics" })).toBeVisible();
  await expect.element(affiliate).not.toBeInTheDocument();
});
