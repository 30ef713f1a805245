import { expect, test } from "vitest";
import { adminTabOf, missingTabOf } from "./admin-tabs.ts";

test("an address that asks for a tab that there is not leads to the products, and says what it asked for", () => {
  expect([adminTabOf("no-such-tab"), missingTabOf("no-such-tab")]).toEqual(["products", "no-such-tab"]);
  expect([adminTabOf("coupons"), missingTabOf("coupons")]).toEqual(["coupons", undefined]);
  expect([adminTabOf(undefined), missingTabOf(undefined)]).toEqual(["products", undefined]);
});
