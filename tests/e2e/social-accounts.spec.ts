import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { signInAsNewCreator } from "./support/creator.ts";

const expectSuccess = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true })).toBeVisible();

test("a demo account is connected, greets whoever writes first, says why it does not answer, and goes again @any-width", async ({
  page,
}) => {
  test.slow();
  await signInAsNewCreator(page);
  await page.goto("/");
  await page.getByRole("link", { name: "Connect an account" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Social Media Automation" })).toBeVisible();
  for (const claim of ["24/7", "24 h"]) await expect(page.getByText(claim)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Connect Account" }).click();
  const connecting = page.getByRole("dialog", { name: "Connect Account" });
  await expect(connecting.getByRole("button", { name: "Instagram real account" })).toBeDisabled();
  await expect(connecting.getByText(/this site has no app at X yet/)).toBeVisible();
  await connecting.getByText("Manual Setup (Advanced Users Only)").click();
  await connecting.getByRole("button", { name: "Connect Account" }).click();
  await expect(connecting.getByText("Username is required")).toBeVisible();
  await expect(connecting.getByText("Access token is required")).toBeVisible();
  await expect(connecting.getByLabel("Access token")).toHaveAttribute("type", "password");
  await expectAccessible(page);
  await connecting.getByRole("button", { name: "Instagram in Demo Mode" }).click();
  await expectSuccess(page, "Social account connected successfully");
  await expect(page.getByRole("heading", { name: /^@demo_instagram_\d+$/ })).toBeVisible();
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("tab", { name: "Keyword Responses" }).click();
  await page.getByRole("button", { name: "Add Rule" }).click();
  const adding = page.getByRole("dialog", { name: "Add Rule" });
  await adding.getByRole("button", { name: "Create Rule" }).click();
  await expect(adding.getByText("Name is required")).toBeVisible();
  await expect(adding.getByText("Response message is required")).toBeVisible();
  await adding.getByLabel("When").selectOption("New follower");
  await expect(adding.getByText(/Platforms let nobody be written to for following/).first()).toBeVisible();
  await adding.getByLabel("When").selectOption("First message");
  await adding.getByLabel("Name").fill("Welcome");
  await adding.getByLabel("Message").fill("Hello, and thank you for writing!");
  await expectAccessible(page);
  await adding.getByRole("button", { name: "Create Rule" }).click();
  await expectSuccess(page, "Automation rule created successfully");
  await expect(page.getByText("Someone writes for the first time")).toBeVisible();

  await page.getByRole("tab", { name: "Connected Accounts" }).click();
  await page.getByRole("button", { name: "Send as a fan" }).click();
  const fan = page.getByRole("dialog", { name: "Send as a fan" });
  const results = fan.getByRole("region", { name: "What came of it" });
  await fan.getByLabel("Text").fill("hello 🙏");
  await fan.getByRole("button", { name: "Send", exact: true }).click();
  await expect(results.getByText("Answered automatically")).toBeVisible();
  await expect(results.getByText("By the rule “Welcome”.")).toBeVisible();
  await fan.getByLabel("Text").fill("anybody?");
  await fan.getByRole("button", { name: "Send", exact: true }).click();
  await expect(results.getByText("No keyword or rule matched")).toBeVisible();
  await expectAccessible(page);
  await expect(results.getByRole("link", { name: "Open the conversation" }).first()).toHaveAttribute(
    "href",
    /^\/social\?tab=conversations&conversation=[0-9a-f-]{36}$/,
  );
  await fan.getByRole("button", { name: "Close" }).click();

  await page.getByRole("switch", { name: /^Active: @demo_instagram/ }).click();
  await expectSuccess(page, "Account status updated successfully");
  await expect(page.getByText("Inactive", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: /^Disconnect @demo_instagram/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
  await expectSuccess(page, "Social account disconnected successfully");
  await expect(page.getByText("24/7")).toBeVisible();
});

test("the provider's window ends in words on the page, and a blocked one in a link @any-width", async ({
  page,
  context,
}) => {
  await signInAsNewCreator(page);
  await context.route("**/api/social/setup", async (route) => {
    const answer = await route.fetch();
    const setup = (await answer.json()) as { platforms: object[] };
    const platforms = setup.platforms.map((platform) => ({ ...platform, available: true }));
    await route.fulfill({ response: answer, json: { ...setup, platforms } });
  });
  await context.route("**/oauth/instagram?store=*", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<button onclick="opener.postMessage({ type: 'openstall:social-connected', ok: false, message: 'You did not agree.' }, location.origin); setTimeout(() => window.close(), 100)">No</button>`,
    }),
  );
  await page.goto("/social?connect=new");
  const dialog = page.getByRole("dialog", { name: "Connect Account" });
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    dialog.getByRole("button", { name: "Instagram real account" }).click(),
  ]);
  await expect(dialog.getByRole("button", { name: "Waiting for the window" })).toBeVisible();
  await popup.getByRole("button", { name: "No" }).click();
  await expect(page.getByText("You did not agree.", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Instagram real account" })).toBeVisible();

  const [closed] = await Promise.all([
    page.waitForEvent("popup"),
    dialog.getByRole("button", { name: "Instagram real account" }).click(),
  ]);
  await expect(dialog.getByRole("button", { name: "Waiting for the window" })).toBeVisible();
  const readAgain = page.waitForResponse("**/api/social-accounts");
  await closed.close();
  await expect(dialog.getByRole("button", { name: "Instagram real account" })).toBeVisible();
  await readAgain;

  const recent = "**/api/auth/recent-sign-in";
  await page.route(recent, (route) => route.fulfill({ status: 500, json: {} }));
  await dialog.getByRole("button", { name: "Instagram real account" }).click();
  await expect(
    page.getByText("The connection could not be begun. Please try again.", { exact: true }),
  ).toBeVisible();
  await page.unroute(recent);

  await page.evaluate(() => (window.open = () => null));
  await dialog.getByRole("button", { name: "Twitter real account" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Your browser blocked the window.");
  await expect(dialog.getByRole("link", { name: "Open Twitter's page" })).toHaveAttribute(
    "href",
    /^\/oauth\/twitter\?store=[\da-f-]{36}$/,
  );
  await expectAccessible(page);
});
