import { expect, type Page, test } from "@playwright/test";
import { expectAccessible, faultsAroundFrames } from "./support/axe.ts";

/** An address of this run alone. */
const address = (name: string) =>
  `${name}-${Date.now()}-${Math.random().toString(36).slice(2, 8)}@example.com`;

async function requestCode(page: Page, email: string) {
  const answer = await page.request.post("/api/auth/request-code", { data: { email } });
  expect(answer.ok()).toBe(true);
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`the mailbox, ${colorScheme} ${colorScheme === "light" ? "@any-width" : "@phone"}`, () => {
    test.use({ colorScheme });

    test("shows a mail as it arrives, its code large, its HTML in a frame, its text and headers", async ({
      page,
    }) => {
      const email = address("arrives");
      await page.goto(`/dev/mailbox?search=${encodeURIComponent(email)}`);
      await expect(page.getByRole("heading", { name: "No mail to such an address" })).toBeVisible();
      expect(await faultsAroundFrames(page)).toEqual([]);

      await requestCode(page, email);
      const entry = page.getByRole("button", { name: email });
      await expect(entry).toBeVisible();
      expect(await faultsAroundFrames(page)).toEqual([]);

      await entry.click();
      const mail = page.getByRole("article");
      await expect(
        mail.getByRole("heading", { name: /^\d{6} is your Openstall sign-in code$/ }),
      ).toBeVisible();
      const code = /\d{6}/.exec(await mail.getByText(/^Code: \d{6}$/).innerText())?.[0] ?? "";
      await expect(mail.frameLocator("iframe").getByText(code, { exact: true })).toBeVisible();
      expect(await faultsAroundFrames(page)).toEqual([]);

      await mail.getByRole("tab", { name: "Text" }).click();
      await expect(mail.locator("pre")).toContainText(`\n${code}\n`);
      await mail.getByRole("tab", { name: "Headers" }).click();
      await expect(mail.getByText("Message-ID")).toBeVisible();
      expect(await faultsAroundFrames(page)).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
    });
  });
}

test("the mailbox is read with the keyboard alone @any-width", async ({ page }) => {
  const email = address("keys");
  await page.goto("/dev/mailbox");
  // One after the other: a newer code of the same browser makes the older one needless.
  for (const to of [email, `second.${email}`]) {
    await requestCode(page, to);
    await expect(page.getByRole("button", { name: new RegExp(`^${to}`) })).toBeVisible();
  }

  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search by address" })).toBeFocused();
  await page.keyboard.type(email);
  await expect(page.getByText("2 mails")).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(page).toHaveURL(/mail=/);
  const first = page.url();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/mail=/);
  await page.keyboard.press("j");
  await expect(page).toHaveURL(/mail=/);
  await page.goto(first);
  await expect(page.getByRole("article")).toBeVisible();
});

test("the API's description needs no script, names every call and who may make it @any-width", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  const answer = await page.goto("/api/docs");
  expect(answer?.status()).toBe(200);
  expect(await answer?.text()).not.toMatch(/<script/);
  await expect(page.getByRole("heading", { name: "API", exact: true })).toBeVisible();
  const card = page.locator("#post-create-payment-intent");
  await expect(card).toContainText("/api/create-payment-intent");
  await expect(card).toContainText("customerEmail");
  await expect(page.locator("#get-auth-user")).toContainText("Signed-in creator");
  expect((await page.goto("/api/nothing"))?.status()).toBe(404);
  await context.close();
});

test("the API's description has no accessibility fault and no sideways scroll @phone", async ({ page }) => {
  await page.goto("/api/docs");
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  // All cards are made the same way: looking at two of each subject finds what looking at hundreds would.
  await page.evaluate(() => {
    for (const subject of document.querySelectorAll("section[aria-labelledby]"))
      for (const card of [...subject.querySelectorAll(":scope > [id]:not(h2)")].slice(2)) card.remove();
    for (const link of document.querySelectorAll<HTMLAnchorElement>("nav a[href^='#']"))
      if (!document.getElementById(link.hash.slice(1))) link.closest("li")?.remove();
  });
  await expectAccessible(page);
});

test("the shop's clock is moved on with the keyboard, and says so @any-width", async ({ page }) => {
  let ahead = 0;
  // Its clock is one for all who use the shop: here it is only shown.
  await page.route("**/api/dev/clock", async (route) => {
    const asked = route.request().postDataJSON() as { advanceMinutes: number } | null;
    ahead += asked?.advanceMinutes ?? 0;
    const now = new Date(Date.UTC(2027, 2, 1, 12) + ahead * 60_000).toISOString();
    await route.fulfill({ json: { now, aheadMinutes: ahead } });
  });
  await page.goto("/dev/mailbox");
  const clock = page.getByRole("region", { name: "The shop's clock" });
  await expect(clock.getByText("Mar 1, 2027, 12:00 PM UTC")).toBeVisible();
  await expect(clock.getByText("The same as this computer’s.")).toBeVisible();
  await clock.getByRole("button", { name: "+30 days" }).focus();
  await page.keyboard.press("Enter");
  await expect(clock.getByRole("status")).toHaveText("The shop’s time is now Mar 31, 2027, 12:00 PM UTC.");
  await expect(clock.getByRole("button", { name: "+30 days" })).toBeFocused();
  await expect(clock.getByText("30 days ahead of this computer.")).toBeVisible();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(clock.getByText("30 days and 1 hour ahead of this computer.")).toBeVisible();
  expect(await faultsAroundFrames(page)).toEqual([]);
});
