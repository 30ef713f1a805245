import { expect, type Page, test } from "@playwright/test";
import { expectAccessible, faultsAroundFrames } from "./support/axe.ts";
import { overhangOf } from "./support/overhang.ts";

/** An address of this run alone. */
const address = (name: string) =>
  `${name}-${Date.now()}-${Math.random().toString(36).slice(2, 8)}@example.com`;

async function requestCode(page: Page, email: string) {
  const answer = await page.request.post("/api/auth/request-code", { data: { email } });
  expect(answer.ok()).toBe(true);
}

test("the mailbox shows a mail as it arrives, its code large, its HTML in a frame, its text and headers, light and dark @phone", async ({
  page,
}) => {
  const look = async () => {
    for (const [colorScheme, width] of [
      ["light", 1280],
      ["dark", 390],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 844 });
      expect([colorScheme, await faultsAroundFrames(page)]).toEqual([colorScheme, []]);
    }
  };
  const email = address("arrives");
  await page.goto(`/dev/mailbox?search=${encodeURIComponent(email)}`);
  await expect(page.getByRole("heading", { name: "No mail to such an address" })).toBeVisible();
  await look();

  await requestCode(page, email);
  const entry = page.getByRole("button", { name: email });
  await expect(entry).toBeVisible();
  await look();

  await entry.click();
  const mail = page.getByRole("article");
  await expect(mail.getByRole("heading", { name: /^\d{6} is your Openstall sign-in code$/ })).toBeVisible();
  const code = /\d{6}/.exec(await mail.getByText(/^Code: \d{6}$/).innerText())?.[0] ?? "";
  await expect(mail.frameLocator("iframe").getByText(code, { exact: true })).toBeVisible();
  await look();

  await mail.getByRole("tab", { name: "Text" }).click();
  await expect(mail.locator("pre")).toContainText(`\n${code}\n`);
  await mail.getByRole("tab", { name: "Headers" }).click();
  await expect(mail.getByText("Message-ID")).toBeVisible();
  await look();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect([width, (await overhangOf(page)) <= 0]).toEqual([width, true]);
  }
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
  expect(await overhangOf(page)).toBeLessThanOrEqual(0);
  // All cards are made the same way: looking at one of each subject finds what looking at hundreds would.
  await page.evaluate(() => {
    for (const subject of document.querySelectorAll("section[aria-labelledby]"))
      for (const card of [...subject.querySelectorAll(":scope > [id]:not(h2)")].slice(1)) card.remove();
    for (const link of document.querySelectorAll<HTMLAnchorElement>("nav a[href^='#']"))
      if (!document.getElementById(link.hash.slice(1))) link.closest("li")?.remove();
  });
  await expectAccessible(page);
});
