import { expect, test } from "vitest";
import type { MyPlan } from "./plan-query.ts";
import { priceOf, wayTo } from "./way-to-plan.ts";

const offers = [
  { plan: "PRO" as const, productId: "pro", priceCents: 3_900, currency: "usd" },
  { plan: "ENTERPRISE" as const, productId: "enterprise", priceCents: 9_900, currency: "usd" },
];
const paying = (plan: "PRO" | "ENTERPRISE", isRunning = true): MyPlan["membership"] => ({
  orderId: "order",
  plan,
  priceCents: 2_900,
  currency: "usd",
  proof: "proof",
  email: "office@example.com",
  isRunning,
  endsAt: null,
});

test("who pays for nothing is offered what is more than they have", () => {
  const ways = (plan: MyPlan["plan"], membership: MyPlan["membership"] = null) =>
    offers.map((offer) => wayTo(offer.plan, { plan, membership }, false));
  expect(ways("STARTER")).toEqual(["BUY", "BUY"]);
  expect(ways("PRO")).toEqual(["NONE", "BUY"]);
  expect(ways("ENTERPRISE")).toEqual(["NONE", "NONE"]);
  expect(ways("STARTER", paying("PRO", false))).toEqual(["BUY", "BUY"]);
});

test("who pays is never offered to move to the plan that they pay for, whatever they were given or owe", () => {
  for (const plan of ["STARTER", "PRO", "ENTERPRISE"] as const)
    expect(wayTo("PRO", { plan, membership: paying("PRO") }, true)).toBe("NONE");
  expect(wayTo("ENTERPRISE", { plan: "PRO", membership: paying("PRO") }, true)).toBe("MOVE");
  expect(wayTo("ENTERPRISE", { plan: "PRO", membership: paying("PRO") }, false)).toBe("MOVE_LATER");
});

test("a plan that is paid for costs what is paid, and any other what it costs today", () => {
  expect(priceOf("PRO", { membership: paying("PRO"), offers })).toMatchObject({ priceCents: 2_900 });
  expect(priceOf("ENTERPRISE", { membership: paying("PRO"), offers })).toMatchObject({ priceCents: 9_900 });
  expect(priceOf("PRO", { membership: paying("PRO", false), offers })).toMatchObject({ priceCents: 3_900 });
  expect(priceOf("STARTER", { membership: null, offers })).toBeUndefined();
});
