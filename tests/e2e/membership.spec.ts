import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { card, completePurchase, demoProduct, fillCheckout } from "./support/checkout.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";
import { openOwnShop } from "./support/own-shop.ts";

openOwnShop(6);

/** Days go by: the sandbox bills what falls due, and the shop hears of it by webhooks. */
async function passDays(page: Page, days: number) {
  const answer = await page.request.post("/api/dev/clock", { data: { advanceMinutes: days * 24 * 60 } });
  expect(answer.status()).toBe(200);
}

async function join(page: Page, email: string, number = card.good) {
  const product = await demoProduct(page, ({ type }) => type === "MEMBERSHIP");
  await page.goto(`/checkout/${product.id}`);
  await fillCheckout(page, { email, name: "Mia Member", card: number });
  await expect(
    page.locator("form").getByText(/^Your membership renews at \$24\.00 every month until you cancel/),
  ).toBeVisible();
  await completePurchase(page);
  await expect(page.getByRole("heading", { name: "Your membership" })).toBeVisible();
  return product;
}

/** Opens a mail's link until the page says it: webhooks take a moment. */
async function openUntil(page: Page, link: string, text: string | RegExp) {
  await expect(async () => {
    await open(page, link);
    await expect(page.getByText(text).first()).toBeVisible({ timeout: 10_000 });
  }).toPass();
}

/** Opens a mail's link anew, also where only its fragment is another. */
async function open(page: Page, link: string) {
  await page.goto("about:blank");
  await page.goto(link);
}

const linkIn = (text: string) => /https?:\/\/\S+#rt=[A-Za-z0-9_-]+/.exec(text)?.[0] ?? "";
const toast = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();

test("a member joins, is renewed, pauses, comes back and cancels, all on one page", async ({
  page,
  browser,
}) => {
  const email = newAddress("member");
  await join(page, email);
  const nextPayment = page.getByText(/^Your next payment of \$24\.00 is on/);
  const firstDate = await nextPayment.textContent();
  await expectAccessible(page);

  await passDays(page, 31);
  const renewed = await mailTo(page.request, email, /^Renewed: The Studio Circle/);
  // A browser proves for 30 days what it paid; the receipt's link does for as long as there is the order.
  await open(page, linkIn(renewed.text));
  await expect(nextPayment).toBeVisible();
  expect(await nextPayment.textContent()).not.toBe(firstDate);

  // The renewal's receipt leads to the same membership, on any device.
  const elsewhere = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await elsewhere.goto(linkIn(renewed.text));
  await expect(elsewhere.getByRole("heading", { name: "Your membership" })).toBeFocused();
  await expectAccessible(elsewhere);

  // Who wants to leave is offered a rest first.
  await page.getByRole("button", { name: "Cancel membership" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Pause instead" }).click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await page.getByLabel("3 months").check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Pause membership" }).click();
  await toast(page, "Membership paused");
  await expect(page.getByText("Paused", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Resume now" }).click();
  await toast(page, "Membership resumed");
  await expect(nextPayment).toBeVisible();

  await page.getByRole("button", { name: "Cancel membership" }).click();
  await expectAccessible(page);
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel membership" }).click();
  await toast(page, "Membership cancelled");
  await expect(page.getByText("Ends soon")).toBeVisible();
  await expect(page.getByText(/^You cancelled\. Everything stays open until/)).toBeVisible();
  await page.getByRole("button", { name: "Keep my membership" }).click();
  await toast(page, "Membership kept");

  await page.getByRole("button", { name: "Cancel membership" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel membership" }).click();
  await expect(page.getByText("Ends soon")).toBeVisible();
  await passDays(page, 32);
  await openUntil(page, linkIn(renewed.text), "Your membership has ended. Nothing more is charged.");
  await expect(page.getByRole("link", { name: "Join again" })).toBeVisible();
  await expectAccessible(page);
});

test("a renewal that fails is said by mail, and another card pays it at once", async ({ page }) => {
  const email = newAddress("late-member");
  await join(page, email, "4000000000000341");
  await passDays(page, 31);
  const failed = await mailTo(page.request, email, /^Payment failed: The Studio Circle/);
  await page.context().clearCookies();
  await page.goto(linkIn(failed.text));
  await expect(page.getByText("Payment failed", { exact: true })).toBeVisible();
  await expect(page.getByText(/We could not charge Visa ending in 0341 \$24\.00/)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Try the card again" }).click();
  await toast(page, "Your card was declined.");
  await page.getByRole("button", { name: "Change card" }).click();
  await page.getByLabel("Card number").fill(card.good);
  await page.getByLabel("Expiration date").fill("12/49");
  await page.getByLabel("Security code").fill("123");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Pay $24.00" }).click();
  await toast(page, "Payment received");
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
  await expect(page.getByText("Visa ending in 4242")).toBeVisible();
  await mailTo(page.request, email, /^Renewed: The Studio Circle/);
});
