import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { card, completePurchase, demoProductNamed, fillCheckout } from "./support/checkout.ts";
import { mailsTo, newAddress } from "./support/mailbox.ts";

const bump = (page: Page) => page.getByRole("checkbox", { name: /Pricing Playbook/ });

/** A cart with an offer and a coupon, on its way to the bank. `before`: the press that leads there. */
async function goToBank(page: Page, before?: () => Promise<void>) {
  const course = await demoProductNamed(page, "brand-design-course");
  const email = newAddress("keeps");
  await page.goto(`/checkout/${course.id}`);
  await bump(page).check();
  await page.getByRole("button", { name: "Have a coupon code?" }).click();
  await page.getByLabel("Coupon code").fill("welcome10");
  await page.getByRole("button", { name: "Apply" }).click();
  await fillCheckout(page, { email, name: "Ada Buyer", card: card.asksForAuthentication });
  await expect(page.getByText("WELCOME10 is applied.")).toBeVisible();
  const button = page.getByRole("button", { name: /^Complete Purchase - \$/ });
  await expect(button).toBeEnabled();
  const total = (await button.textContent()) ?? "";
  await before?.();
  await button.click();
  await expect(page.getByRole("button", { name: /^Fail/ })).toBeVisible();
  return { email, total };
}

async function expectKept(page: Page, { email, total }: { email: string; total: string }) {
  await expect(page.getByRole("heading", { name: "Secure Checkout" })).toBeVisible();
  await expect(bump(page)).toBeChecked();
  await expect(page.getByText("WELCOME10 is applied.")).toBeVisible();
  await expect(page.getByLabel("Email Address")).toHaveValue(email);
  await expect(page.getByLabel("Full Name")).toHaveValue("Ada Buyer");
  await expect(page.getByRole("button", { name: total })).toBeEnabled();
}

/** What the server keeps for this browser, once it has heard of it. */
const expectDraft = (page: Page, productId: string, text: string) =>
  expect
    .poll(async () => (await page.request.get(`/api/checkout/${productId}/draft`)).text())
    .toContain(text);

/** Nothing of a card is in what is kept, in the browser or for it. */
async function expectNoCardKept(page: Page) {
  const course = await demoProductNamed(page, "brand-design-course");
  const draft = await (await page.request.get(`/api/checkout/${course.id}/draft`)).text();
  expect(draft).toContain("Ada Buyer");
  const kept = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
  expect((draft + kept).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "").replaceAll(/\D/g, " ")).not.toMatch(
    /4000|0031 ?84|12 ?40|\b123\b/,
  );
}

test("back from the bank and after a reload the cart is the same, without anything of the card, and is paid as it was seen @any-width", async ({
  page,
}) => {
  const seen = await goToBank(page);
  await page.goBack();
  await expectKept(page, seen);
  await expectNoCardKept(page);
  await page.reload();
  await expectKept(page, seen);
  await fillCheckout(page, { email: seen.email, name: "Ada Buyer", card: card.good });
  await completePurchase(page);
  await page.getByRole("button", { name: "Skip All" }).click();
  await expect(page.getByRole("heading", { name: "Order Bumps Added (1)" })).toBeVisible();
  await expect(page.getByText(seen.total.split(" - ")[1] ?? "").first()).toBeVisible();
});

