import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { expectAccessibleInBothWidths, inBothWidths } from "./support/both-widths.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { overhangOf } from "./support/overhang.ts";

test("a buyer reads a product's page and its reviews before paying, without a script @phone", async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/u/demo?aff=FRIEND20&code=WELCOME10");
  await page.getByRole("link", { name: "Brand Design: From Brief to Launch", exact: true }).click();
  await expect(page).toHaveURL("/u/demo/brand-design-course?aff=FRIEND20&code=WELCOME10");
  await expect(
    page.getByRole("heading", { level: 1, name: "Brand Design: From Brief to Launch" }),
  ).toBeVisible();
  await expect(page.getByText("3 modules, 11 lessons, 40 min in total")).toBeVisible();
  const enroll = page.getByRole("link", { name: "Enroll", exact: true }).filter({ visible: true });
  // Without scripts there is no frame to wait for.
  for (const size of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await expect(page.getByText("30-Day Refund").filter({ visible: true })).toBeVisible();
    await expect(enroll).toBeVisible();
  }

  await page.getByText("Design the identity").click();
  await expect(page.getByText("Text, 4 min, Quiz")).toBeVisible();
  await expect(page.getByText("Video, 3 min, Assignment")).toBeVisible();
  await page.getByText("Launch and get paid").click();
  await page.getByText("Is it for beginners?").click();
  await expect(page.getByText(/It is about the way, not about the tools/)).toBeVisible();
  await page
    .getByRole("link", { name: /^Rated .* reviews$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/brand-design-course\?aff=FRIEND20&code=WELCOME10#reviews$/);

  // How many buyers of the demo store have spoken depends on the hour it is planted: of one product there are pages of them.
  const products = (await (await page.request.get("/api/creators/demo/products")).json()) as {
    slug: string;
    title: string;
    rating: { count: number } | null;
  }[];
  const [rated] = products.toSorted((a, b) => (b.rating?.count ?? 0) - (a.rating?.count ?? 0));
  if (!rated) throw new Error("The demo store has no products");
  await page.goto(`/u/demo/${rated.slug}?aff=FRIEND20&code=WELCOME10`);
  const readAll = page.getByRole("link", { name: /^Read all \d+ reviews$/ });
  const count = Number(/\d+/.exec(await readAll.innerText())?.[0]);
  await readAll.click();
  await expect(page.getByRole("article")).toHaveCount(10);
  await page.getByRole("link", { name: "Older reviews" }).click();
  await expect(page.getByRole("article")).toHaveCount(Math.min(count - 10, 10));
  await page.getByRole("link", { name: "Newest reviews" }).click();
  await page.getByRole("link", { name: rated.title, exact: true }).click();
  await expect(page).toHaveURL(`/u/demo/${rated.slug}?aff=FRIEND20&code=WELCOME10`);

  await page.goto("/u/demo/brand-design-course?aff=FRIEND20&code=WELCOME10");
  await enroll.click();
  await expect(page).toHaveURL(/\/checkout\/[0-9a-f-]+\?aff=FRIEND20&code=WELCOME10$/);
  await context.close();
});

test("every product's page stands on its own: accessible, without a script, within the screen @phone", async ({
  page,
  request,
}) => {
  const products = (await (await request.get("/api/creators/demo/products")).json()) as { slug: string }[];
  for (const { slug } of products) {
    await page.goto(`/u/demo/${slug}`);
    const scripts = await page.locator("script:not([type]), script[type='module']").count();
    await inBothWidths(page, async () => {
      expect([slug, scripts, await overhangOf(page)]).toEqual([slug, 0, 0]);
    });
  }
  await expectAccessibleInBothWidths(page);
  await page.goto(`/u/demo/${products[0]?.slug}/reviews`);
  await expectAccessibleInBothWidths(page);
});

test("what the keyboard reaches on a phone is never under the buy bar @phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/u/demo/brand-design-course");
  for (let press = 0; press < 25; press++) {
    await page.keyboard.press("Tab");
    const isFree = await page.evaluate(() => {
      const focused = document.activeElement;
      const bar = document.querySelector(".buy-bar");
      if (!focused || !bar || focused === document.body || bar.contains(focused)) return true;
      const [own, covered] = [focused.getBoundingClientRect(), bar.getBoundingClientRect()];
      return own.top < covered.top || own.top >= covered.bottom;
    });
    expect(isFree, await page.evaluate(() => document.activeElement?.textContent ?? "")).toBe(true);
  }
});

