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

test("a network lost before the press charges nothing; pressed again it pays, and an order that could not be asked for is shown by itself @any-width", async ({
  page,
  context,
}) => {
  await fill(page);
  const sent = countConfirmations(page);
  await context.setOffline(true);
  await pay(page).click();
  const problem = alert(page, "The connection was lost before your payment was sent.");
  await expect(problem).toContainText("Nothing was charged.");
  await context.setOffline(false);
  await expect(pay(page)).toBeEnabled();
  expect(sent).toEqual([]);
  const asksForOrder = "**/api/order-by-payment-intent/**";
  await page.route(asksForOrder, (route) => route.abort());
  await pay(page).click();
  await expect(page.getByRole("heading", { name: "Order Confirmation Error" })).toBeVisible();
  // The page asks again by itself.
  await page.unroute(asksForOrder);
  await isDone(page);
  expect(sent).toHaveLength(1);
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

test("a page that is loaded anew after the charge leads to the order, and so does another tab that comes too late @any-width", async ({
  page,
  context,
}) => {
  const { product } = await fill(page);
  const other = await context.newPage();
  await other.goto(`/checkout/${product.id}`);
  await expect(other.getByLabel("Email Address")).toBeEditable();
  await other.waitForLoadState("networkidle");
  const charged = Promise.withResolvers<void>();
  await page.route(confirmation, async (route) => {
    await route.fetch();
    charged.resolve();
  });
  await pay(page).click();
  await charged.promise;
  await page.reload();
  await isDone(page);
  await isDone(other);
});

test("nothing tells a lost, stolen or suspected card from any other refusal @any-width", async ({ page }) => {
  await fill(page);
  const problem = page.locator("form").getByRole("alert").filter({ hasText: "Your card was declined." });
  await page.route(confirmation, async (route) => {
    // What was said of the card before is gone by then.
    await expect(problem).toBeHidden();
    await route.continue();
  });
  const seen: string[] = [];
  for (const number of [card.declined, "4000000000009987", "4000000000009979", "4100000000000019"]) {
    await page.getByLabel("Card number").fill(number);
    const answer = page.waitForResponse(/\/confirm$/);
    await pay(page).click();
    const said = await (await answer).text();
    await expect(problem).toBeVisible();
    seen.push(`${await problem.textContent()} ${said}`);
  }
  expect(new Set(seen).size).toBe(1);
  // Loaded anew, the page asks the server, which knows no more of the last one.
  await page.reload();
  await expect(problem).toHaveText(seen[0]?.slice(0, seen[0].indexOf(" {")) ?? "");
});
