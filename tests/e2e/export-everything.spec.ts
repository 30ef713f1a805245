import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { readZip } from "#tests/support/read-zip.ts";
import { type ProductionServer, startProductionServer } from "#tests/support/production-server.ts";
import { expectAccessible } from "./support/axe.ts";
import { completePurchase, fillCheckout } from "./support/checkout.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { mailsTo, mailTo, newAddress } from "./support/mailbox.ts";
import { ownPort } from "./support/own-port.ts";
import { copySeededStore } from "./support/seeded-store.ts";

test("a creator has everything exported, downloads it from their settings and reads it @phone", async ({
  page,
}) => {
  const { email, handle } = await signInAsNewCreator(page, { firstName: "Robin" });
  const product = await page.request.post("/api/products", {
    data: { title: "Night sky guide", slug: `night-${handle.slice(5)}`, type: "SERVICE", priceCents: 1_900 },
  });
  expect(product.status()).toBe(201);

  await page.goto("/admin?tab=settings");
  await page.getByRole("tablist", { name: "Settings" }).getByRole("tab", { name: "Data" }).click();
  await expect(page).toHaveURL("/admin?tab=settings&view=data");
  await expect(page.getByText("There are none yet.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Make my export" }).press("Enter");

  const button = page.getByRole("button", { name: /^Download \(/ });
  await expect(button).toBeVisible();
  await expect(page.getByRole("button", { name: "Make a new one" })).toBeVisible();
  await expectAccessible(page);
  const downloading = page.waitForEvent("download");
  await button.click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(
    new RegExp(`^${handle}-openstall-\\d{4}-\\d\\d-\\d\\d\\.zip$`),
  );
  const zip = await readZip(await readFile(await download.path()));
  expect(zip.get("README.txt")?.toString()).toContain("content/products.json");
  expect(zip.get("account/profile.json")?.toString()).toContain(email);
  expect(JSON.parse(zip.get("content/products.json")?.toString() ?? "")).toMatchObject([
    { title: "Night sky guide", priceCents: 1_900 },
  ]);

  const { text } = await mailTo(page.request, email, /^Your export is ready$/);
  expect(text).toContain("/admin?tab=settings&view=data");
});

test.describe("leaving", () => {
  // A shop of its own: its clock is one for all who use it.
  const port = ownPort(20);
  let shop: ProductionServer;
  test.use({ baseURL: `http://localhost:${port}` });
  test.beforeAll(async () => {
    shop = await startProductionServer({ port, fill: copySeededStore, env: { RATE_LIMIT_FACTOR: "100" } });
  });
  test.afterAll(() => shop.stop());

  test("a creator deletes their account, keeps it, and deletes it again; a buyer keeps what they have @phone", async ({
    page,
    browser,
    baseURL,
  }) => {
    const { email, handle } = await signInAsNewCreator(page, { firstName: "Robin" });
    const made = await page.request.post("/api/products", {
      data: {
        title: "Night sky guide",
        slug: `sky-${handle.slice(5)}`,
        type: "DOWNLOAD",
        priceCents: 0,
        digitalFileType: "LINK",
        digitalFileExternalUrl: "https://example.com/sky.pdf",
      },
    });
    expect(made.status(), await made.text()).toBe(201);
    const { id } = (await made.json()) as { id: string };
    const buyer = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage();
    await buyer.goto(`/checkout/${id}`);
    await fillCheckout(buyer, { email: newAddress("reader"), name: "Ada Reader" });
    await completePurchase(buyer);
    const file = buyer.getByRole("button", { name: "Open: Night sky guide" });
    await expect(file).toBeVisible();
    const receipt = buyer.url();

    const open = page.getByRole("button", { name: "Delete my account" });
    const line = page.getByRole("region", { name: "Your account is to be deleted" });
    const leave = async () => {
      await page.goto("/admin?tab=settings&view=data");
      await open.click();
      const dialog = page.getByRole("dialog", { name: "Delete this account?" });
      await expectAccessible(page);
      await dialog.getByRole("textbox").fill("somebody_else");
      await dialog.getByRole("button", { name: "Close my store and delete" }).click();
      await expect(dialog.getByText(`Type ${handle}, the handle of this account`)).toBeVisible();
      await dialog.getByRole("textbox").fill(handle);
      await page.keyboard.press("Enter");
      await expect(line).toContainText(/Your account is deleted on \w+ \d+, \d{4}/);
    };
    await leave();
    await expectAccessible(page);
    await page.goto("/admin?tab=coupons");
    await expect(line).toBeVisible();
    await buyer.goto(`/u/${handle}`);
    await expect(buyer.getByRole("heading", { name: "This store is closed" })).toBeVisible();
    await line.getByRole("button", { name: "Keep my account" }).click();
    await expect(line).toBeHidden();
    await buyer.reload();
    await expect(buyer.getByText("Night sky guide").first()).toBeVisible();

    await leave();
    const later = await page.request.post("/api/dev/clock", { data: { advanceMinutes: 7 * 24 * 60 + 10 } });
    expect(later.status()).toBe(200);
    await mailTo(page.request, email, /^Your account is deleted$/);
    await buyer.goto(`/u/${handle}`);
    await expect(buyer.getByRole("heading", { name: "Creator Not Found" })).toBeVisible();
    await buyer.goto(receipt);
    await expect(file).toBeVisible();
    expect((await page.request.get("/api/auth/user")).status()).toBe(401);
    // By a second code, which is another account's.
    expect((await page.request.post("/api/auth/request-code", { data: { email } })).status()).toBe(200);
    const codes = async () =>
      (await mailsTo(page.request, email)).flatMap(
        ({ subject, text }) => (/sign-in code/.test(subject) && /\b\d{6}\b/.exec(text)?.[0]) || [],
      );
    await expect.poll(async () => (await codes()).length).toBe(2);
    const [code] = await codes();
    const signedIn = await page.request.post("/api/auth/verify-code", { data: { email, code } });
    expect(signedIn.status()).toBe(200);
    const { firstName } = (await (await page.request.get("/api/auth/user")).json()) as {
      firstName: string | null;
    };
    expect(firstName).toBeNull();
  });
});
