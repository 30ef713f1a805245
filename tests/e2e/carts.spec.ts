import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { card, demoProductNamed, fillCheckout, openSummary } from "./support/checkout.ts";
import { signInAsDemo } from "./support/creator.ts";
import { mailsTo, newAddress } from "./support/mailbox.ts";
import { mailInTime, openOwnShop, passMinutes } from "./support/own-shop.ts";

openOwnShop(16);

/** Fills a checkout in with two offers and a coupon, and leaves it. */
async function leaveCheckout(page: Page, productId: string, email: string) {
  await page.goto(`/checkout/${productId}?code=WELCOME10`);
  await openSummary(page);
  const offers = page.getByRole("group", { name: "Add These Special Offers" });
  for (const offer of await offers.getByRole("checkbox").all()) await offer.check();
  await expect(page.getByLabel("Email Address")).toHaveAccessibleDescription(/may email you a reminder/);
  await fillCheckout(page, { email, name: "Ada Buyer" });
  await page.getByLabel("Full Name").press("Tab");
  await expect(page.getByRole("button", { name: "Complete Purchase - $176.50" })).toBeVisible();
  // What is typed is kept without a button.
  await expect
    .poll(async () => (await page.request.get(`/api/checkout/${productId}/draft`)).json())
    .toMatchObject({ draft: { email, customerName: "Ada Buyer" } });
}

/** What is asked about as today's is all of one date: where that is over soon, it begins on the next. */
async function waitForMorning(page: Page) {
  const { now } = (await (await page.request.get("/api/dev/clock")).json()) as { now: string };
  const minutesLeft = 1_440 - (Math.floor(Date.parse(now) / 60_000) % 1_440);
  if (minutesLeft < 180) await passMinutes(page, minutesLeft);
}

const linkIn = (text: string) => /https?:\/\/\S+\/api\/cart-links\/\S+/.exec(text)?.[0] ?? "";

test("a checkout that was left comes back by its mail on another device, and nobody hears more than they want @any-width", async ({
  page: desk,
  browser,
}) => {
  await signInAsDemo(desk);
  await waitForMorning(desk);
  const bought = await demoProductNamed(desk, "brand-design-course");
  const [ada, ben] = [newAddress("ada"), newAddress("ben")];
  for (const email of [ada, ben]) {
    const buyer = await browser.newContext();
    await leaveCheckout(await buyer.newPage(), bought.id, email);
    await buyer.close();
  }
  await passMinutes(desk, 62);
  const toAda = await mailInTime(desk, ada, /^You left/);
  const toBen = await mailInTime(desk, ben, /^You left/);
  await desk.goto("/admin?tab=abandoned-carts");
  const rowOf = (email: string) => desk.getByRole("listitem").filter({ hasText: email });
  for (const email of [ada, ben]) await expect(rowOf(email)).toContainText("Email Sent");
  await expectAccessible(desk);

  // As a mail program does by itself, where its reader presses "Unsubscribe".
  const oneClick = /<(.+)>/.exec(toBen.headers["List-Unsubscribe"] ?? "")?.[1] ?? "";
  const answer = await desk.request.post(oneClick, { form: { "List-Unsubscribe": "One-Click" } });
  expect(answer.status()).toBe(200);

  // On another device, after one of the offers was switched off.
  const offers = (await (await desk.request.get("/api/order-bumps")).json()) as {
    id: string;
    title: string;
  }[];
  const templates = offers.find(({ title }) => title === "Add the client templates");
  await desk.request.put(`/api/order-bumps/${templates?.id}`, { data: { active: false } });
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(linkIn(toAda.text));
  await expect(
    elsewhere.getByText(
      "Here is what you left. An extra that you had chosen is not offered any more. It came to $176.50, and comes to $153.10 now.",
    ),
  ).toBeVisible();
  await expect(elsewhere.getByLabel("Email Address")).toHaveValue(ada);
  await expectAccessible(elsewhere);
  await fillCheckout(elsewhere, { email: ada, name: "Ada Buyer", card: card.good });
  await elsewhere.getByRole("button", { name: "Complete Purchase - $153.10" }).click();
  // Its address comes before the order is written, and until then the cart is open: no list of those that were left has it.
  await elsewhere.getByRole("button", { name: "Skip All" }).click();
  await expect(elsewhere.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();

  await desk.reload();
  await expect(rowOf(ada)).toContainText("Recovered");
  await expect(rowOf(ada)).toContainText("bought by the link");
  await expect(rowOf(ben)).toContainText("No more mails: This address has asked for no more of your mails");
  await desk
    .getByRole("tablist", { name: "Abandoned Carts" })
    .getByRole("tab", { name: "Analytics" })
    .click();
  // Others were left in this store before.
  await desk.getByLabel("Period").selectOption({ label: "Today" });
  const earned = (label: string) => desk.locator("dl > div").filter({ hasText: label });
  await expect(earned("Revenue recovered")).toContainText("$153.10");
  await expect(earned("By the link")).toContainText("$153.10");
  await expect(earned("Within 7 days of a mail")).toContainText("$0.00");
  await expect(desk.getByRole("heading", { name: "Proven extra" })).toBeVisible();
  await expectAccessible(desk);

  // Of what is sold out by then the checkout says so.
  const stock = { trackInventory: true, inventoryQuantity: 0, allowBackorder: false };
  const soldOut = await desk.request.put(`/api/products/${bought.id}`, { data: stock });
  expect(soldOut.status()).toBe(200);
  const late = await (await browser.newContext()).newPage();
  await late.goto(linkIn(toBen.text));
  await expect(late.getByText("Sold out").filter({ visible: true }).first()).toBeVisible();
  await expect(late.getByRole("button", { name: /^Complete Purchase/ })).toHaveCount(0);

  // What is not on sale any more leads to the rest of the store; and nobody hears of either cart again.
  const offSale = await desk.request.put(`/api/products/${bought.id}`, { data: { active: false } });
  expect(offSale.status()).toBe(200);
  await late.goto(linkIn(toBen.text));
  await expect(late).toHaveURL("/u/demo#not-on-sale");
  const gone = late.getByText("What you had in your checkout is not on sale any more.");
  await expect(gone).toBeVisible();
  await expectAccessible(late);
  await late.goto("/u/demo");
  await expect(gone).toBeHidden();
  for (let day = 0; day < 3; day++) await passMinutes(desk, 24 * 60);
  await passMinutes(desk, 2);
  await desk.goto("/admin?tab=abandoned-carts");
  await expect(rowOf(ada)).toContainText("Recovered");
  for (const email of [ada, ben])
    expect(
      (await mailsTo(desk.request, email)).filter(({ headers }) => "List-Unsubscribe" in headers),
    ).toHaveLength(1);
});
