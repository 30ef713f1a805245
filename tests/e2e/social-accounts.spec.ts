import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { signInAsNewCreator } from "./support/creator.ts";

const expectSuccess = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true })).toBeVisible();

test("a demo account is connected, greets whoever writes first, and says why it does not answer @any-width", async ({
  page,
}) => {
  test.slow();
  await signInAsNewCreator(page);
  await page.goto("/");
  await page.getByRole("link", { name: "Connect an account" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Social Media Automation" })).toBeVisible();
  await page.getByRole("button", { name: "Connect Account" }).click();
  const connecting = page.getByRole("dialog", { name: "Connect Account" });
  await expectAccessible(page);
  await connecting.getByRole("button", { name: "Instagram in Demo Mode" }).click();
  await expectSuccess(page, "Social account connected successfully");
  await expect(page.getByRole("heading", { name: /^@demo_instagram_\d+$/ })).toBeVisible();
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
});
