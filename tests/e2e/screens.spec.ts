import { expect, type Page, test } from "@playwright/test";
import { buyByCall } from "./support/buy-by-call.ts";
import { signInAsDemo, signInAsNewCreator } from "./support/creator.ts";
import { overhangOf } from "./support/overhang.ts";
import { putOnSale } from "./support/put-on-sale.ts";

/** The app's own, which shows one page after another. */
type Router = { state: { status: string; resolvedLocation?: { href: string } } };

const adminTabs = ["products", "offers", "coupons", "affiliates", "abandoned-carts", "mailings"];
const customerViews = ["orders", "customers", "reviews", "assignments", "subscribers"];
const analyticsViews = ["overview", "memberships", "customers", "courses", "refunds"];
const settingsViews = ["store", "plan", "payouts", "shipping", "notifications", "team", "security", "data"];
const socialTabs = ["accounts", "responses", "conversations", "analytics"];

// Most journeys of the desk are made at one width; here every screen of it is seen in both.
test("every screen of the desk of a store with sales stands within the window", async ({ page }, {
  project,
}) => {
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
  if (project.name === "phone") await walkWithinWindow(page, paths);
  else await loadWithinWindow(page, paths);
});

test("words as long as somebody may write them widen no page of a phone @phone", async ({
  page,
  browser,
}) => {
  const word = (letters: number) => "Wolfeschlegelsteinhausenbergerdorff".repeat(3).slice(0, letters);
  const { handle } = await signInAsNewCreator(page, { firstName: word(40) });
  const made = await page.request.post("/api/products", {
    data: {
      title: word(80),
      slug: `long-${handle.slice(5)}`,
      type: "MEMBERSHIP",
      billingInterval: "MONTH",
      priceCents: 900,
    },
  });
  expect(made.status(), await made.text()).toBe(201);
  const { id } = (await made.json()) as { id: string };
  await putOnSale(page.request, id);
  const told = await page.request.patch("/api/auth/user", { data: { tagline: word(80) } });
  const coupon = await page.request.post("/api/coupons", {
    data: { code: word(30), name: word(60), discountType: "PERCENTAGE", discountValue: 10 },
  });
  expect([told.status(), coupon.status()]).toEqual([200, 201]);
  const buyer = await browser.newContext();
  await buyByCall(buyer.request, id, `${word(50)}-${handle}@${word(50)}.example.com`);
  await buyer.close();
  await walkWithinWindow(page, [
    "/",
    "/admin?tab=products",
    "/admin?tab=coupons",
    "/admin?tab=customers&view=orders",
    "/admin?tab=customers&view=customers",
    "/admin?tab=analytics&view=overview",
  ]);
  await loadWithinWindow(page, [`/u/${handle}`, `/u/${handle}/long-${handle.slice(5)}`, `/checkout/${id}`]);
});

async function loadWithinWindow(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expectToFit(page, path);
  }
}

/** Loads the first of these pages, and goes on to the others as a link of the desk does, in two thirds of the time. */
async function walkWithinWindow(page: Page, [first = "", ...others]: readonly string[]): Promise<void> {
  await loadWithinWindow(page, [first]);
  for (const path of others) {
    await page.evaluate((path) => history.pushState(null, "", path), path);
    await expect.poll(() => shownAddress(page), { intervals: [20, 100] }).toBe(path);
    await expectToFit(page, path);
  }
}

/** The address of the page that the app shows; undefined while it prepares another. */
const shownAddress = (page: Page) =>
  page.evaluate(() => {
    const router = Reflect.get(window, "__TSR_ROUTER__") as Router | undefined;
    const { status, resolvedLocation } = router?.state ?? {};
    const here = location.pathname + location.search;
    return status === "idle" && resolvedLocation?.href === here ? here : undefined;
  });

async function expectToFit(page: Page, path: string): Promise<void> {
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
