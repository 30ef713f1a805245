import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { card, completePurchase, fillCheckout } from "./support/checkout.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";
import { openOwnShop } from "./support/own-shop.ts";

openOwnShop(14);

const planCard = (page: Page, name: string) =>
  page
    .getByRole("region", { name: "Plans" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });

test("a creator meets a limit, pays for Pro, goes on where they were, moves to Enterprise and cancels @any-width", async ({
  page,
}) => {
  // Sent on to somebody who is not signed in, a plan's address says so, and brings them back.
  const [pro] = (await (await page.request.get("/api/plans")).json()) as { productId: string }[];
  await page.goto(`/checkout/${pro?.productId}`);
  await expect(page.getByRole("heading", { name: "Sign in to choose a plan" })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole("link", { name: "Sign in" })).toHaveAttribute(
    "href",
    `/api/login?returnTo=${encodeURIComponent(`/checkout/${pro?.productId}`)}`,
  );
  await signInAsNewCreator(page);
  await page.goto("/");
  const label = page.getByRole("link", { name: /^Free Plan/ });
  await expect(label).toHaveText(/Trial: 14 days left/);
  await label.click();
  await expect(page.getByRole("heading", { name: "Your plan: Starter" })).toBeVisible();
  await expect(page.getByText(/Your free trial of Pro ends on/)).toBeVisible();
  await expectAccessible(page);

  // Two weeks later the second product is one too many.
  await passDays(page, 12);
  await page.reload();
  await expect(page.getByRole("link", { name: /^Free Plan/ })).toHaveText(/Trial: 2 days left/);
  const first = { title: "First one", slug: `first-${crypto.randomUUID().slice(0, 8)}`, priceCents: 2_000 };
  const made = await page.request.post("/api/products", { data: { type: "SERVICE", ...first } });
  expect(made.status(), await made.text()).toBe(201);
  await passDays(page, 3);
  await page.goto("/admin?tab=products&product=new");
  const dialog = page.getByRole("dialog", { name: "Add Product" });
  await addService(page, "Second one");
  await expect(dialog.getByRole("alert")).toContainText(
    "The Starter plan has 1 active product, and you have 1. Pro ($29.00 a month) has no limit.",
  );
  // The way to the plans does not ask as closing does, since what was typed is kept.
  await dialog.getByRole("link", { name: "See the plans" }).click();

  await expect(planCard(page, "Starter").getByText("Your plan")).toBeVisible();
  await planCard(page, "Pro").getByRole("link", { name: "Get Pro" }).click();
  const email = newAddress("office");
  await fillCheckout(page, { email, name: "Ona Office", card: card.good });
  await completePurchase(page);
  await page.getByRole("link", { name: "Go on where you were" }).click();

  // What was typed is there, and fits now.
  await expect(dialog.getByLabel("Title")).toHaveValue("Second one");
  await dialog.getByRole("button", { name: "Create Product" }).click();
  await expect(dialog).toBeHidden();
  await mailTo(page.request, email, /Openstall Pro/);

  await page.getByRole("link", { name: "Pro", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Your plan: Pro" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Receipts" }).getByText("$29.00")).toBeVisible();
  await planCard(page, "Enterprise").getByRole("button", { name: "Switch to Enterprise" }).click();
  const move = page.getByRole("dialog", { name: "Switch to Openstall Enterprise" });
  await expect(move.getByText("Less what is left of your paid time")).toBeVisible();
  await expectAccessible(page);
  await move.getByRole("button", { name: /^Pay \$70\.\d\d$/ }).click();
  await expect(page.getByRole("heading", { name: "Your plan: Enterprise" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Enterprise", exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Cancel membership" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel membership" }).click();
  await expect(page.getByText(/^You cancelled\. Everything stays open until/)).toBeVisible();
  await page.getByRole("button", { name: "Keep my membership" }).click();
  await expect(page.getByText(/^Your next payment of \$99\.00 is on/)).toBeVisible();
  await expectAccessible(page);
});

async function passDays(page: Page, days: number) {
  const answer = await page.request.post("/api/dev/clock", { data: { advanceMinutes: days * 24 * 60 } });
  expect(answer.status()).toBe(200);
}

/** Fills in the least that a service needs, and sends it. */
async function addService(page: Page, title: string) {
  const dialog = page.getByRole("dialog", { name: "Add Product" });
  await dialog.getByText("Service", { exact: true }).click();
  await dialog.getByLabel("Title").fill(title);
  await dialog.getByLabel("Price", { exact: true }).fill("20");
  await dialog.getByRole("button", { name: "Create Product" }).click();
}
