import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { MyPlan } from "#contract/plans/plans.ts";
import { example, exampleId } from "#tests/screens/example.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { PlanCards } from "./plan-cards.tsx";
import { PresentPlan } from "./present-plan.tsx";

const pro = { plan: "PRO", productId: exampleId(), priceCents: 2_900, currency: "usd" } as const;
const at = "/admin?tab=settings&view=plan";

test("says before payment that a plan begins at once, without the days left of the free trial", async () => {
  const plan = example(MyPlan, {
    plan: "STARTER",
    trialEndsAt: "2026-12-12T09:00:00.000Z",
    trialDaysLeft: 13,
    offers: [pro],
    membership: null,
  });
  await renderScreen(<PlanCards plan={plan} />, { at });
  await expect.element(page.getByText(/You'd pay \$29\.00 today and lose the 13 days left/)).toBeVisible();
  await renderScreen(<PlanCards plan={{ ...plan, trialEndsAt: null, trialDaysLeft: 0 }} />, { at });
  await expect.element(page.getByRole("link", { name: "Get Pro" })).toBeVisible();
  expect(page.getByText(/You'd pay/).elements()).toEqual([]);
});

test("says until when a canceled plan lasts, and no longer that it is paid until it is canceled", async () => {
  const membership = {
    orderId: exampleId(),
    plan: "PRO" as const,
    priceCents: 2_900,
    currency: "usd",
    proof: "p",
    email: "nora@example.com",
    isRunning: true,
    endsAt: "2026-12-28T12:00:00.000Z",
  };
  const plan = example(MyPlan, { plan: "PRO", isGiven: false, trialEndsAt: null, membership });
  await renderScreen(<PresentPlan plan={plan} />, { at });
  await expect
    .element(page.getByText("Canceled. You have Pro until December 28, 2026, then Starter."))
    .toBeVisible();
  expect(page.getByText("until you cancel").elements()).toEqual([]);
});
