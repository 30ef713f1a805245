import { expect, type APIRequestContext, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";

async function askForCode(page: Page, request: APIRequestContext, email: string) {
  await page.getByLabel("Email Address").fill(email);
  await page.getByRole("button", { name: "Email me a code" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await expect(page.getByLabel("Code from the email")).toBeFocused();
  const { text } = await mailTo(request, email, /sign-in code/);
  return /\b\d{6}\b/.exec(text)?.[0] ?? "";
}

const otherThan = (code: string) => (code === "000000" ? "000001" : "000000");

test("a new creator signs in with an emailed code, says who they are, and lands where they wanted to be @any-width", async ({
  page,
  request,
}) => {
  test.slow();
  const email = newAddress("creator");
  await page.goto("/api/login?returnTo=/account");
  await expect(page).toHaveURL("/sign-in?returnTo=%2Faccount");
  await page.waitForLoadState("networkidle");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Email me a code" }).click();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await expectAccessible(page);

  const code = await askForCode(page, request, email);
  const field = page.getByLabel("Code from the email");
  await expect(field).toHaveAttribute("autocomplete", "one-time-code");
  await expect(page.getByRole("button", { name: /^Send a new code in/ })).toBeDisabled();
  await expectAccessible(page);
  await field.fill(otherThan(code));
  await expect(page.getByText("Invalid or expired verification code.")).toBeVisible();
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);

  await expect(page.getByRole("heading", { name: /^Welcome/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Handle").fill("demo");
  await expect(page.getByText("This handle is reserved")).toBeVisible();
  await page.getByRole("button", { name: "@demo_", exact: false }).first().click();
  await expect(page.getByText(/is free$/)).toBeVisible();
  await page.getByRole("button", { name: "Open my store" }).click();
  await expect(page.getByText("First name is required")).toBeVisible();
  await expectAccessible(page);
  const handle = `ines_${Date.now().toString(36)}`;
  await page.getByLabel("First Name").fill("Ines");
  await page.getByLabel("Handle").fill(handle);
  await page.getByLabel("Tagline").fill("Calm photography");
  await page.getByRole("button", { name: "Open my store" }).click();

  await expect(page).toHaveURL("/account");
  await expect(page.getByLabel("First Name")).toHaveValue("Ines");
  await expect(page.getByText("This browser")).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/u/${handle}`);
  await expect(page.getByRole("heading", { level: 1, name: "Ines" })).toBeVisible();
  await expect(page.getByText("Calm photography")).toBeVisible();
});

test("signing out ends the session; another browser can be signed out, too @any-width", async ({
  page,
  browser,
  request,
}) => {
  const email = newAddress("two");
  await page.goto("/sign-in?returnTo=/account");
  await page.waitForLoadState("networkidle");
  const code = await askForCode(page, request, email);
  await page.getByLabel("Code from the email").fill(code);
  await page.getByRole("link", { name: "Skip for now" }).click();
  await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();

  // The same session in a second browser stands for one that was left signed in elsewhere.
  const elsewhere = await browser.newContext({ storageState: await page.context().storageState() });
  const left = await elsewhere.newPage();
  await left.goto("/account");
  await expect(left.getByRole("heading", { name: "Your account" })).toBeVisible();
  await left.locator("main").getByRole("link", { name: "Sign Out" }).click();
  await expect(left).toHaveURL("/");
  await elsewhere.close();
  // An answer without content keeps the page, and with it the words that are on screen for half a second.
  await page.route("**/api/login?*", (route) => route.fulfill({ status: 204 }));
  const leaving = page.waitForRequest("**/api/login?returnTo=%2Faccount");
  await page.reload();
  await leaving;
  await expect(page.getByText("You are logged out. Logging in again...").first()).toBeVisible();
});

test("the demo creator is one click away, and the list of browsers signs one of them out @any-width", async ({
  page,
  browser,
}) => {
  const signInAsDemo = async (where: Page) => {
    await where.goto("/sign-in?returnTo=/account");
    await where.waitForLoadState("networkidle");
    await where.getByRole("button", { name: "Continue as the demo creator" }).click();
    await expect(where.getByRole("heading", { name: "Your account" })).toBeVisible();
  };
  const context = await browser.newContext({
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) Firefox/${Date.now()}`,
  });
  const other = await context.newPage();
  await signInAsDemo(other);
  await signInAsDemo(page);
  await page.getByRole("button", { name: "Sign out Firefox on Linux" }).first().click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("Signed out", { exact: true }).first()).toBeVisible();
  await other.reload();
  await expect(other).toHaveURL(/\/sign-in/);
  await context.close();
});

test("whoever sends a link cannot choose where a sign-in leads @any-width", async ({ page }) => {
  await page.goto(`/sign-in?returnTo=${encodeURIComponent("//example.com/phish")}`);
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Continue as the demo creator" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
  expect(new URL(page.url()).hostname).toBe("localhost");
});

test("what is typed and sent before the page has its scripts is not lost @any-width", async ({ page }) => {
  // On a slow phone the page is there long before its scripts are.
  let arrive = () => {};
  const scripts = new Promise<void>((resolve) => (arrive = resolve));
  await page.route("**/assets/*.js", async (route) => {
    await scripts;
    await route.continue();
  });
  await page.goto("/sign-in", { waitUntil: "commit" });
  const email = newAddress("quick");
  await page.getByLabel("Email Address").fill(email);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/sign-in");
  arrive();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
});
