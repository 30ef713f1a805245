import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { demoProduct } from "./support/checkout.ts";
import { signInAsDemo } from "./support/creator.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";

/** An address that has bought a course of the demo store, in a browser that is not this page's. */
async function newBuyer(page: Page, request: APIRequestContext): Promise<string> {
  const email = newAddress("buyer");
  const product = await demoProduct(page, ({ type }) => type === "COURSE");
  const opened = await request.post("/api/create-payment-intent", {
    data: { productId: product.id, customerEmail: email },
  });
  const { paymentIntentId, clientSecret } = (await opened.json()) as Record<string, string>;
  const card = { number: "4242424242424242", expiry: "12/40", cvc: "123" };
  const returnUrl = new URL("/post-purchase", opened.url()).href;
  const paid = await request.post(`/api/sandbox/payment-intents/${paymentIntentId}/confirm`, {
    data: { clientSecret, card, returnUrl },
  });
  expect(paid.status()).toBe(200);
  const finished = await request.post("/api/checkout/finish-payment", { data: { paymentIntentId } });
  expect(finished.status()).toBe(200);
  return email;
}

const welcome = (page: Page) => page.getByRole("heading", { name: "Welcome Back, Member!" });
const toast = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();
const codeIn = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? "";
const linkIn = (text: string) => /https?:\/\/\S+#link=[\w-]+/.exec(text)?.[0] ?? "";

test("a buyer proves their address by code, stays known, and removes what is kept about them @phone", async ({
  page,
  request,
}) => {
  test.slow();
  const email = await newBuyer(page, request);
  await page.goto("/members");
  const address = page.getByLabel("Email Address");
  await expect(page.getByRole("button", { name: "Send Verification Code" })).toBeDisabled();
  await expectAccessible(page);
  await address.fill("no address");
  await address.press("Enter");
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await address.fill(email);
  await address.press("Enter");
  const code = page.getByLabel("6-Digit Code");
  await expect(code).toBeFocused();
  await toast(page, "Check Your Email");
  await expect(code).toHaveAttribute("autocomplete", "one-time-code");
  await expect(page.getByRole("button", { name: "Verify Code" })).toBeDisabled();
  await expect(page.getByRole("button", { name: /^Send a new code in/ })).toBeDisabled();
  await expect(page.getByRole("heading", { name: "Access Restricted" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Join Premium Membership" })).toHaveAttribute(
    "href",
    "/u/demo",
  );
  await expectAccessible(page);

  const { text } = await mailTo(request, email, /access code/);
  const right = codeIn(text);
  await code.fill(right === "000000" ? "000001" : "000000");
  await toast(page, "Verification Failed");
  await expect(code).toBeFocused();
  await expect(code).toHaveValue("");
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await expect(address).toBeFocused();
  await expect(address).toHaveValue(email);
  await address.press("Enter");
  // Pasted, with the spaces that a mail program adds; the sixth digit sends it.
  await code.fill(` ${right.slice(0, 3)} ${right.slice(3)} `);
  await expect(welcome(page)).toBeVisible();
  await toast(page, "Access Verified");
  await page.reload();
  await expect(welcome(page)).toBeVisible();

  // What is pressed before the page has its scripts goes nowhere.
  await page.waitForLoadState("networkidle");
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download my data" }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe("openstall-data.json");
  await page.getByRole("button", { name: "Delete my data" }).click();
  const remove = page.getByRole("dialog").getByRole("button", { name: "Delete my data" });
  await expect(remove).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole("textbox", { name: `Type ${email} to confirm` }).fill(email);
  await remove.click();
  await toast(page, "Your data was deleted");
  await expect(address).toBeVisible();
  await page.reload();
  await expect(address).toBeVisible();
});

test("the mailed link opens everything in any browser, once, after a press; each browser can be signed out @any-width", async ({
  page,
  request,
  browser,
}) => {
  test.slow();
  const email = await newBuyer(page, request);
  // Whoever comes with their address in the link need not type it.
  await page.goto(`/members?email=${encodeURIComponent(email)}`);
  await expect(page.getByLabel("6-Digit Code")).toBeFocused();
  const { text } = await mailTo(request, email, /access code/);
  const link = linkIn(text);
  expect(link).not.toBe("");
  // A program that reads mail follows the link, and burns nothing.
  expect((await request.get(link)).status()).toBe(200);

  const context = await browser.newContext({ userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/150" });
  const elsewhere = await context.newPage();
  await elsewhere.goto(link);
  const open = elsewhere.getByRole("button", { name: "Open my purchases" });
  await expect(open).toBeVisible();
  await expect(elsewhere).toHaveURL(/\/members$/);
  await expectAccessible(elsewhere);
  // The link works once: what follows it can be tried again.
  await elsewhere.route("**/api/membership/me", (route) => route.abort(), { times: 1 });
  await open.click();
  await toast(elsewhere, "Your purchases could not be loaded. Please try again.");
  await open.click();
  await expect(welcome(elsewhere)).toBeVisible();

  // It took the code with it, and works no second time.
  await page.getByLabel("6-Digit Code").fill(codeIn(text));
  await toast(page, "Verification Failed");
  await page.goto(link);
  await page.getByRole("button", { name: "Open my purchases" }).click();
  await toast(page, "This link has been used or has expired. Please ask for a new code.");
  await expect(page.getByLabel("Email Address")).toBeVisible();

  await elsewhere.getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(elsewhere.getByLabel("Email Address")).toBeVisible();
  await elsewhere.reload();
  await expect(elsewhere.getByLabel("Email Address")).toBeVisible();
  await context.close();
});

test("a tab that was opened in the background asks for a code when it is looked at first @any-width", async ({
  page,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" }),
  );
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`/members?email=${encodeURIComponent(newAddress("nobody"))}`, { waitUntil: "networkidle" });
  const requests = () => asked.filter((path) => path === "/api/membership/request-access").length;
  expect(requests()).toBe(0);
  for (const state of ["visible", "hidden", "visible"])
    await page.evaluate((state) => {
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await expect(page.getByLabel("6-Digit Code")).toBeFocused();
  expect(requests()).toBe(1);
});

test("a signed-in creator sees the members area inside their own layout @any-width", async ({ page }) => {
  await signInAsDemo(page);
  await page.goto("/members");
  await expect(page.getByRole("heading", { name: "Members Area" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to Home" })).toHaveCount(0);
  const menu = page.getByRole("button", { name: "Open menu" });
  // The creator's own members; this room is of what they bought themselves.
  const members = page.getByRole("link", { name: "Members", exact: true });
  await expect(members).toHaveAttribute("href", /members=true/);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(members).toBeHidden();
  // A press before the page listens is lost.
  await expect(async () => {
    if (await menu.isVisible()) await menu.click();
    await expect(members).toBeVisible({ timeout: 10_000 });
  }).toPass();
});
