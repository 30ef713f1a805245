import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";

test("an affiliate reads who invited them, sees what they have and no store, and can open one later", async ({
  page,
  browser,
}) => {
  test.slow();
  await signInAsNewCreator(page, { firstName: "Nora" });
  const email = newAddress("kim");
  const code = `KIM-${crypto.randomUUID().slice(0, 8)}`;
  const made = await page.request.post("/api/affiliate-links", {
    data: { code, affiliateName: "Kim", affiliateEmail: email },
  });
  expect(made.status()).toBe(201);
  const { text } = await mailTo(page.request, email, /affiliate of Nora/);
  const link = new URL(/https?:\S+\/sign-in\S+/.exec(text)?.[0] ?? "");

  const viewport = page.viewportSize();
  const context = await browser.newContext({ ...(viewport && { viewport }) });
  const kim = await context.newPage();
  await kim.goto(link.pathname + link.search);
  await expect(kim.getByText("Nora made you an affiliate.")).toBeVisible();
  await expect(kim.getByText(/opens your store/)).toHaveCount(0);
  await expectAccessible(kim);
  await kim.waitForLoadState("networkidle");
  await kim.getByLabel("Email Address").fill(email);
  await kim.getByRole("button", { name: "Email me a code" }).click();
  await expect(kim.getByRole("heading", { name: "Check your email" })).toBeVisible();
  const { text: codeText } = await mailTo(kim.request, email, /sign-in code/);
  await kim.getByLabel("Code from the email").fill(/\b\d{6}\b/.exec(codeText)?.[0] ?? "");

  // They land on what they have: links, clicks, sales and payouts.
  await expect(kim).toHaveURL("/affiliate");
  await expect(kim.getByRole("list", { name: "Your links" })).toContainText("0 clicks · 0 sales");
  await expect(kim.getByText(/Trial:|Free Plan/)).toHaveCount(0);
  await expectAccessible(kim);
  await kim.goto("/");
  await expect(kim).toHaveURL("/affiliate");

  // The seller's pages say that there is no store, and so does nothing else.
  await kim.goto("/admin");
  await expect(kim.getByRole("heading", { name: "You don't have a store yet" })).toBeVisible();
  await expectAccessible(kim);
  await kim.goto("/account");
  await expect(kim.getByLabel("Handle")).toHaveCount(0);
  await expect(kim.getByRole("heading", { name: "Want a store of your own?" })).toBeVisible();
  await expectAccessible(kim);
  await kim.getByRole("button", { name: "Open my store" }).click();
  await expect(kim).toHaveURL("/welcome");
  await kim.getByLabel("First Name").fill("Kim");
  await kim.getByRole("button", { name: "Open my store" }).click();
  await expect(kim.getByRole("heading", { level: 1, name: "Welcome, Kim!" })).toBeVisible();
  await expect(kim.getByText("Trial: 14 days left").first()).toBeAttached();

  // The link of an invitation that was taken shows the ordinary page.
  const other = await (await browser.newContext()).newPage();
  await other.goto(link.pathname + link.search);
  await expect(other.getByText(/opens your store/)).toBeVisible();
  await expect(other.getByText("Nora made you an affiliate.")).toHaveCount(0);
});
