import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { getCurrentUser } from "#contract/accounts/accounts.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { exampleAnswer } from "#tests/screens/example.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import type { CurrentUser } from "./current-user.ts";
import { Sidebar } from "./sidebar.tsx";

const sidebarOf = (facts: Partial<CurrentUser>) => (
  <Sidebar
    user={exampleAnswer(getCurrentUser, {
      handle: "ines",
      email: "ines@example.com",
      role: "OWNER",
      hasStore: true,
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

test("a colleague sees their own name and picture, not those of the store's owner", async () => {
  const owner = { firstName: "Nora", profileImageUrl: "/images/nora.png", handle: "norafield" };
  const person = { role: "SUPPORT", personName: "Sam", personImageUrl: "/images/sam.png" } as const;
  await renderScreen(sidebarOf({ ...owner, ...person }), { at: "/account" });
  const own = page.getByRole("link", { name: "Sam support of @norafield" });
  await expect.element(own).toBeVisible();
  expect(own.element().querySelector("img")?.getAttribute("src")).toBe("/images/sam.png");
});

test("somebody without a store reads neither a plan, nor a trial, nor a handle", async () => {
  const facts = { hasStore: false, isAffiliate: true, personName: "Kim", plan: null, trialDaysLeft: 0 };
  await renderScreen(sidebarOf(facts), { at: "/affiliate" });
  await expect.element(page.getByRole("link", { name: "Kim Your account" })).toBeVisible();
  await expect.element(page.getByText(/Trial|Plan|@ines/)).not.toBeInTheDocument();
  await expectAccessible();
});

test("a low window shows the entry of the open page", async () => {
  await renderScreen(<div style={{ height: 420 }}>{sidebarOf({})}</div>, { at: "/admin?tab=settings" });
  const settings = page.getByRole("link", { name: "Settings" });
  await expect.element(settings).toHaveAttribute("aria-current", "page");
  const [entry, menu] = [settings.element(), document.querySelector("nav")].map((element) =>
    element?.getBoundingClientRect(),
  );
  expect(entry?.bottom).toBeLessThanOrEqual(menu?.bottom ?? 0);
});
