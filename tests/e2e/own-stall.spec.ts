import { type Browser, expect, type Locator, type Page, test } from "@playwright/test";
import sharp from "sharp";
import { expectAccessible } from "./support/axe.ts";
import { card, completePurchase, fillCheckout } from "./support/checkout.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";
import { openOwnShop } from "./support/own-shop.ts";
import { keepPicture } from "./support/pictures.ts";

openOwnShop(17);

const picture = async (name: string, width: number, height: number, color: string) => ({
  name,
  mimeType: "image/png",
  buffer: await sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer(),
});
const phoneOf = async (browser: Browser) =>
  (
    await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      timezoneId: "America/New_York",
    })
  ).newPage();

/** Adds a product by its form, whose fields `fill` fills in. */
async function addProduct(
  page: Page,
  type: string,
  title: string,
  fill: (form: Locator) => Promise<void>,
): Promise<Product> {
  await page.goto("/admin?tab=products&product=new");
  const form = page.getByRole("dialog", { name: "Add Product" });
  await form
    .getByRole("group", { name: /Product type/ })
    .getByText(type, { exact: true })
    .tap();
  await form.getByLabel("Title").fill(title);
  await fill(form);
  await form.getByRole("button", { name: "Create Product" }).tap();
  await expect(form).toHaveCount(0);
  const products = (await (await page.request.get("/api/my-products")).json()) as Product[];
  return { id: products.find((product) => product.title === title)?.id ?? "", title };
}

type Product = { id: string; title: string };

/** As a visitor's phone: from the store by a product's page to its order. */
async function buy(page: Page, { id, title }: Product, email: string, choose = async () => {}) {
  await page.getByRole("link", { name: title, exact: true }).first().tap();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await page.locator(`a[href^="/checkout/${id}"]`).filter({ visible: true }).first().tap();
  await fillCheckout(page, { email, name: "Ada Buyer", card: card.good });
  await choose();
  await completePurchase(page);
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
}

