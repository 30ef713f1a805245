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