test("a failed authentication buys nothing and leads to the same checkout, after a deploy meanwhile too @any-width", async ({
  page,
  request,
}) => {
  // Each page after the checkout is of a new build, whose files are there; those of the build before are gone.
  const seen = await goToBank(page, async () => {
    await page.waitForLoadState("networkidle");
    await page.route("**/assets/**", (route) =>
      new URL(route.request().frame().url()).pathname.startsWith("/checkout/")
        ? route.fulfill({ status: 404, contentType: "application/json", body: '{"code":"NOT_FOUND"}' })
        : route.fallback(),
    );
  });
  // From here on each page is of the new build.
  await page.unroute("**/assets/**");
  const addresses: string[] = [];
  page.on("framenavigated", (frame) => void addresses.push(frame.url()));
  await page.getByRole("button", { name: /^Fail/ }).click();
  await expect(page.getByText("Payment Issue", { exact: true })).toBeVisible();
  await expect(
    page.getByText("There was an issue with your payment. Please try again.", { exact: true }),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/checkout\//);
  expect(addresses.filter((address) => address.includes("redirect_status=succeeded"))).toEqual([]);
  expect(await mailsTo(request, seen.email)).toEqual([]);
  const returned = page.getByRole("region", { name: "Your payment" });
  await expect(returned.getByRole("alert")).toBeFocused();
  await expect(returned).toContainText("We are unable to authenticate");
  await expect(returned).toContainText("confirm with your bank, or use another card");
  for (const kept of [
    seen.email,
    "Ada Buyer",
    "The Pricing Playbook",
    "WELCOME10",
    seen.total.split(" - ")[1] ?? "",
  ])
    await expect(returned).toContainText(kept);
  await expectKept(page, seen);
  await expectAccessible(page);
  await fillCheckout(page, { email: seen.email, name: "Ada Buyer", card: card.good });
  await completePurchase(page);
  await page.getByRole("button", { name: "Skip All" }).click();
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Order Bumps Added (1)" })).toBeVisible();
});

test("a tab that crashed before any payment loses nothing: a new one has cart, email, name and address @any-width", async ({
  page,
  context,
}) => {
  const notebook = await demoProductNamed(page, "grid-notebook");
  await page.goto(`/checkout/${notebook.id}?code=welcome10`);
  await expect(page.getByText("WELCOME10 is applied.")).toBeVisible();
  await page.getByLabel("Email Address").fill(newAddress("crash"));
  await page.getByLabel("Full Name").fill("Ada Buyer");
  await page.getByRole("combobox", { name: "Country" }).selectOption("DE");
  await page.getByLabel("City").fill("Leipzig");
  await page.getByLabel("Street and number").fill("1 Road");
  await page.getByLabel("City").focus();
  await expectDraft(page, notebook.id, "1 Road");
  const email = await page.getByLabel("Email Address").inputValue();

  const next = await context.newPage();
  await page.close();
  // As somebody comes who has lost the link.
  await next.goto(`/checkout/${notebook.id}`);
  expect(await next.evaluate(() => sessionStorage.length)).toBe(0);
  await expect(next.getByText("WELCOME10 is applied.")).toBeVisible();
  await expect(next.getByLabel("Email Address")).toHaveValue(email);
  await expect(next.getByLabel("Full Name")).toHaveValue("Ada Buyer");
  await expect(next.getByRole("combobox", { name: "Country" })).toHaveValue("DE");
  await expect(next.getByLabel("Street and number")).toHaveValue("1 Road");
  await expect(next.getByLabel("City")).toHaveValue("Leipzig");
  await expectAccessible(next);

  await next.getByRole("button", { name: "Not you? Clear" }).click();
  await expect(next.getByLabel("Email Address")).toHaveValue("");
  await expect(next.getByLabel("Full Name")).toHaveValue("");
  await expect(next.getByText("Have a coupon code?")).toBeVisible();
});

test("of two tabs the newest choice wins, and the other one shows it when it is looked at @any-width", async ({
  page,
  context,
}) => {
  const course = await demoProductNamed(page, "brand-design-course");
  await page.goto(`/checkout/${course.id}`);
  await bump(page).check();
  await page.getByLabel("Email Address").fill(newAddress("tabs"));
  await page.getByLabel("Full Name").focus();
  await expectDraft(page, course.id, "@");
  const other = await context.newPage();
  await other.goto(`/checkout/${course.id}`);
  await expect(bump(other)).toBeChecked();
  await other.getByLabel("Full Name").fill("Ada Buyer");
  await other.getByLabel("Email Address").focus();
  await bump(other).uncheck();
  await expectDraft(page, course.id, '"orderBumps":[]');
  await expectDraft(page, course.id, "Ada Buyer");
  await page.bringToFront();
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(bump(page)).not.toBeChecked();
  await expect(page.getByLabel("Full Name")).toHaveValue("Ada Buyer");
});

test("another link begins the choice anew, and what was typed stays @any-width", async ({ page }) => {
  const course = await demoProductNamed(page, "brand-design-course");
  await page.goto(`/checkout/${course.id}`);
  await bump(page).check();
  await page.getByLabel("Full Name").fill("Ada Buyer");
  await page.getByLabel("Email Address").focus();
  await expectDraft(page, course.id, "Ada Buyer");
  await page.goto(`/checkout/${course.id}?code=WELCOME10`);
  await expect(bump(page)).not.toBeChecked();
  await expect(page.getByText("WELCOME10 is applied.")).toBeVisible();
  await expect(page.getByLabel("Full Name")).toHaveValue("Ada Buyer");
});
