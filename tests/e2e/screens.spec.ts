import { expect, test } from "@playwright/test";
import { signInAsDemo } from "./support/creator.ts";
import { overhangOf } from "./support/overhang.ts";

const adminTabs = ["products", "offers", "coupons", "affiliates", "abandoned-carts", "mailings"];
const customerViews = ["orders", "customers", "reviews", "assignments", "subscribers"];
const analyticsViews = ["overview", "memberships", "customers", "courses", "refunds"];
const settingsViews = ["store", "plan", "payouts", "shipping", "notifications", "team", "security", "data"];
const socialTabs = ["accounts", "responses", "conversations", "analytics"];

// Most journeys of the desk are made at one width; here every screen of it is seen in both.
test("every screen of the desk of a store with sales stands within the window", async ({ page }) => {
  await signInAsDemo(page);
  const paths = [
    "/",
    "/account",
    "/design",
    ...adminTabs.map((tab) => `/admin?tab=${tab}`),
    ...settingsViews.map((view) => `/admin?tab=settings&view=${view}`),
    ...customerViews.map((view) => `/admin?tab=customers&view=${view}`),
    ...analyticsViews.map((view) => `/admin?tab=analytics&view=${view}`),
    ...socialTabs.map((tab) => `/social?tab=${tab}`),
  ];
  for (const path of paths) {
    await page.goto(path);
    // Its words are there, and no shape of what is to come: the page's first one says nothing at all.
    await expect
      .poll(
        () =>
          page.evaluate(
            () =>
              (document.querySelector("main")?.innerText.length ?? 0) > 40 &&
              document.querySelector("[aria-busy='true'], .animate-pulse") === null,
          ),
        { intervals: [100] },
      )
      .toBe(true);
    expect([path, await overhangOf(page)]).toEqual([path, 0]);
  }
});
