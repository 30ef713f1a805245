import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { readZip } from "#tests/support/read-zip.ts";
import { expectAccessible } from "./support/axe.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { mailTo } from "./support/mailbox.ts";

test("a creator has everything exported, downloads it from their settings and reads it @phone", async ({
  page,
}) => {
  const { email, handle } = await signInAsNewCreator(page, { firstName: "Robin" });
  const product = await page.request.post("/api/products", {
    data: { title: "Night sky guide", slug: `night-${handle.slice(5)}`, type: "SERVICE", priceCents: 1_900 },
  });
  expect(product.status()).toBe(201);

  await page.goto("/admin?tab=settings");
  await page.getByRole("tablist", { name: "Settings" }).getByRole("tab", { name: "Data" }).click();
  await expect(page).toHaveURL("/admin?tab=settings&view=data");
  await expect(page.getByText("There are none yet.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Make my export" }).press("Enter");

  const button = page.getByRole("button", { name: /^Download \(/ });
  await expect(button).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("button", { name: "Make a new one" })).toBeVisible();
  await expectAccessible(page);
  const downloading = page.waitForEvent("download");
  await button.click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(
    new RegExp(`^${handle}-openstall-\\d{4}-\\d\\d-\\d\\d\\.zip$`),
  );
  const zip = await readZip(await readFile(await download.path()));
  expect(zip.get("README.txt")?.toString()).toContain("content/products.json");
  expect(zip.get("account/profile.json")?.toString()).toContain(email);
  expect(JSON.parse(zip.get("content/products.json")?.toString() ?? "")).toMatchObject([
    { title: "Night sky guide", priceCents: 1_900 },
  ]);

  const { text } = await mailTo(page.request, email, /^Your export is ready$/);
  expect(text).toContain("/admin?tab=settings&view=data");
});
