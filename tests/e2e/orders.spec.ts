import { readFile } from "node:fs/promises";
import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";

type Bought = { id: string; email: string };

async function posted<T>(request: APIRequestContext, url: string, data: object): Promise<T> {
  const answer = await request.post(url, { data });
  expect(answer.status(), `${url}: ${await answer.text()}`).toBeLessThan(300);
  return (await answer.json()) as T;
}

/** Two products of the signed-in creator, the second offered with the first. */
async function makeShop(request: APIRequestContext) {
  const product = (title: string, price: number) =>
    posted<{ id: string }>(request, "/api/products", {
      title,
      slug: `${title.toLowerCase().replaceAll(" ", "-")}-${crypto.randomUUID().slice(0, 8)}`,
      type: "SERVICE",
      priceCents: price,
    });
  const main = await product("Portfolio Review", 4_900);
  const extra = await product("Follow Up Call", 1_500);
  const bump = await posted<{ id: string }>(request, "/api/order-bumps", {
    mainProductId: main.id,
    bumpProductId: extra.id,
    title: "And a call",
    discountType: "FIXED",
    discountValue: 0,
  });
  return { productId: main.id, bumpId: bump.id };
}

/** Buys both products with a test card, as a page would. */
async function buy(
  request: APIRequestContext,
  { productId, bumpId }: { productId: string; bumpId: string },
  number = "4242424242424242",
): Promise<Bought> {
  const email = newAddress("buyer");
  const { paymentIntentId, clientSecret } = await posted<{ paymentIntentId: string; clientSecret: string }>(
    request,
    "/api/create-payment-intent",
    { productId, customerEmail: email, customerName: "Ada Buyer", orderBumps: [bumpId] },
  );
  await posted(request, `/api/sandbox/payment-intents/${paymentIntentId}/confirm`, {
    clientSecret,
    card: { number, expiry: "12/40", cvc: "123" },
    returnUrl: `http://localhost:${process.env["E2E_PORT"] ?? 3210}/success`,
  });
  let id = "";
  await expect
    .poll(async () => {
      const found = (await (await request.get("/api/orders", { params: { q: email } })).json()) as {
        id: string;
        status: string;
      }[];
      id = found[0]?.id ?? "";
      return found[0]?.status;
    })
    .toBe("PAID");
  return { id, email };
}

/** The badge of an order, not the choice of the filter. */
const badge = (page: Page, text: string) =>
  page.locator("span.rounded-full", { hasText: new RegExp(`^${text}$`) }).first();

const notice = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