test("a product's page shows a change at once, and its old address leads to the new one @any-width", async ({
  page,
}) => {
  const creator = await signInAsNewCreator(page);
  const slug = `kit-${Date.now()}`;
  const body = { title: "The kit", slug, type: "SERVICE", priceCents: 1900 };
  const made = await page.request.post("/api/products", { data: body });
  const { id } = (await made.json()) as { id: string };
  await page.goto(`/u/${creator.handle}/${slug}`);
  await expect(page.getByRole("heading", { level: 1, name: "The kit" })).toBeVisible();
  const renamed = await page.request.put(`/api/products/${id}`, {
    data: { title: "The new kit", slug: `${slug}-new` },
  });
  expect(renamed.status()).toBe(200);
  await page.goto(`/u/${creator.handle}/${slug}?aff=MAYA`);
  await expect(page).toHaveURL(`/u/${creator.handle}/${slug}-new?aff=MAYA`);
  await expect(page.getByRole("heading", { level: 1, name: "The new kit" })).toBeVisible();
});

test("a creator answers in advance what buyers ask, in the order they choose @phone", async ({ page }) => {
  const creator = await signInAsNewCreator(page);
  const slug = `kit-${Date.now()}`;
  const data = { title: "The kit", slug, type: "SERVICE", priceCents: 1900 };
  const { id } = (await (await page.request.post("/api/products", { data })).json()) as { id: string };
  await page.goto(`/admin?tab=products&product=${id}`);
  const dialog = page.getByRole("dialog", { name: "Edit Product" });
  for (const [number, question] of [
    [1, "How soon?"],
    [2, "For whom?"],
  ] as const) {
    await dialog.getByRole("button", { name: "Add a question", exact: true }).click();
    await expect(dialog.getByLabel(`Question ${number}`, { exact: true }).locator("input")).toBeFocused();
    await page.keyboard.type(question);
    if (number === 2) break;
    await page.keyboard.press("Tab");
    await page.keyboard.type("Within a week");
  }
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Write the answer")).toBeVisible();
  await page.keyboard.type("For everybody");
  await dialog.getByRole("button", { name: "Move question 2 up" }).click();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await page.goto(`/u/${creator.handle}/${slug}`);
  const section = page.getByRole("region", { name: "Questions and answers" });
  await expect(section.locator("summary")).toHaveText(["For whom?", "How soon?"]);
  await section.getByText("For whom?").click();
  await expect(section.getByText("For everybody")).toBeVisible();
});

test("a creator adds pictures, says what they show and puts one first; a buyer looks at them by keys @phone", async ({
  page,
  browser,
}) => {
  const { handle } = await signInAsNewCreator(page, { firstName: "Pia" });
  await page.goto("/admin?tab=products&product=new");
  const dialog = page.getByRole("dialog", { name: "Add Product" });
  await dialog
    .getByRole("group", { name: /Product type/ })
    .getByText("Service", { exact: true })
    .click();
  await page.getByLabel("Title").fill("A mural");
  const more = dialog.getByRole("group", { name: "More pictures" });
  const add = async (count: number) => {
    const picture = { name: `${count}.png`, mimeType: "image/png", buffer: await page.screenshot() };
    await more.locator('input[type="file"]').setInputFiles(picture);
    await expect(more.getByText(`${count} / 7`)).toBeVisible();
  };
  await add(1);
  await add(2);
  await more.getByLabel("What picture 1 shows").fill("The wall before");
  await more.getByLabel("What picture 2 shows").fill("The wall after");
  await more.getByRole("button", { name: "Move picture 2 to the front" }).click();
  await expect(more.getByLabel("What picture 1 shows")).toHaveValue("The wall after");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create Product" }).click();
  await expect(page.getByText("Product created successfully", { exact: true })).toBeVisible();

  const buyer = await (await browser.newContext()).newPage();
  await buyer.goto(`/u/${handle}`);
  await buyer.getByRole("link", { name: "A mural", exact: true }).click();
  const pictures = buyer.getByRole("list", { name: "Pictures" });
  await expect(pictures.getByRole("img", { name: "The wall after" })).toBeInViewport();
  await expect(pictures.getByRole("img", { name: "The wall before" })).not.toBeInViewport();
  await buyer.getByRole("link", { name: "Picture 2 of 2: The wall before" }).press("Enter");
  await expect(pictures.getByRole("img", { name: "The wall before" })).toBeInViewport();
  await expectAccessible(buyer);
});
