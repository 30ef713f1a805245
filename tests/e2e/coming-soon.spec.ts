import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";
import { openOwnShop } from "./support/own-shop.ts";

openOwnShop(7);

test("what is announced is waited for, does not open without its file, and tells who waits once it can be bought @any-width", async ({
  page,
  browser,
}) => {
  const { handle } = await signInAsNewCreator(page, { firstName: "Noor" });
  await page.goto("/admin?tab=products");
  await page.getByRole("button", { name: "Add Product" }).first().click();
  await page.getByRole("radio", { name: /Download/ }).check({ force: true });
  await page.getByLabel("Title").fill("The field kit");
  await page.getByLabel("Price", { exact: true }).fill("19");
  await page.getByRole("switch", { name: "Coming soon" }).check();
  const year = new Date().getUTCFullYear() + 1;
  await page.getByLabel(/^Opens/).fill(`${year}-03-14T18:00`);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create Product" }).click();
  await expect(page.getByText(/No file yet/).first()).toBeVisible();
  const [made] = (await (await page.request.get("/api/my-products")).json()) as {
    id: string;
    slug: string;
  }[];

  const fan = await (
    await browser.newContext({ viewport: page.viewportSize(), javaScriptEnabled: false })
  ).newPage();
  await fan.goto(`/u/${handle}`);
  await expect(fan.getByText("Coming soon").first()).toBeVisible();
  await fan.getByRole("link", { name: "The field kit", exact: true }).click();
  await expect(fan.getByText(`Opens Sun, Mar 14, ${year}`).first()).toBeAttached();
  await fan.goto(`/checkout/${made?.id}`);
  await expect(fan.getByRole("heading", { name: "Not open yet" })).toBeVisible();

  const visitor = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
  const email = newAddress("waiting");
  await visitor.goto(`/u/${handle}/${made?.slug}`);
  await expectAccessible(visitor);
  const field = visitor.getByLabel("Email Address").filter({ visible: true });
  await field.fill(email);
  await visitor.getByRole("button", { name: "Tell me when it opens" }).filter({ visible: true }).click();
  await expect(visitor.getByLabel("6-Digit Code")).toBeFocused();
  await expectAccessible(visitor);
  const { subject } = await mailTo(visitor.request, email, /confirms that you want mails from Noor/);
  await visitor.getByLabel("6-Digit Code").fill(subject.slice(0, 6));
  await expect(visitor.getByText("We'll email you when The field kit opens.")).toBeVisible();

  // Its moment passes without its file: the desk says so, and it opens with it.
  const change = async (data: object) =>
    expect((await page.request.put(`/api/products/${made?.id}`, { data })).status()).toBe(200);
  await change({ opensAt: new Date(Date.now() + 10 * 60_000).toISOString() });
  await page.request.post("/api/dev/clock", { data: { advanceMinutes: 11 } });
  await page.goto("/admin?tab=products");
  await expect(page.getByText("Not opened: no file yet").first()).toBeVisible();
  await expect(page.getByText("1 waiting").first()).toBeVisible();
  await expectAccessible(page);
  await visitor.goto(`/u/${handle}/${made?.slug}`);
  await expect(visitor.getByText("Coming soon").first()).toBeVisible();
  await change({ digitalFileType: "LINK", digitalFileExternalUrl: "https://example.com/kit.zip" });
  await page.request.post("/api/dev/clock", { data: { advanceMinutes: 2 } });
  const { text } = await mailTo(visitor.request, email, /^Open now: The field kit/);
  await visitor.goto(/\S+\/u\/\S+/.exec(text)?.[0] ?? "");
  await visitor.getByRole("link", { name: "Buy", exact: true }).filter({ visible: true }).first().click();
  await expect(visitor.getByRole("heading", { name: "Secure Checkout" })).toBeVisible();
  await expect(visitor.getByRole("heading", { name: "Not open yet" })).toBeHidden();
});
