import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { demoProductNamed } from "./support/checkout.ts";

test("a mistyped domain at checkout is asked about, taken with one press, and stops nobody @any-width", async ({
  page,
}) => {
  const product = await demoProductNamed(page, "portfolio-review");
  await page.goto(`/checkout/${product.id}`);
  const email = page.getByLabel("Email Address");
  await email.fill("Ada.Typo@gmial.com");
  await page.getByLabel("Full Name").fill("Ada Buyer");
  await expect(page.getByText("Did you mean gmail.com?")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Complete Purchase - \$/ })).toBeEnabled();
  await expectAccessible(page);
  const asked = page.waitForRequest(/create-payment-intent$/);
  await page.getByRole("button", { name: "Use gmail.com" }).click();
  await expect(email).toHaveValue("Ada.Typo@gmail.com");
  expect((await asked).postDataJSON()).toMatchObject({ customerEmail: "Ada.Typo@gmail.com" });
  await expect(page.getByText("Did you mean gmail.com?")).toBeHidden();
});

test("whoever keeps a domain is not asked about it again, and a right one is never doubted @any-width", async ({
  page,
}) => {
  const product = await demoProductNamed(page, "portfolio-review");
  await page.goto(`/checkout/${product.id}`);
  const email = page.getByLabel("Email Address");
  await email.fill("ada@outlok.com");
  await email.blur();
  await page.getByRole("button", { name: "Keep outlok.com" }).click();
  await expect(page.getByText("Did you mean")).toBeHidden();
  await email.fill("grace@outlok.com");
  await email.blur();
  await page.waitForTimeout(1_000);
  await expect(page.getByText("Did you mean")).toBeHidden();
  await email.fill("grace@hey.com");
  await email.blur();
  await page.waitForTimeout(1_000);
  await expect(page.getByText("Did you mean")).toBeHidden();
});

test("at the members' entrance a code that went to a mistyped address can be asked for again @any-width", async ({
  page,
}) => {
  await page.goto("/members");
  await page.getByLabel("Email Address").fill("ada@yaho.com");
  await page.getByRole("button", { name: "Send Verification Code" }).click();
  await expect(page.getByLabel("6-Digit Code")).toBeVisible();
  await page.getByRole("button", { name: "Use yahoo.com" }).click();
  await expect(page.getByLabel("Email Address")).toHaveValue("ada@yahoo.com");
});
