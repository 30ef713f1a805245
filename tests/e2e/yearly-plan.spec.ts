import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { card, completePurchase, fillCheckout } from "./support/checkout.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";
import { signInAsNewCreator } from "./support/creator.ts";

/** A new creator's membership at $15 a month or $150 a year, and their handle. */
async function openClub(page: Page) {
  const { handle } = await signInAsNewCreator(page);
  const made = await page.request.post("/api/products", {
    data: {
      title: "The Night Club",
      slug: `night-${handle.replaceAll("_", "-")}`,
      type: "MEMBERSHIP",
      billingInterval: "MONTH",
      priceCents: 1_500,
      yearlyPriceCents: 15_000,
      benefits: ["A new mix every week", "Live questions each month"],
    },
  });
  expect(made.status(), await made.text()).toBe(201);
  const { id } = (await made.json()) as { id: string };
  return { id, handle };
}

test("a member chooses the year, which is priced at once, outlives a reload, and is what is charged and named @phone", async ({
  page,
  browser,
}) => {
  const { id, handle } = await openClub(page);
  await page.goto(`/u/${handle}`);
  await expect(page.getByText("or $150.00/year")).toBeVisible();

  const buyer = await (await browser.newContext()).newPage();
  await buyer.goto(`/checkout/${id}`);
  const yearly = buyer.getByRole("radio", { name: /Yearly/ });
  await expect(buyer.getByRole("radio", { name: /Monthly/ })).toBeChecked();
  await expect(buyer.getByText("Save 16 %")).toBeVisible();
  await expect(buyer.locator("form").getByText(/renews at \$15\.00 every month/)).toBeVisible();
  await expectAccessible(buyer);
  // Before any email, and by keys.
  await buyer.getByRole("radio", { name: /Monthly/ }).focus();
  const kept = buyer.waitForResponse((answer) => answer.url().endsWith("/draft") && answer.ok());
  await buyer.keyboard.press("ArrowRight");
  await expect(yearly).toBeChecked();
  await expect(buyer.locator("form").getByText(/renews at \$150\.00 every year/)).toBeVisible();
  await expect(buyer.getByText("$150.00", { exact: true }).filter({ visible: true }).first()).toBeVisible();
  await kept;
  await buyer.reload();
  await expect(yearly).toBeChecked();

  const email = newAddress("yearly");
  await fillCheckout(buyer, { email, name: "Yara Yearly", card: card.good });
  await completePurchase(buyer);
  await expect(buyer.getByRole("heading", { name: "Your membership" })).toBeVisible();
  await expect(buyer.getByText("$150.00 / year")).toBeVisible();
  await expect(buyer.getByText("A new mix every week")).toBeVisible();
  const receipt = await mailTo(page.request, email, /The Night Club/);
  expect(receipt.text).toContain("$150.00");
});

test("a monthly member sees to the cent what the year costs now, is refused politely, and moves @any-width", async ({
  page,
  browser,
}) => {
  const { id } = await openClub(page);
  const member = await (await browser.newContext()).newPage();
  await member.goto(`/checkout/${id}`);
  const email = newAddress("mover");
  // Pays once, and is declined when it is charged again.
  await fillCheckout(member, { email, name: "Mo Mover", card: "4000000000000341" });
  await completePurchase(member);
  await expect(member.getByText("$15.00 / month")).toBeVisible();

  await member.getByRole("button", { name: "Switch to yearly" }).click();
  const dialog = member.getByRole("dialog", { name: "Switch to yearly" });
  await expect(dialog.getByText("Charged now")).toBeVisible();
  // The month has just begun, so nearly all of it is credited.
  await expect(dialog.getByText("−$15.00")).toBeVisible();
  await expect(
    dialog.getByText(/charged this now and \$150\.00 every year from then on, until you cancel/),
  ).toBeVisible();
  await expectAccessible(member);
  await dialog.getByRole("button", { name: "Pay $135.00" }).click();
  await expect(dialog.getByText(/Nothing was charged, and your membership is as it was/)).toBeVisible();
  await expectAccessible(member);
  await dialog.getByRole("button", { name: "Change card" }).click();
  await member.getByLabel("Card number").fill(card.good);
  await member.getByLabel("Expiration date").fill("12/49");
  await member.getByLabel("Security code").fill("123");
  await member.getByRole("button", { name: "Save card" }).click();
  await expect(member.getByText("Visa ending in 4242")).toBeVisible();

  await member.getByRole("button", { name: "Switch to yearly" }).click();
  await dialog.getByRole("button", { name: /^Pay \$135\.0/ }).click();
  await expect(member.getByText("$150.00 / year")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const told = await mailTo(page.request, email, /^Now yearly: The Night Club/);
  expect(told.text).toContain("$150.00 a year from now on");
});

test("a yearly member sees to the day what comes after the year, takes it back, and chooses it again @any-width", async ({
  page,
  browser,
}) => {
  const { id } = await openClub(page);
  const member = await (await browser.newContext()).newPage();
  await member.goto(`/checkout/${id}`);
  await member.getByRole("radio", { name: /Yearly/ }).check();
  const email = newAddress("later");
  await fillCheckout(member, { email, name: "Lea Later", card: card.good });
  await completePurchase(member);
  await expect(member.getByText("$150.00 / year")).toBeVisible();

  const toMonthly = member.getByRole("button", { name: "Switch to monthly", exact: true });
  await toMonthly.click();
  const dialog = member.getByRole("dialog", { name: "Switch to monthly" });
  await expect(
    dialog.getByText(/^From .+ \d{4} you pay \$15\.00 a month\. Nothing is charged today/),
  ).toBeVisible();
  await expectAccessible(member);
  await dialog.getByRole("button", { name: "Switch to monthly" }).click();
  const noted = member.getByText(/^From .+ \d{4} you pay \$15\.00 a month\. Nothing is charged before\.$/);
  await expect(noted).toBeVisible();
  const told = await mailTo(page.request, email, /^Monthly soon: The Night Club/);
  expect(told.text).toMatch(/From .+ \d{4} you pay \$15\.00 a month/);

  await member.getByRole("button", { name: "Stay yearly" }).click();
  await expect(member.getByText(/Your next payment of \$150\.00 is on/)).toBeVisible();
  await toMonthly.click();
  await dialog.getByRole("button", { name: "Switch to monthly" }).click();
  await member.reload();
  await expect(noted).toBeVisible();
  await expectAccessible(member);

  await page.goto("/admin?tab=customers&view=customers");
  await expect(
    page.getByText("The Night Club: active, then monthly").filter({ visible: true }).first(),
  ).toBeVisible();
});
