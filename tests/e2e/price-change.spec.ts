import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { card, completePurchase, fillCheckout } from "./support/checkout.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";
import { openOwnShop } from "./support/own-shop.ts";

openOwnShop(23);

const toldOne = "Product updated successfully. A mail about the new price goes to 1 member.";

async function passDays(page: Page, days: number) {
  const answer = await page.request.post("/api/dev/clock", { data: { advanceMinutes: days * 24 * 60 } });
  expect(answer.status()).toBe(200);
}

async function edit(page: Page) {
  await page.goto("/admin?tab=products");
  await page.getByRole("button", { name: "More actions: The Price Club", exact: true }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
}

test("members are told of a dearer month, see it, and are charged it a month later; a withdrawn one they never are @any-width", async ({
  page,
  browser,
  baseURL,
}) => {
  const { handle } = await signInAsNewCreator(page);
  const made = await page.request.post("/api/products", {
    data: {
      title: "The Price Club",
      slug: `price-${handle.replaceAll("_", "-")}`,
      type: "MEMBERSHIP",
      billingInterval: "MONTH",
      priceCents: 900,
    },
  });
  expect(made.status(), await made.text()).toBe(201);
  const { id } = (await made.json()) as { id: string };
  const member = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage();
  await member.goto(`/checkout/${id}`);
  const email = newAddress("price");
  await fillCheckout(member, { email, name: "Pia Price", card: card.good });
  await completePurchase(member);
  await expect(member.getByText("$9.00 / month")).toBeVisible({ timeout: 30_000 });
  const membershipPage = member.url();
  await passDays(page, 3);

  await edit(page);
  await expect(page.getByText("Who pays")).toHaveCount(0);
  await page.getByLabel(/^Price/).fill("12");
  await expect(page.getByRole("radio", { name: "New members only" })).toBeChecked();
  await expect(page.getByText("One member keeps the price they have.")).toBeVisible();
  await page.getByRole("radio", { name: "Also the present member, after notice" }).check();
  await expect(page.getByText(/the earliest: \w+ \d+, \d{4}|the earliest: \d+ \w+ \d{4}/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText(toldOne, { exact: true })).toBeVisible();

  const told = await mailTo(page.request, email, /^New price: The Price Club/);
  expect(told.text).toMatch(/From .+ \d{4} you pay \$12\.00 a month instead of \$9\.00/);
  await member.goto(membershipPage);
  const coming = member.getByText(/^From .+ \d{4}: \$12\.00 a month$/);
  await expect(coming).toBeVisible();
  await expect(member.getByText(/Your next payment of \$9\.00/)).toBeVisible();
  await expectAccessible(member);

  await edit(page);
  const announced = page.getByRole("region", { name: "Announced price of a month" });
  await expect(announced.getByText(/1 member was told, nobody pays it yet/)).toBeVisible();
  await announced.getByRole("button", { name: "Withdraw it" }).click();
  await expectAccessible(page);
  await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw it" }).click();
  await expect(announced).toHaveCount(0);
  const stays = await mailTo(page.request, email, /^Your price stays: The Price Club/);
  expect(stays.text).toContain("you go on paying $9.00");
  await member.reload();
  await expect(member.getByText(/Your next payment of \$9\.00/)).toBeVisible();
  await expect(coming).toHaveCount(0);

  // It is asked again, without a new price: they still pay another one.
  await page.getByRole("radio", { name: "Also the present member, after notice" }).check();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText(toldOne, { exact: true }).last()).toBeVisible();
  await expect(async () => {
    await member.reload();
    await expect(coming).toBeVisible({ timeout: 2_000 });
  }).toPass();

  await passDays(page, 30);
  const first = await mailTo(page.request, email, /^Renewed: The Price Club/);
  expect(first.text).toContain("The next payment of $12.00, the new price that we told you of, is due on");
  const receipt = /http\S+manage=membership\S*/.exec(first.text)?.[0] ?? "";
  await member.goto("about:blank");
  await member.goto(receipt);
  await expect(async () => {
    await member.reload();
    await expect(member.getByText(/Your next payment of \$12\.00/)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await passDays(page, 31);
  await expect(async () => {
    await member.reload();
    await expect(member.getByText("$12.00 / month")).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(async () => {
    const renewed = await mailTo(page.request, email, /^Renewed: The Price Club/);
    expect(renewed.text).toContain("The Price Club: $12.00");
  }).toPass();
});
