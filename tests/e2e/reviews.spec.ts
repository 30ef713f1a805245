import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { buyByCall } from "./support/buy-by-call.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";

const toast = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();

/** A product of a new creator's, whose browser this page is. */
async function newProduct(page: Page) {
  const creator = await signInAsNewCreator(page, { firstName: "Cleo" });
  const answer = await page.request.post("/api/products", {
    data: {
      title: "Field Guide",
      slug: `field-guide-${crypto.randomUUID().slice(0, 8)}`,
      type: "SERVICE",
      priceCents: 900,
    },
  });
  expect(answer.status()).toBe(201);
  return { creator, product: (await answer.json()) as { id: string } };
}

/** Proves by its mailed code that the browser of these requests is the address's. */
async function proveAddress(request: APIRequestContext, email: string) {
  const asked = await request.post("/api/membership/request-access", { data: { email } });
  expect(asked.status()).toBe(200);
  const { text } = await mailTo(request, email, /code/i);
  const token = /\b\d{6}\b/.exec(text)?.[0] ?? "";
  const proved = await request.post("/api/membership/verify-token", { data: { email, token } });
  expect(proved.status()).toBe(200);
}

test("a buyer proves their address, reviews what they bought, and the creator answers @any-width", async ({
  page: creatorPage,
  browser,
}) => {
  const { creator, product } = await newProduct(creatorPage);
  const page = await (await browser.newContext()).newPage();
  const email = newAddress("reviewer");
  const store = `/u/${creator.handle}`;
  await buyByCall(page.request, product.id, email);
  await page.goto(store);
  await expect(page.getByText("Field Guide").first()).toBeVisible();
  await expect(page.getByText("★")).toBeHidden();

  // Paying has proved no address: the product's page asks for it in place.
  await page.goto(`/checkout/${product.id}`);
  await expect(page.getByRole("heading", { name: "Secure Checkout" })).toBeVisible();
  await page.mouse.wheel(0, 5_000);
  await page.getByRole("button", { name: "Verify your email to review" }).click();
  await page.getByRole("region", { name: "Reviews" }).getByLabel("Email Address").fill(email);
  await page.getByRole("button", { name: "Send Verification Code" }).click();
  const { text } = await mailTo(page.request, email, /code/i);
  await page.getByLabel("6-Digit Code").fill(/\b\d{6}\b/.exec(text)?.[0] ?? "");

  await page.getByRole("button", { name: "Write a review" }).click();
  await page.getByRole("button", { name: "Publish review" }).click();
  await expect(page.getByRole("alert")).toHaveText("Choose 1 to 5 stars");
  await expect(page.getByRole("radio", { name: "1 star" })).toBeFocused();
  await expectAccessible(page);
  for (let star = 1; star < 4; star += 1) await page.keyboard.press("ArrowRight");
  await expect(page.getByText("Very good, 4 stars of 5")).toBeVisible();
  const own = page.getByRole("region", { name: "Reviews" });
  await own.getByLabel("Your review").fill("Found two birds I had never noticed.\n<b>Thank you</b>");
  await own.getByLabel("Name shown with it").fill("Bea");
  // The proof ends meanwhile: the address is proved again, and what was written is still there.
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Publish review" }).click();
  await expect(own.getByText(/^What you have written is kept/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Verify your email to review" })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Verify your email to review" }).click();
  for (const step of ["request-access", "verify-token"])
    await page.route(`**/api/membership/${step}`, (route) => route.fulfill({ json: { sessionToken: "" } }), {
      times: 1,
    });
  await own.getByLabel("Email Address").fill(email);
  await page.getByRole("button", { name: "Send Verification Code" }).click();
  await page.context().addCookies(cookies);
  await page.getByLabel("6-Digit Code").fill("123456");
  await expect(own.getByLabel("Your review")).toHaveValue(/^Found two birds/);
  await page.getByRole("button", { name: "Publish review" }).click();
  await toast(page, "Review saved");
  // The notification takes presses, and not what is around it.
  const corner = () => document.elementFromPoint(innerWidth - 4, innerHeight - 4)?.closest("ol") === null;
  expect(await page.evaluate(corner)).toBe(true);
  await expect(own.getByText("1 review", { exact: true })).toBeVisible();
  await expect(own.getByText("<b>Thank you</b>")).toBeVisible();
  await expectAccessible(page);

  await expect(async () => {
    await page.goto(store);
    await expect(page.getByText("Rated 4.0 of 5 in 1 review")).toBeAttached({ timeout: 10_000 });
  }).toPass();

  // The creator hears of it, and answers.
  const notice = await mailTo(creatorPage.request, creator.email, /4 stars for Field Guide/);
  expect(notice.text).toContain("Found two birds");
  await creatorPage.goto("/admin?tab=customers&view=reviews");
  await expect(creatorPage.getByRole("tab", { name: /Reviews 1 unanswered/ })).toBeVisible();
  await creatorPage.getByRole("button", { name: "Answer the review of Bea" }).click();
  await creatorPage.getByLabel("Your answer").fill("Which ones?");
  await expectAccessible(creatorPage);
  await creatorPage.getByRole("button", { name: "Save answer" }).click();
  await toast(creatorPage, "Answer saved");
  await expect(creatorPage.getByRole("tab", { name: "Reviews", exact: true })).toBeVisible();
  await expectAccessible(creatorPage);
});

