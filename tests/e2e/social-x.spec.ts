import { expect, type Page, test } from "@playwright/test";
import { type ProductionServer, startProductionServer } from "#tests/support/production-server.ts";
import { startXServer, type XServer } from "#tests/support/x-server/start-x-server.ts";
import { buyByCall } from "./support/buy-by-call.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { newAddress } from "./support/mailbox.ts";
import { ownPort } from "./support/own-port.ts";
import { copySeededStore } from "./support/seeded-store.ts";

let x: XServer;
let shop: ProductionServer;

test.beforeAll(async () => {
  const port = ownPort(8);
  x = await startXServer({ redirectUris: [`http://localhost:${port}/oauth/twitter/callback`] });
  shop = await startProductionServer({
    port,
    fill: copySeededStore,
    env: { ...x.environment, RATE_LIMIT_FACTOR: "100" },
  });
});
test.afterAll(async () => {
  await shop?.stop();
  await x?.close();
});

const post = async <Body>(page: Page, url: string, data: object): Promise<Body> => {
  const answer = await page.request.post(url, { data });
  expect(answer.ok()).toBe(true);
  return (await answer.json()) as Body;
};
const expectSaid = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

/** Opens X's window and presses a button there, as this person. */
async function decide(page: Page, person: string, button: "Allow" | "Cancel") {
  await page.getByRole("button", { name: "Connect Account" }).first().click();
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "X real account" }).click();
  const popup = await opened;
  await popup.getByLabel("Signed in as").selectOption(`@${person}`);
  await popup.getByRole("button", { name: button }).click();
}

test("an account on X is connected in its window, answers a fan with a link, and the sale is the keyword's", async ({
  browser,
}) => {
  test.slow();
  const page = await browser.newPage({ baseURL: shop.url });
  const [maker, fan] = [x.addPerson("maker_of_guides"), x.addPerson("fan_of_guides")];
  await signInAsNewCreator(page);
  const slug = `guide-${crypto.randomUUID().slice(0, 8)}`;
  const product = { title: "Brand guide", slug, type: "SERVICE", priceCents: 4_000 };
  const { id: productId } = await post<{ id: string }>(page, "/api/products", product);

  await page.goto("/social");
  await decide(page, maker.username, "Cancel");
  await expectSaid(page, "You did not agree at X, so nothing changed.");
  await page.keyboard.press("Escape");
  await decide(page, maker.username, "Allow");
  await expectSaid(page, "Social account connected successfully");
  await expect(page.getByRole("heading", { name: "@maker_of_guides" })).toBeVisible();

  const accounts = await page.request.get("/api/social-accounts");
  const [account] = (await accounts.json()) as { id: string }[];
  await post(page, "/api/keyword-responses", {
    socialAccountId: account?.id,
    keyword: "GUIDE",
    responseText: "Here is the guide you asked for!",
    responseType: "PRODUCT_LINK",
    productId,
  });
  await page.goto("/social?tab=conversations");
  x.personWrites(fan.id, maker.id, "guide please 🙏");
  await expect(page.getByRole("button", { name: /@fan_of_guides/ })).toBeVisible();
  await expect.poll(() => x.ledger().map(({ toId }) => toId)).toEqual([fan.id]);
  const text = x.ledger()[0]?.text ?? "";
  expect(text).toMatch(/^Here is the guide you asked for!\n\n\S+\/l\/\w+\n\n/);

  const buyer = await browser.newContext({ baseURL: shop.url });
  const led = await buyer.request.get(/\S+\/l\/\w+/.exec(text)?.[0] ?? "");
  expect(new URL(led.url()).pathname).toMatch(/^\/u\/[^/]+\/[^/]+$/);
  await buyByCall(buyer.request, productId, newAddress("buyer"));
  await buyer.close();
  await page.getByRole("tab", { name: "Keyword Responses", exact: true }).click();
  await expect(page.getByText("$40.00").first()).toBeVisible();

  x.revoke(maker.id);
  await page.goto("/social");
  await expect(page.getByRole("button", { name: "Reconnect" })).toBeVisible();
});
