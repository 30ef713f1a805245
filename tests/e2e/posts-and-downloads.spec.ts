import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { buyByCall } from "./support/buy-by-call.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";

const toast = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();

const pdf = (text: string) => Buffer.from(`%PDF-1.7\n% ${text}\n%%EOF\n`);
const dot = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

async function addProduct(
  page: Page,
  fields: Record<string, unknown>,
): Promise<{ id: string; title: string }> {
  const slug = `${String(fields["type"]).toLowerCase()}-${crypto.randomUUID().slice(0, 8)}`;
  const answer = await page.request.post("/api/products", { data: { slug, ...fields } });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()) as { id: string; title: string };
}

/** Proves an address in a browser by its mailed code. */
async function proveAddress(page: Page, email: string) {
  const asked = await page.request.post("/api/membership/request-access", { data: { email } });
  expect(asked.status()).toBe(200);
  const { text } = await mailTo(page.request, email, /code/i);
  const token = /\b\d{6}\b/.exec(text)?.[0] ?? "";
  const answer = await page.request.post("/api/membership/verify-token", { data: { email, token } });
  expect(answer.status(), await answer.text()).toBe(200);
}

test("a creator writes for members, and only members read it @phone", async ({ page, browser }) => {
  await signInAsNewCreator(page, { firstName: "Maya" });
  const product = await addProduct(page, {
    title: "Inner circle",
    type: "MEMBERSHIP",
    priceCents: 900,
    billingInterval: "MONTH",
  });
  await page.goto("/admin?tab=products");
  await page.getByRole("button", { name: `More actions: ${product.title}` }).click();
  await page.getByRole("menuitem", { name: "Posts" }).click();
  await expect(page.getByRole("heading", { name: `Posts for members of ${product.title}` })).toBeFocused();
  await expectAccessible(page);

  // The editor is still on its way when its name is pressed.
  let pressed = Promise.withResolvers<void>();
  await page.route("**/rich-text-editor-*.js", async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Write a Post" }).click();
  const dialog = page.getByRole("dialog", { name: /^(Write a|Edit) Post$/ });
  await dialog.getByLabel("Title").fill("Twelve questions");
  await dialog.locator("label", { hasText: /^Text$/ }).click();
  pressed.resolve();
  await expect(dialog.getByRole("textbox", { name: "Text" })).toBeFocused();
  await page.keyboard.type("Ask **three** of them.");
  await expect(dialog.getByRole("textbox", { name: "Text" }).locator("strong")).toHaveText("three");
  // A reload takes nothing of it, and whoever has gone on before the editor is there stays where they are.
  pressed = Promise.withResolvers();
  await page.reload();
  await expect(dialog.getByLabel("Title")).toHaveValue("Twelve questions");
  await dialog.locator("label", { hasText: /^Text$/ }).click();
  await dialog.getByLabel("Title").click();
  pressed.resolve();
  await expect(dialog.getByRole("textbox", { name: "Text" }).locator("strong")).toHaveText("three");
  await expect(dialog.getByLabel("Title")).toBeFocused();
  // A picture may stand in the text.
  await dialog
    .getByLabel("Files for Text")
    .setInputFiles({ name: "dot.png", mimeType: "image/png", buffer: dot });
  await expect(dialog.getByRole("textbox", { name: "Text" }).locator("figure")).toBeVisible();
  const [image, file] = [
    dialog.getByRole("group", { name: "Image" }),
    dialog.getByRole("group", { name: "Attachment" }),
  ];
  await image
    .locator('input[type="file"]')
    .setInputFiles({ name: "dot.png", mimeType: "image/png", buffer: dot });
  await expect(image.getByRole("button", { name: "Remove image" })).toBeVisible();
  await file
    .locator('input[type="file"]')
    .setInputFiles({ name: "questions.pdf", mimeType: "application/pdf", buffer: pdf("questions") });
  await expect(file.getByText("questions.pdf").first()).toBeVisible();
  await expectAccessible(page);
  await expect(dialog.getByLabel("When to publish")).toHaveValue("PUBLISHED");
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  await toast(page, "Post published successfully");
  const row = page.getByRole("list", { name: "Posts" }).getByRole("listitem");
  await expect(row).toContainText("Twelve questions");
  await expect(row).toContainText("Published");

  const member = await (await browser.newContext()).newPage();
  const email = newAddress("member");
  await buyByCall(member.request, product.id, email);
  // Having paid in this browser opens what that order bought.
  expect((await member.request.get("/api/member-posts")).status()).toBe(200);
  await proveAddress(member, email);
  await member.goto("/members");
  const article = member.getByRole("article");
  await expect(article.getByRole("heading", { name: "Twelve questions" })).toBeVisible();
  await expect(article.locator("strong")).toHaveText("three");
  await article.locator("figure img").scrollIntoViewIfNeeded();
  await expect
    .poll(() => article.locator("figure img").evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expectAccessible(member);
  const download = member.waitForEvent("download");
  await article.getByRole("link", { name: /^questions\.pdf/ }).click();
  expect((await download).suggestedFilename()).toBe("questions.pdf");

  await page.getByRole("button", { name: "More actions: Twelve questions" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await toast(page, "Post deleted successfully");
  await member.reload();
  await expect(member.getByText(/has not posted anything for members yet/)).toBeVisible();
  await member.context().close();
});

test("a creator sees who downloaded a file, revokes it, and tells past buyers of a new one @any-width", async ({
  page,
  browser,
}) => {
  await signInAsNewCreator(page, { firstName: "Maya" });
  const upload = await page.request.post("/api/upload-digital-file", {
    multipart: { file: { name: "grid.pdf", mimeType: "application/pdf", buffer: pdf("grid") } },
  });
  const { storagePath } = (await upload.json()) as { storagePath: string };
  const product = await addProduct(page, {
    title: "Grid kit",
    type: "DOWNLOAD",
    priceCents: 1_900,
    digitalFileType: "UPLOAD",
    digitalFileUrl: storagePath,
    maxDownloads: 3,
    digitalExpirationDays: 30,
  });
  const email = newAddress("buyer");
  const buyer = await (await browser.newContext()).newPage();
  const reference = await buyByCall(buyer.request, product.id, email);
  await buyer.goto(
    `/success?${new URLSearchParams({ payment_intent: reference, customer_email: email }).toString()}`,
  );
  const download = buyer.waitForEvent("download");
  await buyer.getByRole("button", { name: /: grid\.pdf$/ }).click();
  await download;

  await page.goto("/admin?tab=products");
  await page.getByRole("button", { name: `More actions: ${product.title}` }).click();
  await page.getByRole("menuitem", { name: "Downloads" }).click();
  await expect(page.getByRole("heading", { name: `Downloads of ${product.title}` })).toBeVisible();
  await expect(page.getByText("1 of 3")).toBeVisible();
  await expectAccessible(page);
  const act = async (name: string) => {
    await page.getByRole("button", { name: `Actions: ${email}` }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await act("Revoke download");
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await toast(page, "Download revoked successfully");
  await expect(page.getByText("Revoked", { exact: true })).toBeVisible();
  await buyer.reload();
  await expect(buyer.getByText("Download is currently unavailable.")).toBeVisible();
  await act("Restore download");
  await toast(page, "Download restored successfully");

  await page.getByRole("button", { name: "All products" }).click();
  await page.getByRole("button", { name: product.title, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Product" });
  const file = dialog.getByRole("group", { name: "File", exact: true });
  await file.getByRole("button", { name: /Replace|Remove/ }).click();
  await file
    .locator('input[type="file"]')
    .setInputFiles({ name: "grid 2.pdf", mimeType: "application/pdf", buffer: pdf("grid, second version") });
  await dialog.getByLabel("Tell past buyers (1)").check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await toast(page, "Product updated successfully. A mail about the new version goes to 1 past buyer.");
  const { text } = await mailTo(page.request, email, /^New version: Grid kit/);
  expect(text).toContain("grid 2.pdf");
  // The link leads to the page that is open already, and that alone would not load it again.
  await buyer.goto("about:blank");
  await buyer.goto(/https?:\/\/\S+#rt=[A-Za-z0-9_-]+/.exec(text)?.[0] ?? "");
  await expect(buyer.getByRole("button", { name: /: grid 2\.pdf$/ })).toBeVisible();
  await buyer.context().close();
});
