import { expect, test } from "@playwright/test";
import { signInAsDemo, signInAsNewCreator } from "./support/creator.ts";

// The demo creator runs the installation of a laptop.
test("an operator suspends a store, whose page says so at once, and reinstates it @any-width", async ({
  page,
  browser,
}) => {
  const visitor = await (await browser.newContext()).newPage();
  const { handle } = await signInAsNewCreator(visitor);
  await visitor.context().clearCookies();
  await signInAsDemo(page);
  await page.goto("/operator");
  await page.getByRole("searchbox", { name: "Search creators" }).fill(handle);
  await page.getByRole("button", { name: `Suspend @${handle}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Suspend this store" }).click();
  await expect(dialog.getByText("Say why, in the words that its creator reads")).toBeVisible();
  await dialog.getByLabel("Reason").fill("Buyers say that they got nothing.");
  await dialog.getByRole("button", { name: "Suspend this store" }).click();
  // The words alone also stand where they were typed, before anything was sent.
  await expect(page.getByRole("button", { name: `Reinstate @${handle}` })).toBeVisible();
  await expect(page.getByText("Buyers say that they got nothing.")).toBeVisible();

  await visitor.goto(`/u/${handle}`);
  await expect(visitor.getByRole("heading", { name: "This store is suspended" })).toBeVisible();

  await page.getByRole("button", { name: `Reinstate @${handle}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Reinstate" }).click();
  await expect(page.getByRole("button", { name: `Suspend @${handle}` })).toBeVisible();
  await visitor.goto(`/u/${handle}`);
  await expect(visitor.getByRole("heading", { name: "This store is suspended" })).toHaveCount(0);
  await visitor.context().close();
  await page.getByRole("tab", { name: "Log" }).click();
  await expect(page.getByText(`reinstated @${handle}`)).toBeVisible();
});

test("a creator whose name is replaced in emails asks for a review, and an operator approves it @any-width", async ({
  page,
  browser,
}) => {
  const creator = await (await browser.newContext()).newPage();
  const { handle } = await signInAsNewCreator(creator);
  await creator.goto("/account");
  // Said while it is typed, before anything is saved.
  await creator.getByLabel("First Name").fill("Chase");
  await creator.getByLabel("Last Name").fill("Support");
  await expect(creator.getByText(`Emails to your buyers come from ${handle}`)).toBeVisible();
  await expect(creator.getByText("save it and ask whoever runs this site")).toBeVisible();
  await creator.getByRole("button", { name: "Save profile" }).click();
  await creator.getByRole("button", { name: "Ask for a review" }).click();
  const dialog = creator.getByRole("dialog");
  await dialog.getByRole("button", { name: "Send request" }).click();
  await expect(dialog.getByText("Tell the operator why this is your name")).toBeVisible();
  const note = `Support is my family's name. ${handle}`;
  await dialog.getByLabel("Note").fill(note);
  await dialog.getByRole("button", { name: "Send request" }).click();
  await expect(creator.getByText("You asked for a review on")).toBeVisible();

  await signInAsDemo(page);
  await page.goto("/operator?view=names");
  const row = page.getByRole("listitem").filter({ hasText: note });
  await row.getByRole("button", { name: "Decline" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Decline this name" }).click();
  await expect(page.getByText("Say why, in the words that the creator reads")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await row.getByRole("button", { name: "Approve" }).click();
  await expect(row).toHaveCount(0);
  await page.getByLabel("State").selectOption("Decided");
  await expect(row.getByText("Approved")).toBeVisible();

  await creator.reload();
  await expect(creator.getByLabel("Last Name")).toHaveValue("Support");
  await expect(creator.getByText("Emails to your buyers come from")).toHaveCount(0);
  await creator.context().close();
});
