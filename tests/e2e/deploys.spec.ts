import { expect, type Page, test } from "@playwright/test";
import { card, completePurchase, demoProduct, fillCheckout } from "./support/checkout.ts";
import { newAddress } from "./support/mailbox.ts";

/** A deploy whose server has not kept the files of the build that this page is of. */
const loseFiles = (page: Page, files = "**/assets/**") =>
  page.route(files, (route) =>
    route.fulfill({ status: 404, contentType: "application/json", body: '{"code":"NOT_FOUND"}' }),
  );

/** Counts how often the page is loaded from now on. */
function countLoads(page: Page) {
  const loads: string[] = [];
  page.on("domcontentloaded", () => loads.push(page.url()));
  return loads;
}

test("a deploy in the middle of a purchase costs nothing, even where the old build's files are gone @any-width", async ({
  page,
}) => {
  const course = await demoProduct(page, ({ type }) => type === "COURSE");
  await page.goto(`/checkout/${course.id}`);
  // Its files are fetched first, and asked for as a script then.
  const atRest = page.waitForEvent(
    "requestfinished",
    (request) => request.url().includes("/assets/success-") && request.resourceType() === "script",
  );
  await fillCheckout(page, { email: newAddress("deploy"), name: "Ada Buyer", card: card.good });
  await atRest;
  await page.waitForLoadState("networkidle");
  const loads = countLoads(page);
  await loseFiles(page);
  await completePurchase(page);
  await page.getByRole("button", { name: "Skip All" }).click();
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  expect(loads).toEqual([]);
});

test("a checkout in which something was typed never reloads: what is missing says so in its place @any-width", async ({
  page,
}) => {
  const parcel = await demoProduct(page, ({ type }) => type === "PHYSICAL");
  // The file is asked for before anything is typed, and found missing after it.
  const typed = Promise.withResolvers<void>();
  await page.route("**/assets/shipping-fields-*", async (route) => {
    await typed.promise;
    await route.fulfill({ status: 404, contentType: "application/json", body: '{"code":"NOT_FOUND"}' });
  });
  await page.goto(`/checkout/${parcel.id}`);
  const loads = countLoads(page);
  await page.getByLabel("Email Address").fill(newAddress("typed"));
  await page.getByLabel("Full Name").fill("Ada Buyer");
  typed.resolve();
  await expect(page.getByText("This part of the page could not be loaded.")).toBeVisible();
  await expect(page.getByLabel("Full Name")).toHaveValue("Ada Buyer");
  expect(loads).toEqual([]);
});

test("a page that misses a file of its build is loaded anew once, and not for ever @any-width", async ({
  page,
}) => {
  const course = await demoProduct(page, ({ type }) => type === "COURSE");
  await loseFiles(page, "**/assets/lesson-player-*");
  await page.goto(`/course/${course.slug}`);
  const loads = countLoads(page);
  await page.getByRole("button", { name: /^Play / }).click();
  await expect.poll(() => loads.length).toBe(1);
  await page.getByRole("button", { name: /^Play / }).click();
  await expect(page.getByText("This part of the page could not be loaded.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Reload the page" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(loads).toHaveLength(1);
});

// Safari's error names no file, so the router would reload once for each tab and never again.
test("the router itself never reloads a page, and no error flashes before ours does @any-width", async ({
  page,
}) => {
  await page.goto("/members");
  // Before that it is loaded anew whatever is missing.
  await page.waitForFunction(() => !("lostScripts" in window));
  await loseFiles(page, "**/assets/**");
  const loads = countLoads(page);
  const misses = () =>
    page.evaluate(() => {
      const payload = new Error("Importing a module script failed.");
      const event = Object.assign(new Event("vite:preloadError", { cancelable: true }), { payload });
      const isTaken = !dispatchEvent(event);
      return { isTaken, text: payload.message };
    });
  // A first deploy: ours reloads, and nobody else hears of it.
  expect((await misses()).isTaken).toBe(true);
  await expect.poll(() => loads.length).toBe(1);
  await page.unroute("**/assets/**");
  await page.goto("/members");
  await expect(page.getByLabel(/email/i)).toBeEditable();
  loads.length = 0;
  // The next one within a minute: none reloads, and the router does not know the error.
  const second = await misses();
  expect(second.isTaken).toBe(false);
  expect(second.text).not.toMatch(/^(Importing|Failed to fetch|error loading)/);
  await page.waitForTimeout(500);
  expect(loads).toEqual([]);
});

test("without a network nothing is reloaded, or the browser's own page would stand there @any-width", async ({
  page,
  context,
}) => {
  const course = await demoProduct(page, ({ type }) => type === "COURSE");
  await page.goto(`/course/${course.slug}`);
  // What the page begins with has arrived: here it is about what comes later.
  await page.waitForLoadState("networkidle");
  const loads = countLoads(page);
  await context.setOffline(true);
  await page.getByRole("button", { name: /^Play / }).click();
  await expect(page.getByText("This part of the page comes once you are online again.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("region", { name: "video player" })).toBeVisible();
  expect(loads).toEqual([]);
});

test("a network that hangs is not reloaded either @any-width", async ({ page }) => {
  const course = await demoProduct(page, ({ type }) => type === "COURSE");
  await page.goto(`/course/${course.slug}`);
  const loads = countLoads(page);
  await page.route("**/assets/lesson-player-*", (route) => route.abort());
  await page.route("**/api/health", () => {});
  await page.getByRole("button", { name: /^Play / }).click();
  await expect(page.getByText("This part of the page could not be loaded.")).toBeVisible();
  await page.waitForTimeout(3_000);
  expect(loads).toEqual([]);
});
