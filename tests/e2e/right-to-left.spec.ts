import { expect, type Page, test } from "@playwright/test";
import { buyByCall } from "./support/buy-by-call.ts";
import { card, completePurchase, fillCheckout } from "./support/checkout.ts";
import { signInAsDemo } from "./support/creator.ts";
import { copyHebrewStore } from "./support/hebrew-store.ts";
import { mailsTo, mailTo, newAddress } from "./support/mailbox.ts";
import { findMisdirected } from "./support/misdirected.ts";
import { openOwnShop } from "./support/own-shop.ts";

openOwnShop(15, copyHebrewStore);

type Product = { id: string; slug: string; type: string };

const name = "דוד בן־גוריון";

test("finds text that runs the wrong way or is not kept apart from its sentence", async ({ page }) => {
  const of = async (body: string) => {
    await page.setContent(`<!doctype html><body>${body}</body>`);
    return page.evaluate(findMisdirected);
  };
  expect(await of("<p>שלום!</p>")).toEqual(["runs left to right: <p> שלום!"]);
  expect(await of("<p>New order from שלום!</p>")).toEqual(["not kept apart: <p> New order from שלום!"]);
  expect(await of("<input value='שלום!'>")).toEqual(["runs left to right: <input> שלום!"]);
  expect(await of("<p style='display: flex'>Open “<bdi>שלום!</bdi>”</p>")).toEqual([
    "stands apart from its sentence: <p> Open “שלום!”",
  ]);
  expect(
    await of("<p>New order from <bdi>שלום!</bdi></p><p dir=auto>שלום!</p><input dir=auto value='שלום!'>"),
  ).toEqual([]);
});

test("what buyers read in Hebrew runs from right to left on every page", async ({ page, request }) => {
  const look = lookAt(page);
  const listed = (await (await page.request.get("/api/creators/demo/products")).json()) as Product[];
  // One of each type is shown as all of its type are.
  const products = [...new Map(listed.map((product) => [product.type, product])).values()];
  const idOf = (type: string) => products.find((product) => product.type === type)?.id ?? "";
  const course = products.find((product) => product.type === "COURSE");
  const coursePage = `/course/${course?.slug}?store=demo`;
  for (const path of ["/u/demo", "/u/demo/join", "/report/demo", coursePage]) await look(path);
  for (const { id, slug } of products)
    for (const path of [`/u/demo/${slug}`, `/checkout/${id}`]) await look(path);
  await look(`/report/demo/${course?.slug}`);
  await look(`/u/demo/${course?.slug}/reviews`);

  const email = newAddress("hebrew");
  await page.goto(`/checkout/${idOf("COURSE")}`);
  await fillCheckout(page, { email, name, card: card.good });
  await look(null);
  await completePurchase(page);
  await expect(page).toHaveURL(/post-purchase|success/);
  await look(null);
  for (const type of ["MEMBERSHIP", "EVENT", "SERVICE"]) await buyByCall(page.request, idOf(type), email);
  await page.request.post("/api/membership/request-access", { data: { email } });
  const { text } = await mailTo(request, email, /code/i);
  const token = /\b\d{6}\b/.exec(text)?.[0] ?? "";
  await page.request.post("/api/membership/verify-token", { data: { email, token } });
  for (const path of ["/members", coursePage]) await look(path);

  const mails = await mailsTo(request, email);
  expect(mails.length).toBeGreaterThan(3);
  for (const { subject, html } of mails) {
    await page.setContent(html);
    expect.soft([subject, await page.evaluate(findMisdirected)]).toEqual([subject, []]);
  }
});

test("what creators and buyers typed in Hebrew runs from right to left on every screen of the dashboard @any-width", async ({
  page,
}) => {
  await signInAsDemo(page);
  const look = lookAt(page);
  for (const path of dashboard) await look(path);

  const listed = (await (await page.request.get("/api/creators/demo/products")).json()) as Product[];
  const course = listed.find(({ type }) => type === "COURSE")?.id;
  for (const path of [`/course-editor/${course}`, `/course-preview/${course}`]) await look(path);
  for (const { id } of new Map(listed.map((product) => [product.type, product])).values())
    await look(`/admin?tab=products&product=${id}`);
  await page.goto("/social?tab=conversations");
  await page.locator("[data-conversation]").first().click();
  await look(null);
  await page.goto("/admin?tab=customers&view=orders");
  await page.getByRole("row").nth(1).getByRole("button").first().click();
  await look(null);
  await page.goto("/admin?tab=customers&view=customers");
  await page.getByRole("row").nth(1).getByRole("button").first().click();
  await look(null);
});

const dashboard = [
  "/",
  "/account",
  "/design",
  ...["products", "offers", "coupons", "affiliates", "abandoned-carts", "mailings"].map(
    (tab) => `/admin?tab=${tab}`,
  ),
  ...["store", "plan", "payouts", "shipping", "notifications", "team", "security", "data"].map(
    (view) => `/admin?tab=settings&view=${view}`,
  ),
  ...["orders", "customers", "reviews", "assignments", "services", "subscribers"].map(
    (view) => `/admin?tab=customers&view=${view}`,
  ),
  ...["overview", "memberships", "customers", "courses", "refunds"].map(
    (view) => `/admin?tab=analytics&view=${view}`,
  ),
  ...["accounts", "responses", "conversations", "analytics"].map((tab) => `/social?tab=${tab}`),
];

/** Opens a page, unless it is there already, and finds nothing on it that runs the wrong way. */
const lookAt = (page: Page) => async (path: string | null) => {
  if (path !== null) await page.goto(path);
  await page.waitForLoadState("networkidle");
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          (document.querySelector("main")?.innerText.length ?? 0) > 40 &&
          document.querySelector("[aria-busy='true'], .animate-pulse") === null,
      ),
    )
    .toBe(true);
  expect.soft([path, await page.evaluate(findMisdirected)]).toEqual([path, []]);
};
