import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { buyByCall } from "./support/buy-by-call.ts";
import { signInAs, signInAsNewCreator } from "./support/creator.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";

test("the settings are pages with addresses, and whatever is looked for under another name is found @any-width", async ({
  page,
}, { project }) => {
  await signInAsNewCreator(page, { firstName: "Robin" });
  await page.goto("/admin?tab=settings");
  const pages = page.getByRole("tablist", { name: "Settings" });
  await expect(pages.getByRole("tab", { name: "Store" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByLabel("Refund policy")).toBeVisible();
  await expectAccessible(page);
  for (const [name, shown] of [
    ["Payouts", "Payment Settings"],
    ["Shipping", "Shipping"],
    ["Notifications", "Notifications"],
    ["Team", "Your team"],
    ["Security", "Signed-in browsers"],
    ["Data", "Export everything"],
  ] as const) {
    await pages.getByRole("tab", { name }).click();
    await expect(page).toHaveURL(`/admin?tab=settings&view=${name.toLowerCase()}`);
    await expect(page.getByRole("heading", { level: 2, name: shown })).toBeVisible();
  }
  await page.reload();
  await expect(page.getByRole("heading", { level: 2, name: "Export everything" })).toBeVisible();
  await expectAccessible(page);

  await pages.getByRole("tab", { name: "Security" }).click();
  const log = page.getByRole("list", { name: "What happened in your account" });
  await expect(log.getByText(/^Signed in on Chrome/)).toBeVisible();
  await expect(log.getByText(/became @shop_/)).toBeVisible();

  // A press that asks for the payments leads there, and reading goes on there.
  await pages.getByRole("tab", { name: "Store" }).click();
  await page.getByRole("button", { name: "Payment Settings" }).click();
  await expect(page.getByRole("heading", { name: "Payment Settings" })).toBeFocused();

  await page.goto("/admin?tab=payouts");
  await expect(page).toHaveURL("/admin?tab=settings&view=payouts");
  await page.goto("/admin?tab=nothing");
  await expect(page.getByText("This version has no page for “nothing”.", { exact: false })).toBeVisible();

  // Beside a wide page the sidebar says where somebody is.
  const main = page.getByRole("navigation", { name: "Main" });
  if (project.name === "desktop") {
    await main.getByRole("link", { name: "Payouts" }).click();
    await expect(main.getByRole("link", { name: "Payouts" })).toHaveAttribute("aria-current", "page");
    await expect(main.getByRole("link", { name: "Settings" })).not.toHaveAttribute("aria-current", "page");
  }

  // The provider's page leads back to what it was about.
  await page.goto("/admin?tab=settings&account=returned");
  await expect(page.getByRole("heading", { name: "Payment Settings" })).toBeVisible();
});

test("an owner adds a colleague who works on an order, sees no money anywhere, and is removed @any-width", async ({
  page,
  browser,
}) => {
  const { handle } = await signInAsNewCreator(page, { firstName: "Mina" });
  const made = await page.request.post("/api/products", {
    data: {
      title: "Glazing by hand",
      slug: `glaze-${handle.slice(5)}`,
      type: "SERVICE",
      priceCents: 73_100,
      active: true,
    },
  });
  expect(made.status(), await made.text()).toBe(201);
  const { id } = (await made.json()) as { id: string };
  const buyer = await browser.newContext();
  await buyByCall(buyer.request, id, newAddress("ida"));
  await buyer.close();

  await page.goto("/admin?tab=settings&view=team");
  await expect(page.getByText("Nobody yet: the store is yours alone.", { exact: false })).toBeVisible();
  const email = newAddress("sam");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("radio", { name: "Support" }).check();
  await page.getByRole("button", { name: "Send invitation" }).click();
  const team = page.getByRole("list", { name: "Your team" });
  await expect(team.getByText(email)).toBeVisible();
  await expectAccessible(page);

  // The mail leads to the invitation, for whoever signs in with the address that it went to.
  const { text } = await mailTo(page.request, email, /invites you to their team/);
  const context = await browser.newContext();
  const colleague = await context.newPage();
  await signInAs(colleague, email);
  await colleague.request.patch("/api/auth/user", { data: { firstName: "Sam", lastName: "Reed" } });
  const link = new URL(/https?:\S+\/sign-in\S+/.exec(text)?.[0] ?? "");
  await colleague.goto(link.pathname + link.search);
  await expect(colleague.getByRole("heading", { name: "Mina invites you to their team" })).toBeVisible();
  await expectAccessible(colleague);
  await colleague.getByRole("button", { name: "Join the team" }).click();
  await expect(colleague.getByRole("heading", { level: 1, name: `@${handle}` })).toBeVisible();
  await expectAccessible(colleague);

  // Where they work stands in the menu, and nothing else.
  const main = colleague.getByRole("navigation", { name: "Main" });
  await expect(main.getByRole("link", { name: "Orders" })).toBeVisible();
  for (const name of ["Analytics", "Payouts", "Products", "Coupons", "Design"])
    await expect(main.getByRole("link", { name })).toHaveCount(0);
  const amount = /731/;
  await expect(colleague.locator("body")).not.toContainText(amount);

  await main.getByRole("link", { name: "Orders" }).click();
  const order = colleague.getByRole("button", { name: /^Order of ida/ });
  await expect(order).toBeVisible();
  await expect(colleague.locator("#main")).not.toContainText(amount);
  await colleague.keyboard.press("Control+k");
  const search = colleague.getByRole("dialog", { name: "Search" });
  await expect(search.getByRole("option", { name: "Customers" })).toBeVisible();
  await expect(search.getByRole("option", { name: /Analytics|Payouts|coupon/ })).toHaveCount(0);
  await search.getByRole("combobox").fill("ida");
  await expect(search.getByRole("option", { name: /Glazing by hand/ })).toBeVisible();
  await expect(search).not.toContainText(amount);
  await colleague.keyboard.press("Escape");
  await order.click();
  await colleague.getByLabel("Note", { exact: true }).fill("Called her back");
  await colleague.getByRole("button", { name: "Add note" }).click();
  await expect(colleague.getByText("Note by Sam Reed")).toBeVisible();
  await expect(colleague.getByRole("button", { name: "Refund" })).toHaveCount(0);

  for (const address of ["/admin?tab=settings&view=payouts", "/design"]) {
    await colleague.goto(address);
    await expect(colleague.getByRole("heading", { name: "This is not part of your role" })).toBeVisible();
  }
  await expectAccessible(colleague);
  await colleague.goto("/admin?tab=customers");
  await expect(order).toBeVisible();

  await page.getByRole("tab", { name: "Security" }).click();
  await page.getByRole("tab", { name: "Team" }).click();
  await page.getByRole("button", { name: "Remove Sam Reed" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(team).toHaveCount(0);
  await page.getByRole("tab", { name: "Security" }).click();
  await expect(page.getByText("Write a note on the order's timeline")).toBeVisible();

  // The next press falls back to their own account, which has no store.
  await colleague.getByRole("tab", { name: "Customer List" }).click();
  await expect(colleague.getByRole("heading", { level: 1, name: "Teams" })).toBeVisible();
  await context.close();
});
