import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { buyByCall } from "./support/buy-by-call.ts";
import { demoProduct } from "./support/checkout.ts";
import { mailsTo, mailTo, newAddress } from "./support/mailbox.ts";

const toast = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();

test("a buyer comes back with the mailed code and finds all of it, in any browser @phone", async ({
  page,
  browser,
}) => {
  const email = newAddress("library");
  const ofType = (wanted: string) => demoProduct(page, ({ type }) => type === wanted);
  const [file, course, membership] = [
    await ofType("DOWNLOAD"),
    await ofType("COURSE"),
    await ofType("MEMBERSHIP"),
  ];
  await buyByCall(page.request, file.id, email);
  await buyByCall(page.request, course.id, email);
  const reference = await buyByCall(page.request, membership.id, email);

  // The order's page leads on: what was paid in this browser stands there, and a code brings the rest.
  await page.goto(
    `/success?${new URLSearchParams({ payment_intent: reference, customer_email: email }).toString()}`,
  );
  await page.getByRole("link", { name: "View All Your Purchases" }).click();
  await expect(page.getByText("What was bought in this browser in the last 30 days")).toBeVisible();
  await expect(page.getByText("Premium Member")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Resend receipt/ })).toBeHidden();
  await expectAccessible(page);
  await page.getByRole("link", { name: `View order: ${membership.title}` }).click();
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  await page.goBack();
  // What is pressed before the page has its scripts goes nowhere.
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Email me a code" }).click();
  await page.getByRole("button", { name: "Send Verification Code" }).click();
  const { text } = await mailTo(page.request, email, /code/i);
  await page.route("**/api/library", (route) => route.fulfill({ status: 503 }), { times: 1 });
  await page.getByLabel("6-Digit Code").fill(/\b\d{6}\b/.exec(text)?.[0] ?? "");
  await expect(page.getByRole("heading", { name: "Failed to fetch downloads" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Welcome Back, Member!" })).toBeVisible();
  await expect(page.getByText("Premium Member")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your Downloads" })).toBeVisible();
  await expect(page.getByText(/^Your Digital Downloads from /)).toBeVisible();
  await expect(page.getByText("90 days remaining")).toBeVisible();
  await expect(page.getByText("Available", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: `Start Course: ${course.title}` })).toBeVisible();
  await expect(page.getByText("0 of 11 lessons completed")).toBeVisible();
  await expectAccessible(page);

  const download = page.getByRole("button", { name: /: .*\.(pdf|zip)$/ }).first();
  const requestLink = "**/api/digital-downloads/request-link";
  await page.route(requestLink, (route) => route.fulfill({ status: 503 }), { times: 1 });
  await download.click();
  await toast(page, "Download failed");
  const started = page.waitForEvent("download");
  await download.click();
  await started;
  await toast(page, "Download Started");
  await expect(page.getByText(/^1 of \d+ downloads used$/)).toBeVisible();

  const resend = page.getByRole("button", { name: `Resend receipt: ${course.title}` });
  await resend.click();
  await toast(page, "Receipt sent");
  await expect
    .poll(
      async () =>
        (await mailsTo(page.request, email)).filter(({ subject }) => subject.includes(course.title)).length,
    )
    .toBe(2);
  await resend.click();
  await toast(page, "Receipt not sent");

  await page.getByRole("button", { name: "Cancel membership" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel membership" }).click();
  await toast(page, "Membership cancelled");
  await expect(page.getByText("Ends soon")).toBeVisible();
  await expect(page.getByText(/^You cancelled\. Everything stays open until/)).toBeVisible();
  await page.reload();
  await expect(page.getByText("Premium Member")).toBeVisible();

  // The page asks again by itself too: it finds nobody until it is loaded anew.
  let isDown = true;
  await page.route("**/api/order-by-payment-intent/*", (route) =>
    isDown ? route.fulfill({ status: 503 }) : route.fallback(),
  );
  await page.getByRole("link", { name: `View order: ${membership.title}` }).click();
  await expect(page.getByText("Failed to fetch order details")).toBeVisible();
  await expectAccessible(page);
  page.on("request", (request) => {
    if (request.isNavigationRequest()) isDown = false;
  });
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();

  // Who only knows the address learns nothing.
  const stranger = await (await browser.newContext()).newPage();
  expect((await stranger.request.get("/api/library")).status()).toBe(401);
  await stranger.goto(`/members?email=${encodeURIComponent(email)}`);
  await expect(stranger.getByText("Access Restricted")).toBeVisible();
  await expect(stranger.getByText(course.title)).toBeHidden();
});

test("a new member enters without a code, and 'Not you?' closes the door behind them @any-width", async ({
  page,
}) => {
  const email = newAddress("fresh");
  const membership = await demoProduct(page, ({ type }) => type === "MEMBERSHIP");
  const reference = await buyByCall(page.request, membership.id, email);
  await page.goto(
    `/success?${new URLSearchParams({ payment_intent: reference, customer_email: email }).toString()}`,
  );
  await page.getByRole("link", { name: `Enter ${membership.title}` }).click();
  await expect(page.getByRole("heading", { name: "Welcome Back, Member!" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Bought more? Enter the code" })).toBeVisible();
  await expect(page.getByText(email)).toBeHidden();
  // What is pressed before the page has its scripts goes nowhere.
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Not you? Clear" }).click();
  await expect(page).toHaveURL("/members");
  await expect(page.getByRole("button", { name: "Send Verification Code" })).toBeVisible();
  await page.goto(
    `/success?${new URLSearchParams({ payment_intent: reference, customer_email: email }).toString()}`,
  );
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeHidden();
});

test("a store leads its buyers to what they bought @any-width", async ({ page }) => {
  await page.goto("/u/demo");
  await page.getByRole("link", { name: "Find it here" }).click();
  await expect(page).toHaveURL("/members");
  await expect(page.getByRole("button", { name: "Send Verification Code" })).toBeVisible();
});
