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

for (const width of [320, 390, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    test("a network lost before the press charges nothing, and presses nothing once it is back @any-width", async ({
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

    test("a network lost after the card was charged: the page says that it checks, and finds the order @any-width", async ({
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
  });
}

test("a confirmation that never arrived is found out, said, and can be made again @any-width", async ({
  page,
}) => {
  await fill(page);
  await page.route(confirmation, (route) => route.abort(), { times: 1 });
  await pay(page).click();
  await expect(alert(page, "We are checking your payment.")).toBeVisible();
  const problem = alert(page, "Your payment did not get through.");
  await expect(problem).toContainText("Nothing was charged.", { timeout: 20_000 });
  await expect(problem).toBeFocused();
  await pay(page).click();
  await isDone(page);
});

test("an order that could not be asked for after paying is shown by itself @any-width", async ({ page }) => {
  await fill(page);
  await page.route("**/api/order-by-payment-intent/**", (route) => route.abort(), { times: 1 });
  await pay(page).click();
  await expect(page.getByRole("heading", { name: "Order Confirmation Error" })).toBeVisible();
  await isDone(page);
});

test("a network that hangs leaves nobody with a button that spins @any-width", async ({ page }) => {
  test.slow();
  await fill(page);
  await page.route("**/confirm-total", () => {}, { times: 1 });
  await pay(page).click();
  await expect(page.getByRole("button", { name: "Processing Payment..." })).toBeDisabled();
  await expect(alert(page, "before your payment was sent")).toBeVisible({ timeout: 30_000 });
  await page.route(confirmation, () => {}, { times: 1 });
  await pay(page).click();
  await expect(alert(page, "We are checking your payment.")).toBeVisible({ timeout: 30_000 });
  await expect(alert(page, "Your payment did not get through.")).toBeVisible({ timeout: 20_000 });
  await pay(page).click();
  await isDone(page);
});

test("a server that fails before the card is asked says that nothing was charged @any-width", async ({
  page,
}) => {
  await fill(page);
  await page.route(
    "**/confirm-total",
    (route) => route.fulfill({ status: 503, contentType: "application/json", body: "{}" }),
    { times: 1 },
  );
  await pay(page).click();
  await expect(alert(page, "could not be taken just now")).toContainText("Nothing was charged.");
  await pay(page).click();
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

test("a page that a browser kept frozen does not go on processing @any-width", async ({ page }) => {
  await fill(page);
  await page.route(confirmation, () => {}, { times: 1 });
  await pay(page).click();
  await expect(page.getByRole("button", { name: "Processing Payment..." })).toBeDisabled();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(pay(page)).toBeEnabled();
  await pay(page).click();
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

test("a tab that is told of a payment that was never made stays where it is @any-width", async ({ page }) => {
  const { product } = await fill(page);
  const asked = page.waitForResponse(/finish-payment$/);
  await page.evaluate((productId) => {
    const channel = new BroadcastChannel("openstall:paid");
    channel.postMessage({ productId, orderReference: "pi_sbx_of_nobody", email: "x@example.com" });
  }, product.id);
  expect((await asked).status()).toBe(404);
  await expect(pay(page)).toBeEnabled();
});

const declines: [number: string, code: string, texts: string[]][] = [
  [
    "4000000000009995",
    "insufficient_funds",
    ["Your card was declined.", "insufficient funds", "another card or a wallet"],
  ],
  ["4000000000006975", "card_velocity_exceeded", ["Your card was declined", "another card or a wallet"]],
  [
    "4000000000000119",
    "processing_error",
    ["Your card was declined.", "An error occurred", "again in a minute"],
  ],
];

for (const [number, code, texts] of declines) {
  test(`${code} is said beside the card, with its step, until it is changed @any-width`, async ({ page }) => {
    await fill(page, number);
    await pay(page).click();
    const problem = page.locator("form").getByRole("alert").filter({ hasText: "Your card was declined" });
    await expect(problem).toBeFocused();
    for (const text of texts) await expect(problem).toContainText(text);
    await page.waitForTimeout(6_000);
    await expect(problem).toBeVisible();
    await page.getByLabel("Card number").fill(card.good);
    await pay(page).click();
    await isDone(page);
  });
}

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

test("what is wrong is said at its field in our words, without the browser's own @any-width", async ({
  page,
}) => {
  const { email } = await fill(page);
  await page.getByLabel("Full Name").fill(" ");
  await pay(page).click();
  const name = page.getByLabel("Full Name");
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription(/Please enter your full name/);
  await name.fill("Ada Buyer");
  await expect(page.getByText("Please enter your full name")).toBeHidden();
  await page.getByLabel("Email Address").fill("ada@");
  await page.getByLabel("Full Name").focus();
  await expect(page.getByLabel("Email Address")).toHaveAccessibleDescription(/valid email address/);
  await page.getByLabel("Email Address").fill(email);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Full Name")).toBeFocused();
  await expect(pay(page)).toBeEnabled();
  await page.getByLabel("Card number").fill(card.good);
  await page.getByLabel("Expiration date").fill("12/40");
  await page.getByLabel("Security code").fill("123");
  await page.getByLabel("Full Name").focus();
  await page.keyboard.press("Enter");
  await isDone(page);
});
