import { expect, test } from "vitest";
import { adminTabOf, missingTabOf, placeOfTab } from "./admin-tabs.ts";
import { settingsViewOf, settingsViews } from "./settings-views.ts";

test("an address that asks for a tab that there is not leads to the products, and says what it asked for", () => {
  expect([adminTabOf("no-such-tab"), missingTabOf("no-such-tab")]).toEqual(["products", "no-such-tab"]);
  expect([adminTabOf("coupons"), missingTabOf("coupons")]).toEqual(["coupons", undefined]);
  expect([adminTabOf(undefined), missingTabOf(undefined)]).toEqual(["products", undefined]);
});

test("what is looked for under another name leads to where it is, and what is nothing leads nowhere", () => {
  expect(placeOfTab("orders")).toBe("/admin?tab=customers&view=orders");
  expect(placeOfTab("payouts")).toBe("/admin?tab=settings&view=payouts");
  expect(placeOfTab("members")).toBe("/admin?tab=customers&view=customers&members=true");
  expect(placeOfTab("carts")).toBe("/admin?tab=abandoned-carts");
  expect([placeOfTab("nothing"), placeOfTab("constructor"), placeOfTab(undefined)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("each page of the settings has an address", () => {
  expect(settingsViews.map(({ value }) => settingsViewOf(value, true, "OWNER"))).toEqual(
    settingsViews.map(({ value }) => value),
  );
  expect([settingsViewOf("nothing", true, "OWNER"), settingsViewOf(undefined, true, "SUPPORT")]).toEqual([
    "store",
    "notifications",
  ]);
});