test("a creator makes a stall of their own on a phone and sells from it, in their colours up to the last mail @phone", async ({
  page,
  browser,
}) => {
  test.slow();
  // Signing up, with a picture.
  const address = newAddress("ines");
  await page.goto("/sign-in");
  await expectAccessible(page);
  await page.getByLabel("Email").fill(address);
  await page.getByRole("button", { name: /code/i }).first().tap();
  const { text: signIn } = await mailTo(page.request, address, /sign-in code/);
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole("textbox")
    .first()
    .fill(/\b\d{6}\b/.exec(signIn)?.[0] ?? "");
  await expect(page.getByRole("heading", { name: "Welcome! Who runs this stall?" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Open my store" }).tap();
  await expect(page.getByText("First name is required")).toBeVisible();
  await expectAccessible(page);
  // Whoever is faster than their picture does not leave without it.
  let send = () => {};
  const held = new Promise<void>((resolve) => (send = resolve));
  await page.route("**/api/images?kind=avatar", async (route) => {
    await held;
    await route.continue();
  });
  await page.locator('input[type="file"]').setInputFiles(await picture("me.png", 400, 400, "#1f5fae"));
  await page.getByLabel("First Name").fill("Ines");
  await expect(page.getByRole("button", { name: "Uploading…" })).toBeDisabled();
  send();
  const oldHandle = await page.getByLabel(/handle/i).inputValue();
  await page.getByRole("button", { name: "Open my store" }).tap();
  await expect(page.getByRole("link", { name: "Add product" })).toBeVisible();

  // Products: at what one likes to pay, at a day, at an hour, and two of them together.
  const day = new Date(Date.now() + 4 * 86_400_000).toISOString().slice(0, 10);
  const letter = await addProduct(page, "Service", "The night letter", async (form) => {
    await form.getByRole("switch", { name: "Pay what you want" }).tap();
    await form.getByLabel("Minimum").fill("5,00");
    await form.getByLabel("Suggested amount").fill("12,00");
  });
  const walk = await addProduct(page, "Event", "Walk at dusk", async (form) => {
    await form.getByLabel("Price", { exact: true }).fill("25");
    await form.getByLabel(/^Begins/).fill(`${day}T18:00`);
    await form.getByLabel(/^Ends/).fill(`${day}T20:00`);
    await form.getByRole("textbox", { name: "Place" }).fill("The old mill");
  });
  const review = await addProduct(page, "1:1 Session", "Portfolio review", async (form) => {
    await form.getByLabel("Price", { exact: true }).fill("90");
    await form.getByLabel("Link to join").fill("https://meet.example.com/ines");
  });
  const guide = { title: "Field guide", slug: "field-guide", type: "SERVICE", priceCents: 1_900 };
  const made = await page.request.post("/api/products", { data: guide });
  expect(made.status(), await made.text()).toBe(201);
  const { id: guideId } = (await made.json()) as { id: string };
  await page.request.put(`/api/products/${guideId}`, { data: { active: true } });
  const bundle = await addProduct(page, "Bundle", "All my walks", async (form) => {
    await form.getByLabel("Price", { exact: true }).fill("35");
    for (const name of ["Field guide", "Walk at dusk"])
      await form.getByLabel("Add a product").selectOption(name);
    await keepPicture(page, "bundle-form");
  });

  // The first buyer pays what they like, and says how it was.
  const first = await phoneOf(browser);
  const fan = newAddress("fan");
  await first.goto(`/u/${oldHandle}`);
  await buy(first, letter, fan, async () => {
    await first.getByText("Another amount").tap();
    await first.getByLabel("Your amount").fill("7,50");
    await expect(first.getByText("= $7.50")).toBeVisible();
  });
  const bought = await mailTo(page.request, fan, /The night letter/);
  expect(bought.text).toContain("$7.50");
  const asked = await first.request.post("/api/membership/request-access", { data: { email: fan } });
  expect(asked.status()).toBe(200);
  const token = /\b\d{6}\b/.exec((await mailTo(first.request, fan, /code/i)).text)?.[0] ?? "";
  await first.request.post("/api/membership/verify-token", { data: { email: fan, token } });
  const words = "It came on a grey morning and made it a good one.";
  const written = await first.request.put(`/api/products/${letter.id}/my-review`, {
    data: { rating: 5, text: words, authorName: "Fay" },
  });
  expect(written.status(), await written.text()).toBe(200);

  // Who wants to hear more can join.
  await page.goto("/admin?tab=customers&view=subscribers");
  await page.getByRole("switch", { name: "Fans can join" }).tap();
  await page.getByLabel("Title").fill("Letters on light");
  await page.getByRole("button", { name: "Save list" }).tap();
  await expect(page.getByText("Your store shows your list.").first()).toBeVisible();

  // The page: a theme, the accent of the picture, a cover, a link, and what a buyer said.
  await page.goto("/design");
  const saved = page.getByRole("status").filter({ hasText: /^Saved$/ });
  await page.locator("label").filter({ hasText: "Gallery" }).tap();
  const swatch = page
    .getByRole("group", { name: "From your picture" })
    .getByRole("button", { name: /^Accent #/ })
    .first();
  const accent = /#[0-9a-f]{6}/.exec((await swatch.getAttribute("aria-label")) ?? "")?.[0] ?? "";
  await swatch.tap();
  await page
    .getByRole("group", { name: "Cover picture" })
    .locator('input[type="file"]')
    .setInputFiles(await picture("cover.png", 1_600, 600, "#2d6a6a"));
  await page.getByLabel("What the cover shows").fill("The mill in the evening");
  const add = async (kind: string) => {
    await page.getByRole("button", { name: "Add a block" }).tap();
    await page.getByRole("menuitem", { name: new RegExp(`^${kind}`) }).tap();
  };
  await add("Link");
  await page.getByLabel("Words on the button").fill("My photographs");
  await page.getByLabel("Leads to").fill("example.com/photographs");
  await page.getByLabel("Leads to").blur();
  await add("Review");
  await page.locator("label").filter({ hasText: words }).tap();
  await expect(saved).toBeVisible();
  await keepPicture(page, "studio");
  await page.getByRole("button", { name: "Publish", exact: true }).tap();
  await expect(page.getByText("Everybody sees your store like this now.", { exact: true })).toBeVisible();

  // Another handle: what is printed leads on.
  await page.goto("/account");
  const handle = `walks_${crypto.randomUUID().slice(0, 8)}`;
  await page.getByLabel("Handle").fill(handle);
  await expect(page.getByText(`@${handle} is free`)).toBeVisible();
  await expect(
    page.getByText(`Links to /u/${oldHandle} redirect to the new address for a year.`),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save profile" }).tap();
  await expect(page.getByText("Your store shows your new profile.").first()).toBeVisible();

  // A buyer comes by the old link, and reads before they pay.
  const buyer = await phoneOf(browser);
  const email = newAddress("ada");
  await buyer.goto(`/u/${oldHandle}`);
  await expect(buyer).toHaveURL(`/u/${handle}`);
  await expect(buyer.locator(".store")).toHaveAttribute("data-look", "gallery");
  await expect(buyer.getByRole("img", { name: "The mill in the evening" })).toBeVisible();
  await expect(buyer.getByRole("link", { name: "My photographs" })).toBeVisible();
  await expect(buyer.getByText(words)).toBeVisible();
  await expect(buyer.getByRole("link", { name: "Join the list" })).toBeVisible();
  await expectAccessible(buyer);
  await keepPicture(buyer, "store");
  await buyer.getByRole("link", { name: "The night letter", exact: true }).first().tap();
  await buyer
    .getByRole("link", { name: /^Rated 5.0/ })
    .first()
    .tap();
  await expect(buyer).toHaveURL(/#reviews$/);
  await expect(buyer.getByText(words)).toBeVisible();
  await keepPicture(buyer, "product");

  await buyer.goto(`/u/${handle}`);
  await buy(buyer, walk, email, async () => {
    const brand = () =>
      buyer.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--brand"));
    expect(await brand()).toBe(accent);
  });
  await keepPicture(buyer, "order");
  await buyer.goto(`/u/${handle}`);
  await buy(buyer, review, email, async () => {
    await buyer.getByRole("combobox", { name: "Day" }).selectOption({ index: 2 });
    await buyer.getByRole("group", { name: /^Time/ }).locator("label").first().tap();
    await expect(buyer.getByText(/^For Ines: /)).toBeVisible();
    await keepPicture(buyer, "checkout");
  });
  await expect(buyer.getByText(/^.+ – .+New York time/)).toBeVisible();
  await buyer.goto(`/u/${handle}`);
  const other = newAddress("bea");
  await buy(buyer, bundle, other);
  const parts = buyer.getByRole("list").filter({ hasText: "Field guide" }).first();
  await expect(parts).toContainText("Walk at dusk");

  // A day before the event each of its buyers hears of it, in the creator's colours as all their mails are.
  const minutes = Math.ceil((Date.parse(`${day}T18:00:00Z`) - Date.now()) / 60_000) - 23 * 60;
  await page.request.post("/api/dev/clock", { data: { advanceMinutes: minutes } });
  for (const to of [email, other]) {
    const reminder = await mailTo(page.request, to, /^(Today|Tomorrow) at .+: Walk at dusk/);
    expect(reminder.html).toContain(accent);
  }
  const receipt = await mailTo(page.request, email, /Portfolio review/);
  for (const mail of [bought, receipt]) expect(mail.html).toContain("Ines");
  expect(receipt.html).toContain(accent);
  await first.context().close();
  await buyer.context().close();
});