test("a review is found again among what was bought: changed, and deleted once that was meant @any-width", async ({
  page: creatorPage,
  browser,
}) => {
  const { product } = await newProduct(creatorPage);
  const page = await (await browser.newContext()).newPage();
  const email = newAddress("reviewer");
  await buyByCall(page.request, product.id, email);
  await proveAddress(page.request, email);
  const written = await page.request.put(`/api/products/${product.id}/my-review`, { data: { rating: 4 } });
  expect(written.status()).toBe(200);
  const [review] = (
    (await (await creatorPage.request.get("/api/reviews")).json()) as { reviews: { id: string }[] }
  ).reviews;
  const answered = await creatorPage.request.put(`/api/reviews/${review?.id}/answer`, {
    data: { text: "Which ones?" },
  });
  expect(answered.status()).toBe(200);

  await page.goto("/members");
  await page.getByRole("button", { name: "Your review: Field Guide" }).click();
  const dialog = page.getByRole("dialog", { name: "Your review" });
  await expect(dialog.getByText("Which ones?")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Edit review" }).click();
  await expect(dialog.getByRole("radio", { name: "4 stars" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  const asked = page.getByRole("alertdialog");
  await page.keyboard.press("Escape");
  await expect(asked.getByText("Discard changes?")).toBeVisible();
  await expectAccessible(page);
  await asked.getByRole("button", { name: "Keep editing" }).click();
  await dialog.getByRole("button", { name: "Save review" }).click();
  await expect(dialog.getByRole("img", { name: "5 of 5 stars" })).toBeVisible();
  await dialog.getByRole("button", { name: "Delete review" }).click();
  await asked.getByRole("button", { name: "Cancel" }).click();
  await dialog.getByRole("button", { name: "Delete review" }).click();
  // Nothing closes the question while its answer is carried out.
  const held = Promise.withResolvers<void>();
  await page.route("**/my-review", async (route) => {
    if (route.request().method() === "DELETE") await held.promise;
    await route.continue();
  });
  await asked.getByRole("button", { name: "Delete review" }).click();
  await expect(asked.getByRole("button", { name: "Cancel" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(asked.getByRole("button", { name: "Delete review" })).toBeVisible();
  held.resolve();
  await toast(page, "Review deleted");
  const emptied = page.getByRole("dialog", { name: "Leave a review" });
  await expect(emptied.getByRole("button", { name: "Write a review" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(emptied).toBeHidden();
});

test("whoever has not bought a product reads its reviews and cannot write one @phone", async ({ page }) => {
  const products = (await (await page.request.get("/api/creators/demo/products")).json()) as {
    id: string;
    rating: { count: number } | null;
  }[];
  const rated = products.find(({ rating }) => (rating?.count ?? 0) > 10);
  await page.goto(`/checkout/${rated?.id}`);
  await expect(page.getByRole("heading", { name: "Secure Checkout" })).toBeVisible();
  await page.mouse.wheel(0, 5_000);
  const reviews = page.getByRole("region", { name: "Reviews" });
  await expect(reviews.getByRole("article")).toHaveCount(10);
  await reviews.getByRole("button", { name: "Show more reviews" }).click();
  await expect(reviews.getByRole("article").nth(10)).toBeVisible();
  await expect(page.getByRole("button", { name: /review$/ })).toBeHidden();
  await expectAccessible(page);
});