test("a creator finds an order, notes it, refunds a part and then the rest @phone", async ({ page }) => {
  test.slow();
  await signInAsNewCreator(page, { firstName: "Ines" });
  const shop = await makeShop(page.request);
  const { email } = await buy(page.request, shop);
  await page.goto("/admin?tab=customers");
  await expect(page.getByText("1 order brought $64.00")).toBeVisible();
  await expect(badge(page, "PAID")).toBeVisible();

  await page.getByLabel(/^Choose: order of Ada Buyer/).check();
  const bar = page.getByRole("region", { name: "Chosen orders" });
  await expect(bar.getByText("1 chosen")).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await bar.getByRole("link", { name: "Export CSV" }).click();
  expect(await readFile(await (await download).path(), "utf8")).toContain(`"${email}"`);

  await page.getByLabel("Status", { exact: true }).selectOption("FAILED");
  await expect(page.getByText("Nothing matches these filters.")).toBeVisible();
  await expect(page).toHaveURL(/status=FAILED/);
  await page.getByLabel("Status", { exact: true }).selectOption("");
  await page.getByLabel("Filter orders").fill(email.split("@")[0] ?? "");
  await page.getByRole("button", { name: /^Order of/ }).click();

  await expect(page.getByRole("heading", { name: /^Order \d+ of/ })).toBeFocused();
  await expect(page.getByText("Visa ending in 4242")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Note").fill("Asked for a later date.");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByText("Asked for a later date.")).toBeVisible();
  // The next notification would take its place.
  await expect(notice(page, "Note added successfully")).toBeVisible();
  await page.getByRole("button", { name: "Resend receipt" }).click();
  await expect(notice(page, `Receipt sent to ${email}`)).toBeVisible();

  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Refund" });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Refund $0.00" }).click();
  await expect(dialog.getByText("Choose what to refund")).toBeVisible();
  await dialog.getByLabel("Amount: Follow Up Call").fill("20");
  await expect(dialog.getByText("At most $15.00")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Amount: Follow Up Call").fill("15");
  await dialog.getByRole("button", { name: "Refund $15.00" }).click();
  await expect(notice(page, "$15.00 refunded successfully")).toBeVisible();
  await expect(page.getByText("Partly refunded", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("Access revoked", { exact: true })).toBeVisible();
  expect((await mailTo(page.request, email, /refund/)).text).toContain("Total refunded: $15.00");

  await page.getByRole("button", { name: "Refund", exact: true }).click();
  await page.getByRole("button", { name: "Refund everything" }).click();
  await page.getByRole("button", { name: "Refund $49.00" }).click();
  await expect(notice(page, "$49.00 refunded successfully")).toBeVisible();
  await expect(badge(page, "REFUNDED")).toBeVisible();
  await expect(page.getByRole("button", { name: "Refund", exact: true })).toBeHidden();
  await expectAccessible(page);

  await page.goBack();
  await expect(page.getByLabel("Filter orders")).toBeVisible();
  await expect(badge(page, "REFUNDED")).toBeVisible();
});

test("a creator sees who bought, and closes and opens what they bought @any-width", async ({ page }) => {
  await signInAsNewCreator(page);
  const shop = await makeShop(page.request);
  const { email } = await buy(page.request, shop);
  await page.goto("/admin?tab=customers&view=customers");
  await page.getByRole("button", { name: "Ada Buyer" }).click();
  await expect(page.getByRole("heading", { name: "Ada Buyer" })).toBeFocused();
  await expect(page.getByRole("link", { name: email })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Order: Portfolio Review/ }).click();
  const act = async (action: string) => {
    await page.getByRole("button", { name: "Actions: Portfolio Review" }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await act("Revoke access");
  await expect(notice(page, "Access revoked successfully")).toBeVisible();
  await act("Restore access");
  await expect(notice(page, "Access restored successfully")).toBeVisible();
  await page.goto(`/admin?tab=customers&order=${crypto.randomUUID()}`);
  await expect(page.getByRole("heading", { name: "Order Not Found" })).toBeVisible();
  await page.getByRole("button", { name: "All orders" }).click();
  await expect(page.getByRole("tab", { name: "Recent Orders" })).toBeVisible();
});

test("a disputed order rests, and comes back when the dispute is won @any-width", async ({ page }) => {
  test.slow();
  const { email: creator } = await signInAsNewCreator(page);
  const shop = await makeShop(page.request);
  const { id } = await buy(page.request, shop, "4000000000000259");
  expect((await mailTo(page.request, creator, /A payment is disputed/)).text).toContain("$64.00");
  await page.goto(`/admin?tab=customers&order=${id}`);
  await expect(page.getByText("This payment is disputed")).toBeVisible();
  await expect(page.getByRole("button", { name: "Refund", exact: true })).toBeHidden();
  await expectAccessible(page);
  const disputes = (await (await page.request.get("/api/dev/sandbox/disputes")).json()) as {
    id: string;
    paymentIntent: string;
  }[];
  const order = (await (await page.request.get(`/api/orders/${id}`)).json()) as {
    payments: { paymentIntentId: string }[];
  };
  const dispute = disputes.find(({ paymentIntent }) => paymentIntent === order.payments[0]?.paymentIntentId);
  await posted(page.request, `/api/dev/sandbox/disputes/${dispute?.id}`, { outcome: "won" });
  await expect
    .poll(async () => {
      const seen = (await (await page.request.get(`/api/orders/${id}`)).json()) as { disputed: boolean };
      return seen.disputed;
    })
    .toBe(false);
  await page.reload();
  await expect(page.getByText("Dispute won")).toBeVisible();
  await expect(page.getByRole("button", { name: "Refund", exact: true })).toBeVisible();
});

/** The buyer's own page of an order, in the browser that bought it. */
async function openAsBuyer(page: Page, { id, email }: Bought) {
  const { payments } = (await (await page.request.get(`/api/orders/${id}`)).json()) as {
    payments: { paymentIntentId: string }[];
  };
  const search = { payment_intent: payments[0]?.paymentIntentId ?? "", customer_email: email };
  await page.goto(`/success?${new URLSearchParams(search)}`);
}

test("the buyer's page says what became of an order: refunded in part, refunded, disputed @any-width", async ({
  page,
}) => {
  test.slow();
  await signInAsNewCreator(page);
  const shop = await makeShop(page.request);
  const bought = await buy(page.request, shop);
  const refund = async (lines?: { orderItemId: string; amountCents: number }[]) =>
    posted(page.request, `/api/orders/${bought.id}/refunds`, { idempotencyKey: crypto.randomUUID(), lines });
  const { lines } = (await (await page.request.get(`/api/orders/${bought.id}`)).json()) as {
    lines: { id: string; totalPriceCents: number }[];
  };
  const call = lines.find(({ totalPriceCents }) => totalPriceCents === 1_500);
  await refund([{ orderItemId: call?.id ?? "", amountCents: 1_500 }]);
  await openAsBuyer(page, bought);
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  await expect(
    page.getByText(/\$15\.00 of it went back to the way you paid on \w+ \d+, \d{4}/),
  ).toBeVisible();
  await expectAccessible(page);

  await refund();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Order Refunded" })).toBeVisible();
  await expect(page.getByText(/\$64\.00 went back to the way you paid on \w+ \d+, \d{4}/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeHidden();
  await expectAccessible(page);

  const disputed = await buy(page.request, shop, "4000000000000259");
  await expect
    .poll(async () => {
      const seen = (await (await page.request.get(`/api/orders/${disputed.id}`)).json()) as {
        disputed: boolean;
      };
      return seen.disputed;
    })
    .toBe(true);
  await openAsBuyer(page, disputed);
  await expect(page.getByRole("heading", { name: "Order On Hold" })).toBeVisible();
  await expectAccessible(page);
});

test("the buyers' room leads a creator to their own members @any-width", async ({ page }) => {
  await signInAsNewCreator(page);
  await page.goto("/members");
  await page.getByRole("link", { name: "customer list" }).click();
  await expect(page.getByLabel("Which customers")).toHaveValue("true");
  await expect(page.getByText("Nothing matches these filters.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Which customers").selectOption("All customers");
  await expect(page.getByRole("heading", { name: "No Customers Yet" })).toBeVisible();
});
