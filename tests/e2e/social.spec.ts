import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { card, completePurchase, fillCheckout } from "./support/checkout.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { newAddress } from "./support/mailbox.ts";

async function post<T>(page: Page, path: string, data: object): Promise<T> {
  const answer = await page.request.post(path, { data });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
  return (await answer.json()) as T;
}

const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
/** The notification itself, not what a screen reader is told of it. */
const expectSaid = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();
const thread = (page: Page, person: string) =>
  page.getByRole("region", { name: `Messages with ${person}`, exact: true });
const conversation = (page: Page, person: string) =>
  page.getByRole("list", { name: "Recent Conversations" }).getByRole("button", { name: person });

test("a keyword in a message is answered with a link, which is bought through, and the keyword shows what it earned @any-width", async ({
  page,
  browser,
}) => {
  test.slow();
  await signInAsNewCreator(page);
  const slug = `guide-${crypto.randomUUID().slice(0, 8)}`;
  await post(page, "/api/products", { title: "Brand guide", slug, type: "SERVICE", priceCents: 4_000 });

  await page.goto("/social?tab=conversations");
  await expect(page.getByRole("heading", { name: "Connect Social Accounts" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Go to Connected Accounts" }).click();
  await page.getByRole("button", { name: "Connect Account" }).first().click();
  await page.getByRole("button", { name: "Instagram in Demo Mode" }).click();
  await expectSaid(page, "Social account connected successfully");

  await tab(page, "Keyword Responses").click();
  await page.getByRole("button", { name: "Create Your First Response" }).click();
  const response = page.getByRole("dialog", { name: "Add Response" });
  await response.getByLabel("Trigger Keyword").fill("GUIDE");
  await response.getByLabel("Auto Response Message").fill("Here is the guide you asked for!");
  await response.getByLabel("Link to Product").selectOption("Brand guide");
  await response.getByLabel("Button title").fill("Get the guide");
  await expect(response.getByText("13 / 20")).toBeVisible();
  await expectAccessible(page);
  await response.getByRole("button", { name: "Create Response" }).click();
  await expectSaid(page, "Keyword response created successfully");

  await tab(page, "Connected Accounts").click();
  await page.getByRole("button", { name: "Send as a fan" }).click();
  const fan = page.getByRole("dialog", { name: "Send as a fan" });
  await fan.getByLabel("Text").fill("guide please 🙏");
  await fan.getByRole("button", { name: "Send", exact: true }).click();
  await fan.getByRole("link", { name: "Open the conversation" }).click();

  const messages = thread(page, "@demo_fan");
  await expect(messages).toContainText("guide please 🙏");
  await expect(messages).toContainText("Answered automatically (keyword GUIDE)");
  await expect(messages).toContainText("Here is the guide you asked for!");
  await expect(messages.getByText("Sent", { exact: true })).toBeVisible();
  const leftOf = async (text: string) => (await messages.getByText(text).first().boundingBox())?.x ?? 0;
  expect(await leftOf("guide please")).toBeLessThan(await leftOf("Here is the guide"));
  await expectAccessible(page);
  const link = await messages.getByRole("link", { name: "Get the guide" }).getAttribute("href");

  // The browser within the app shows the product's page; the fan goes on in another, which has no cookie of it.
  const phone = { viewport: { width: 390, height: 844 } };
  const inApp = await (await browser.newContext(phone)).newPage();
  await inApp.goto(link ?? "");
  const checkout = await inApp.locator('a[href^="/checkout/"]').first().getAttribute("href");
  await inApp.context().close();
  const buyer = await (await browser.newContext(phone)).newPage();
  await buyer.goto(checkout ?? "");
  await fillCheckout(buyer, { email: newAddress("buyer"), name: "Ada Buyer", card: card.good });
  await completePurchase(buyer);
  await expect(buyer.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  await buyer.context().close();

  await tab(page, "Keyword Responses").click();
  const earned = page
    .getByRole("row")
    .or(page.getByRole("list", { name: "Responses" }).getByRole("listitem"))
    .filter({ hasText: "Here is the guide you asked for!" });
  await expect(earned).toContainText("$40.00");
  await expectAccessible(page);
});

test("a comment is answered in private, and a creator who answers by hand sees why the program rests @phone", async ({
  page,
  isMobile,
}) => {
  test.slow();
  await signInAsNewCreator(page);
  const account = await post<{ id: string }>(page, "/api/social-accounts", {
    platform: "INSTAGRAM",
    demo: true,
  });
  await post(page, "/api/keyword-responses", {
    socialAccountId: account.id,
    keyword: "GUIDE",
    responseText: "It is in your messages now.",
  });
  const asFan = (act: object) =>
    post(page, `/api/social-accounts/${account.id}/simulate`, { username: "kim.reads", ...act });

  await page.goto("/social?tab=conversations");
  await expect(page.getByText("No conversations yet")).toBeVisible();
  await asFan({ kind: "COMMENT", text: "guide!", postId: "summer" });
  // Without a reload.
  await expect(conversation(page, "@kim.reads")).toContainText("New");
  await expectAccessible(page);
  await conversation(page, "@kim.reads").click();
  const messages = thread(page, "@kim.reads");
  await expect(messages).toContainText("Answered automatically (keyword GUIDE)");
  await expect(messages).toContainText("It is in your messages now.");
  const answer = page.getByRole("textbox", { name: "Answer @kim.reads" });
  await expect(answer).toBeDisabled();
  await expect(answer).toHaveAccessibleDescription(/have not written to you yet/);
  await expectAccessible(page);

  await asFan({ text: "Do you ship to Norway?" });
  await expect(messages).toContainText("No keyword or rule matched");
  await expect(page.getByRole("status").filter({ hasText: "Do you ship to Norway?" })).toBeAttached();
  await answer.fill("Yes,");
  await answer.press("Shift+Enter");
  await answer.pressSequentially("we do.");
  await answer.press("Enter");
  await expect(answer).toHaveValue("");
  await expect(messages.getByText("we do.")).toBeVisible();
  await asFan({ text: "guide please" });
  await expect(messages).toContainText(/You answered by hand: automation rests until \w+ \d+/);
  await expect(page.getByText(/Paused until/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Resume now" }).click();
  await expect(page.getByText(/Paused until/)).toBeHidden();
  // Only the newest notification stands: the next change is made once this one has been answered.
  await expectSaid(page, "Automation answers here again");
  const automation = page.getByLabel("Automation", { exact: true });
  await automation.click();
  await expectSaid(page, "Automation is off in this conversation");
  await expect(automation).not.toBeChecked();

  if (isMobile) {
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await expect(conversation(page, "@kim.reads")).toBeFocused();
  }
  await page.getByRole("searchbox", { name: "Search conversations" }).fill("norway");
  await expect(page).toHaveURL(/filter=norway/);
  await expect(conversation(page, "@kim.reads")).toBeVisible();

  await asFan({ kind: "FOLLOW" });
  await tab(page, "Activity").click();
  const activity = page.getByRole("list", { name: "Activity" }).getByRole("listitem");
  await expect(activity).toHaveCount(4);
  await expect(activity.first()).toContainText("New follower");
  await expectAccessible(page);
});
