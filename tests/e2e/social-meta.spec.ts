import { expect, type Page, test } from "@playwright/test";
import { type GraphServer, startGraphServer } from "#tests/support/graph-server/start-graph-server.ts";
import { startProductionServer, type ProductionServer } from "#tests/support/production-server.ts";
import { buyByCall } from "./support/buy-by-call.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { newAddress } from "./support/mailbox.ts";
import { ownPort } from "./support/own-port.ts";
import { copySeededStore } from "./support/seeded-store.ts";

let graph: GraphServer;
let shop: ProductionServer;

test.beforeAll(async () => {
  const port = ownPort(9);
  graph = await startGraphServer({ redirectUris: [`http://localhost:${port}/oauth/instagram/callback`] });
  shop = await startProductionServer({
    port,
    fill: copySeededStore,
    env: { ...graph.environment, RATE_LIMIT_FACTOR: "100" },
  });
  graph.sendWebhooksTo(shop.url);
});
test.afterAll(async () => {
  await shop?.stop();
  await graph?.close();
});

async function post<T>(page: Page, path: string, data: object): Promise<T> {
  const answer = await page.request.post(path, { data });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
  return (await answer.json()) as T;
}

test("a real Instagram account is connected in its own window, answers a keyword once, and sells by it", async ({
  browser,
}) => {
  test.slow();
  const ada = graph.addInstagram("ada.bakes");
  const page = await browser.newPage({ baseURL: shop.url });
  await signInAsNewCreator(page);
  const slug = `guide-${crypto.randomUUID().slice(0, 8)}`;
  const product = await post<{ id: string }>(page, "/api/products", {
    title: "Sourdough guide",
    slug,
    type: "SERVICE",
    priceCents: 4_000,
  });

  await page.goto("/social?connect=new");
  const dialog = page.getByRole("dialog", { name: "Connect Account" });
  const leave = async () => {
    const popup = page.waitForEvent("popup");
    await dialog.getByRole("button", { name: "Instagram real account" }).click();
    return popup;
  };
  await (await leave()).getByRole("button", { name: "Cancel" }).click();
  await expect(
    page.getByText("You did not agree at Instagram, so nothing changed.", { exact: true }),
  ).toBeVisible();
  const popup = await leave();
  await expect(popup.getByRole("heading", { name: "Instagram" })).toBeVisible();
  await popup.getByRole("button", { name: "Allow" }).click();
  await expect(page.getByText("Social account connected successfully", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "@ada.bakes" })).toBeVisible();

  const accounts = await page.request.get("/api/social-accounts");
  const [account] = (await accounts.json()) as { id: string }[];
  await post(page, "/api/keyword-responses", {
    socialAccountId: account?.id,
    keyword: "GUIDE",
    responseType: "PRODUCT_LINK",
    responseText: "Voilà, the guide 🥖",
    productId: product.id,
  });

  graph.webhooks.chaos.duplicates = 1;
  const { personId } = graph.people.write(ada.id, "fan", "guide please 🙏");
  await expect.poll(() => graph.ledger.length).toBe(1);
  const [reply] = graph.ledger;
  expect(reply).toMatchObject({ personId, text: expect.stringContaining("Voilà, the guide 🥖") });

  const buyer = await browser.newContext({ baseURL: shop.url });
  const led = await buyer.request.get(reply?.button?.url ?? "");
  expect(new URL(led.url()).pathname).toMatch(/^\/u\/[^/]+\/[^/]+$/);
  await buyByCall(buyer.request, product.id, newAddress("buyer"));
  await buyer.close();

  await page.goto("/social?tab=responses");
  await expect(
    page.getByRole("row").filter({ hasText: "Voilà, the guide" }).getByText("$40.00"),
  ).toBeVisible();

  const { commentId } = graph.people.comment(ada.id, "second.fan", "GUIDE!");
  await expect.poll(() => graph.ledger.length).toBe(2);
  expect(graph.ledger[1]).toMatchObject({ commentId, isPublic: false });
  // The echoes of both, and every second delivery, have changed nothing.
  await graph.webhooks.idle();
  expect(graph.ledger).toHaveLength(2);
  await page.close();
});
