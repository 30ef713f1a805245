import { expect, type Page, test } from "@playwright/test";
import { card, demoProductNamed, fillCheckout } from "./support/checkout.ts";
import { newAddress } from "./support/mailbox.ts";

const confirmation = "**/api/sandbox/payment-intents/*/confirm";
const pay = (page: Page) => page.getByRole("button", { name: /^Complete Purchase - \$/ });
const alert = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });
const isDone = (page: Page) => expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();

/** A checkout without add-ons, filled in up to the press. */
async function fill(page: Page, number: string = card.good) {
  const product = await demoProductNamed(page, "portfolio-review");
  const email = newAddress("network");
  await page.goto(`/checkout/${product.id}`);
  await fillCheckout(page, { email, name: "Ada Buyer", card: number });
  await expect(pay(page)).toBeEnabled();
  await page.waitForLoadState("networkidle");
  return { product, email };
}

function countConfirmations(page: Page) {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (/payment-intents\/[^/]+\/confirm$/.test(request.url())) sent.push(request.url());
  });
  return sent;
}

test("a network lost before the press charges nothing, and presses nothing once it is back @phone", async ({
  page,
  context,
}) => {
  await fill(page);
  const sent = countConfirmations(page);
  await context.setOffline(true);
  await pay(page).click();
  const problem = alert(page, "The connection was lost before your payment was sent.");
  await expect(problem).toContainText("Nothing was charged.");
  await expect(problem).toBeFocused();
  await expect(pay(page)).toBeEnabled();
  await context.setOffline(false);
  await page.waitForTimeout(2_500);
  await expect(problem).toBeVisible();
  expect(sent).toEqual([]);
  await pay(page).click();
  await isDone(page);
});

test("a network lost after the card was charged: the page says that it checks, and finds the order @phone", async ({
  page,
  context,
}) => {
  await fill(page);
  const sent = countConfirmations(page);
  await page.route(confirmation, async (route) => {
    await route.fetch();
    await context.setOffline(true);
    await route.abort();
  });
  await pay(page).click();
  const checking = alert(page, "We are checking your payment. Please do not pay again.");
  await expect(checking).toBeFocused();
  await expect(page.getByRole("button", { name: "Checking Payment..." })).toBeDisabled();
  await expect(page.getByText("Nothing was charged")).toBeHidden();
  await page.waitForTimeout(1_500);
  await context.setOffline(false);
  await isDone(page);
  expect(sent).toHaveLength(1);
});

test("an order that could not be asked for after paying is shown by itself @any-width", async ({ page }) => {
  await fill(page);
  await page.route("**/api/order-by-payment-intent/**", (route) => route.abort(), { times: 1 });
  await pay(page).click();
  await expect(page.getByRole("heading", { name: "Order Confirmation Error" })).toBeVisible();
  await isDone(page);
});

test("a page that is loaded anew after the charge asks what became of it, and leads to the order @any-width", async ({
  page,
}) => {
  await fill(page);
  const charged = Promise.withResolvers<void>();
  await page.route(confirmation, async (route) => {
    await route.fetch();
    charged.resolve();
  });
  await pay(page).click();
  await charged.promise;
  await page.reload();
  await isDone(page);
});

test("a payment that waits at the bank is taken up from the checkout @any-width", async ({ page }) => {
  const { product } = await fill(page, card.asksForAuthentication);
  await pay(page).click();
  await expect(page.getByRole("button", { name: "Complete authentication" })).toBeVisible();
  await page.goto(`/checkout/${product.id}`);
  const waiting = alert(page, "Your bank still waits for you to confirm this payment.");
  await expect(waiting).toContainText("Nothing was charged yet.");
  await waiting.getByRole("button", { name: "Continue with your bank" }).click();
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await isDone(page);
});

test("a tab that comes too late is led to the order that the other one placed @any-width", async ({
  page,
  context,
}) => {
  const { product } = await fill(page);
  const other = await context.newPage();
  await other.goto(`/checkout/${product.id}`);
  await expect(other.getByLabel("Email Address")).toBeEditable();
  await other.waitForLoadState("networkidle");
  await pay(page).click();
  await isDone(page);
  await isDone(other);
});

test("nothing tells a lost, stolen or suspected card from any other refusal @any-width", async ({
  browser,
}) => {
  test.slow();
  const seen: string[] = [];
  for (const number of [card.declined, "4000000000009987", "4000000000009979", "4100000000000019"]) {
    const page = await browser.newPage();
    await fill(page, number);
    const answer = page.waitForResponse(/\/confirm$/);
    await pay(page).click();
    const problem = page.locator("form").getByRole("alert").filter({ hasText: "Your card was declined." });
    await expect(problem).toBeVisible();
    seen.push(`${await problem.textContent()} ${await (await answer).text()}`);
    // Loaded anew, the page asks the server.
    await page.reload();
    await expect(problem).toBeVisible();
    seen.push(`${await problem.textContent()} ${seen[0]?.slice(seen[0].indexOf("{"))}`);
    await page.close();
  }
  expect(new Set(seen).size).toBe(1);
});
