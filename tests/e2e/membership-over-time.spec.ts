import { devices, expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { card, completePurchase, fillCheckout } from "./support/checkout.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";
import { openOwnShop } from "./support/own-shop.ts";

openOwnShop(11);

async function passDays(page: Page, days: number) {
  const answer = await page.request.post("/api/dev/clock", { data: { advanceMinutes: days * 24 * 60 } });
  expect(answer.status()).toBe(200);
}

/** A new creator's membership with a trial of a week, made in the form; its id. */
async function openClub(page: Page) {
  const { handle } = await signInAsNewCreator(page);
  const slug = `trial-${handle.replaceAll("_", "-")}`;
  const made = await page.request.post("/api/products", {
    data: { title: "The Trial Club", slug, type: "MEMBERSHIP", billingInterval: "MONTH", priceCents: 1_900 },
  });
  expect(made.status(), await made.text()).toBe(201);
  const { id } = (await made.json()) as { id: string };
  await page.goto("/admin?tab=products");
  await page.getByRole("button", { name: "More actions: The Trial Club", exact: true }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  return { id, handle, slug };
}

test("a trial is set, begun on a phone with a card, charged when its week is over, and had once @any-width", async ({
  page,
  browser,
  baseURL,
}) => {
  const { id, handle } = await openClub(page);
  const days = page.getByLabel(/Free trial \(days\)/);
  await days.fill("seven");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Enter a whole number such as 30")).toBeVisible();
  await days.fill("7");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Product updated successfully", { exact: true })).toBeVisible();
  await page.goto(`/u/${handle}`);
  await expect(page.getByText("7 days free", { exact: true })).toBeVisible();

  const phone = await browser.newContext({
    ...devices["Pixel 7"],
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1,
    ...(baseURL && { baseURL }),
  });
  const buyer = await phone.newPage();
  await buyer.goto(`/checkout/${id}`);
  await expect(
    buyer.locator("form").getByText(/^7 days free\. On .* your card is charged \$19\.00/),
  ).toBeVisible();
  await expectAccessible(buyer);
  const email = newAddress("trial");
  await fillCheckout(buyer, { email, name: "Tia Trial", card: card.good });
  await buyer.getByRole("button", { name: "Start Free Trial" }).click();
  await expect(buyer.getByRole("heading", { name: "Your membership" })).toBeVisible();
  await expect(buyer.getByText(/^Your free trial ends on .*: then \$19\.00 is charged/)).toBeVisible();
  await expect(buyer.getByRole("button", { name: "Pause" })).toHaveCount(0);
  await expectAccessible(buyer);
  const begun = await mailTo(page.request, email, /^Your free trial from .*The Trial Club/);
  expect(begun.text).toContain("Cancel before then and pay nothing");

  await page.goto("/admin?tab=customers&view=customers");
  await expect(
    page
      .getByText(/The Trial Club: trial until/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();

  // The same mailbox from another browser: no second trial begins, and a second membership is refunded at once.
  const again = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage();
  await again.goto(`/checkout/${id}`);
  await fillCheckout(again, { email: email.replace("@", "+again@"), name: "Tia Again", card: card.good });
  await again.getByRole("button", { name: "Start Free Trial" }).click();
  await expect(
    again.getByText(/^This email address already has this membership\. Nothing was charged/),
  ).toBeVisible();
  await expectAccessible(again);
  await fillCheckout(again, { email: email.replace("@", "+again@"), name: "Tia Again", card: card.good });
  await again.getByRole("button", { name: /^Complete Purchase/ }).click();
  const refunded = again.getByText(
    /^This email address already has this membership, so your payment was refunded/,
  );
  await expect(refunded).toBeVisible();
  await expect(again.getByText("Your card was declined")).toHaveCount(0);
  await expectAccessible(again);
  const first = await mailTo(page.request, email, /^You're already a member: The Trial Club/);
  await again.goto("about:blank");
  await again.goto(/https?:\/\/\S+#rt=[A-Za-z0-9_-]+/.exec(first.text)?.[0] ?? "");
  await expect(again.getByRole("heading", { name: "Your membership" })).toBeVisible();
  // The browser that joined is told before it pays.
  await buyer.goto(`/checkout/${id}`);
  await buyer.getByLabel("Email Address").fill(email);
  await buyer.getByLabel("Full Name").focus();
  await expect(buyer.getByText("You're already a member. There's nothing more to pay.")).toBeVisible();
  await expect(buyer.getByRole("link", { name: "Manage your membership" })).toBeVisible();
  await expectAccessible(buyer);

  await passDays(page, 6);
  const ahead = await mailTo(page.request, email, /^Your free trial ends soon: The Trial Club/);
  expect(ahead.text).toContain("$19.00 a month is charged to Visa ending in 4242");
  await passDays(page, 2);
  const paid = await mailTo(page.request, email, /^Your membership: The Trial Club/);
  expect(paid.text).toContain("Your free trial is over");
  expect(paid.text).toContain("$19.00");
});

test("a bank that asks before it lets the card be kept leads back to the trial, and to its checkout where it refuses @any-width", async ({
  page,
  browser,
  baseURL,
}) => {
  const { id } = await openClub(page);
  await page.getByLabel(/Free trial \(days\)/).fill("7");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Product updated successfully", { exact: true })).toBeVisible();

  const buyer = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage();
  await buyer.goto(`/checkout/${id}`);
  const email = newAddress("bank");
  await fillCheckout(buyer, { email, name: "Bea Bank", card: card.asksForAuthentication });
  await buyer.getByRole("button", { name: "Start Free Trial" }).click();
  const fails = buyer.getByRole("button", { name: /^Fail/ });
  await expect(fails).toBeVisible();
  await expectAccessible(buyer);
  await fails.click();
  await expect(buyer.getByText("Payment Issue", { exact: true })).toBeVisible();
  expect(buyer.url()).not.toContain("secret");

  // The form is as it was, but for the card.
  await buyer.goto(`/checkout/${id}`);
  await expect(buyer.getByLabel("Email Address")).toHaveValue(email);
  await fillCheckout(buyer, { email, name: "Bea Bank", card: card.asksForAuthentication });
  await buyer.getByRole("button", { name: "Start Free Trial" }).click();
  const returned = buyer.waitForRequest((request) => request.url().includes("setup_intent="));
  await buyer.getByRole("button", { name: /^Complete/ }).click();
  expect((await returned).url()).toContain("setup_intent_client_secret=");
  await expect(buyer.getByText(/^Your free trial ends on .*: then \$19\.00 is charged/)).toBeVisible();
  expect(buyer.url()).not.toContain("secret");
  await buyer.reload();
  await expect(buyer.getByRole("heading", { name: "Your membership" })).toBeVisible();
  const begun = await mailTo(page.request, email, /^Your free trial from .*The Trial Club/);
  expect(begun.text).toContain("Cancel before then and pay nothing");
});

const toldOne = "Product updated successfully. A mail about the new price goes to 1 member.";

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
  await expect(member.getByText("$9.00 / month")).toBeVisible();
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
    await expect(coming).toBeVisible({ timeout: 10_000 });
  }).toPass();

  await passDays(page, 30);
  const first = await mailTo(page.request, email, /^Renewed: The Price Club/);
  expect(first.text).toContain("The next payment of $12.00, the new price that we told you of, is due on");
  const receipt = /http\S+manage=membership\S*/.exec(first.text)?.[0] ?? "";
  await member.goto("about:blank");
  await member.goto(receipt);
  await expect(async () => {
    await member.reload();
    await expect(member.getByText(/Your next payment of \$12\.00/)).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await passDays(page, 31);
  await expect(async () => {
    await member.reload();
    await expect(member.getByText("$12.00 / month")).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await expect(async () => {
    const renewed = await mailTo(page.request, email, /^Renewed: The Price Club/);
    expect(renewed.text).toContain("The Price Club: $12.00");
  }).toPass();
});
