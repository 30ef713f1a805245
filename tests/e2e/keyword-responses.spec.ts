import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { signInAsNewCreator } from "./support/creator.ts";

/** The list's row of one keyword: a table row, or a card on a phone. */
const rowOf = (page: Page, keyword: string) =>
  page
    .getByRole("row")
    .or(page.getByRole("list", { name: "Responses" }).getByRole("listitem"))
    .filter({ hasText: keyword });

/** The notification itself, not what a screen reader is told of it. */
const expectSuccess = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true })).toBeVisible();

test("a keyword is answered: written, tried, refused twice, switched off, changed and deleted @phone", async ({
  page,
}) => {
  test.slow();
  await signInAsNewCreator(page);
  await page.goto("/social?tab=responses");
  await expect(page.getByText("Connect a social account first to create responses")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add Response" })).toBeDisabled();
  await expectAccessible(page);

  const account = { platform: "INSTAGRAM", demo: true, username: "ada.makes" };
  expect((await page.request.post("/api/social-accounts", { data: account })).status()).toBe(201);
  const slug = `audit-${crypto.randomUUID().slice(0, 8)}`;
  const product = { title: "Brand audit in one afternoon", slug, type: "SERVICE", priceCents: 4_000 };
  expect((await page.request.post("/api/products", { data: product })).status()).toBe(201);
  await page.reload();
  await expect(page.getByRole("heading", { name: "No Auto-Responses Set Up" })).toBeVisible();
  await page.getByRole("button", { name: "Create Your First Response" }).click();

  const dialog = page.getByRole("dialog", { name: "Add Response" });
  await dialog.getByRole("button", { name: "Create Response" }).click();
  await expect(dialog.getByText("Keyword is required")).toBeVisible();
  await expect(dialog.getByText("Response message is required")).toBeVisible();
  await dialog.getByLabel("Trigger Keyword").fill("GUIDE");
  await dialog.getByLabel("Auto Response Message").fill("Here is the guide!");
  await dialog.getByLabel("Link to Product").selectOption({ label: "Brand audit in one afternoon" });
  await expect(dialog.getByRole("figure")).toContainText("Here is the guide!");
  await expect(dialog.getByRole("figure")).toContainText("Button: See the service");
  await expect(dialog.getByRole("figure")).toContainText("Automated reply. Write STOP to end.");
  await dialog.getByLabel("A fan writes").fill("guide please 🙏");
  await expect(dialog.getByText("This response answers, for “GUIDE” (whole word).")).toBeVisible();
  await dialog.getByLabel("Match").selectOption("EXACT");
  await expect(dialog.getByText("No keyword or rule answers this.")).toBeVisible();
  await dialog.getByLabel("Match").selectOption("WHOLE_WORD");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create Response" }).click();
  await expectSuccess(page, "Keyword response created successfully");
  await expect(rowOf(page, "GUIDE")).toContainText("Brand audit in one afternoon");
  await expect(rowOf(page, "GUIDE")).toContainText("Active");

  // The same to a reader is the same keyword; a longer one is told of and wins.
  await page.getByRole("button", { name: "Add Response" }).click();
  await dialog.getByLabel("Trigger Keyword").fill("guide!");
  await expect(dialog.getByText("“GUIDE” already has a response on this account.")).toBeVisible();
  await dialog.getByLabel("Auto Response Message").fill("Another");
  await dialog.getByRole("button", { name: "Create Response" }).click();
  await expect(dialog.getByText("This account already has a response to this keyword")).toBeVisible();
  await expect(dialog.getByLabel("Trigger Keyword")).toBeFocused();
  await dialog.getByLabel("Trigger Keyword").fill("free guide");
  await expect(dialog.getByText("A message with “free guide” and “GUIDE” gets this response.")).toBeVisible();
  await dialog.getByRole("button", { name: "Create Response" }).click();
  await expect(rowOf(page, "free guide")).toBeVisible();

  await page.getByRole("switch", { name: "Active: free guide" }).click();
  await expectSuccess(page, "Response status updated successfully");
  await expect(rowOf(page, "free guide")).toContainText("Inactive");
  await page.getByRole("button", { name: "Try it" }).click();
  await page.getByLabel("A fan writes").fill("your FREE guide?");
  await expect(page.getByText("Answered, for “GUIDE” (whole word).")).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Edit free guide" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Response" });
  await expect(edit.getByLabel("Auto Response Message")).toHaveValue("Another");
  await edit.getByLabel("Auto Response Message").fill("A better one");
  await edit.getByRole("button", { name: "Save Changes" }).click();
  await expectSuccess(page, "Keyword response updated successfully");
  await expect(rowOf(page, "free guide")).toContainText("A better one");
  await expectAccessible(page);

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  expect(await readFile(await (await download).path(), "utf8")).toContain('"free guide",');

  await page.getByRole("button", { name: "Delete free guide" }).click();
  await expectSuccess(page, "Keyword response deleted successfully");
  await expect(rowOf(page, "free guide")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rowOf(page, "free guide")).toContainText("A better one");
  await page.getByRole("button", { name: "Delete free guide" }).click();
  await expect(rowOf(page, "free guide")).toHaveCount(0);
  await expect(rowOf(page, "GUIDE")).toHaveCount(1);
});

test("one word gets another reply under each reel, and its fans are listed beside it @phone", async ({
  page,
}) => {
  test.slow();
  await signInAsNewCreator(page);
  const account = { platform: "INSTAGRAM", demo: true, username: "ada.makes" };
  const connected = await page.request.post("/api/social-accounts", { data: account });
  const { id: accountId } = (await connected.json()) as { id: string };
  await page.goto("/social?tab=responses");
  const dialog = page.getByRole("dialog", { name: "Add Response" });
  const add = async (keyword: string, reel: string, message: string) => {
    await page
      .getByRole("button", { name: /^(Add Response|Create Your First Response)$/ })
      .last()
      .click();
    await dialog.getByLabel("Trigger Keyword").fill(keyword);
    await dialog.getByLabel("Auto Response Message").fill(message);
    await dialog.getByLabel("Posts").selectOption("one");
    await dialog.getByRole("combobox", { name: "Post", exact: true }).fill(reel);
    await dialog.getByLabel("Public replies").fill("Look in your DMs!");
    await dialog.getByLabel("Add to list").fill("Reel fans");
    await dialog.getByRole("button", { name: "Create Response" }).click();
    await expect(dialog).toBeHidden();
  };
  await add("LINK", "reel-1", "The first one");
  await add("LINK", "reel-2", "The second one");
  await expect(rowOf(page, "Post reel-2")).toContainText("Adds to Reel fans");

  await page.getByRole("button", { name: "Add Response" }).click();
  await dialog.getByLabel("Trigger Keyword").fill("C++");
  await expect(dialog.getByText("“C++” is read as: c")).toBeVisible();
  await dialog.getByLabel("A fan writes").fill("link");
  await dialog.getByLabel("As a").selectOption("COMMENT");
  await expect(dialog.getByText("No keyword or rule answers this.")).toBeVisible();
  await dialog.getByLabel("Under post").fill("reel-1");
  await expect(dialog.getByText("Another response answers, for “LINK” (whole word).")).toBeVisible();

  for (const postId of ["reel-1", "reel-2"]) {
    const comment = { kind: "COMMENT", text: "link 🙏", username: "fan", postId };
    expect(
      (await page.request.post(`/api/social-accounts/${accountId}/simulate`, { data: comment })).status(),
    ).toBe(202);
  }
  await page.goto("/social?tab=conversations&view=activity");
  await expect(page.getByText("Added to Reel fans")).toHaveCount(2);
});
