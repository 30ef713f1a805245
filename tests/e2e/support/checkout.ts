import { expect, type Page } from "@playwright/test";

type Product = { id: string; slug: string; title: string; type: string; priceCents: number };

/** The demo store's first product that fits. */
export async function demoProduct(page: Page, fits: (product: Product) => boolean): Promise<Product> {
  const answer = await page.request.get("/api/creators/demo/products");
  const product = ((await answer.json()) as Product[]).find(fits);
  if (!product) throw new Error("the demo store has no such product");
  return product;
}

/** The demo store's product of a slug: those with offers are known by theirs. */
export const demoProductNamed = (page: Page, slug: string): Promise<Product> =>
  demoProduct(page, (product) => product.slug === slug);

/** Fills in the checkout page as a buyer would, up to the last click. */
export async function fillCheckout(
  page: Page,
  buyer: { email: string; name: string; card?: string },
): Promise<void> {
  await expect(page.getByRole("heading", { name: "Secure Checkout" })).toBeVisible();
  await page.getByLabel("Email Address").fill(buyer.email);
  await page.getByLabel("Full Name").fill(buyer.name);
  if (!buyer.card) return;
  await page.getByLabel("Card number").fill(buyer.card);
  await page.getByLabel("Expiration date").fill("12/40");
  await page.getByLabel("Security code").fill("123");
}

/** On a phone the order's figures and its coupon are behind one line. */
export async function openSummary(page: Page): Promise<void> {
  const line = page.getByRole("button", { name: /^Show order summary/ });
  await expect(page.getByRole("heading", { name: "Secure Checkout" })).toBeVisible();
  // Without its styles a wide page would have it, too.
  await page.waitForLoadState();
  if (!(await line.isVisible())) return;
  await line.click();
  await expect(page.getByRole("button", { name: /^Hide order summary/ })).toBeVisible();
}

export const completePurchase = (page: Page) =>
  page.getByRole("button", { name: /^(Complete Purchase - \$|Get it free$)/ }).click();

export const card = {
  good: "4242424242424242",
  declined: "4000000000000002",
  asksForAuthentication: "4000002760003184",
};
