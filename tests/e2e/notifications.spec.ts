import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { buyByCall } from "./support/buy-by-call.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { newAddress } from "./support/mailbox.ts";

test("a creator sees their first sale celebrated and behind the bell, and chooses what they hear of @any-width", async ({
  page,
  browser,
  baseURL,
}) => {
  await signInAsNewCreator(page, { firstName: "Robin" });
  const made = await page.request.post("/api/products", {
    data: {
      title: "Small Guide",
      slug: `guide-${crypto.randomUUID().slice(0, 8)}`,
      type: "SERVICE",
      priceCents: 1_900,
    },
  });
  const { id } = (await made.json()) as { id: string };
  // Bought after the page was read, and before it listens.
  const { promise: listened, resolve: listen } = Promise.withResolvers<void>();
  await page.route("**/api/notifications/stream?*", async (route) => {
    await listened;
    await route.fallback();
  });
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();
  const buyer = await browser.newContext({ ...(baseURL && { baseURL }) });
  await buyByCall(buyer.request, id, newAddress("buyer"));
  listen();
  await expect(page.getByRole("button", { name: "Notifications, 2 unread" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "You made your first sale!" })).toBeVisible();
  await page.getByRole("button", { name: "Put away" }).click();
  await expect(page.getByRole("heading", { name: "You made your first sale!" })).toBeHidden();

  const bell = page.getByRole("button", { name: "Notifications, 2 unread" });
  await bell.focus();
  await page.keyboard.press("Enter");
  const list = page.getByRole("dialog", { name: "Notifications" });
  await expect(
    list.getByRole("link", { name: /Your first sale!.*Small Guide · \$19\.00 · Order 1001/ }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await expect(bell).toBeFocused();
  await page.keyboard.press("Enter");
  await list.getByRole("link", { name: /Your first sale!/ }).click();
  await expect(page).toHaveURL(/tab=customers&order=/);
  // The order takes the focus as it comes, and a list that is open by then is closed.
  await expect(page.getByRole("heading", { name: /^Order 1001 of/ })).toBeFocused();
  await page.getByRole("button", { name: "Notifications, 1 unread" }).click();
  await list.getByRole("button", { name: "Mark all as read" }).click();
  await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();
  await page.keyboard.press("Escape");

  // Nothing asks by a rhythm: the server says so.
  await buyByCall(buyer.request, id, newAddress("buyer"));
  await buyer.close();
  await page.getByRole("button", { name: "Notifications, 2 unread" }).click();

  await list.getByRole("link", { name: "Choose what you hear of" }).click();
  const sale = page.getByRole("group", { name: "A sale" });
  await sale.getByLabel("By mail").selectOption("Daily");
  const ofDisputes = page.getByRole("group", { name: "A dispute" }).getByRole("switch", { name: "By mail" });
  await ofDisputes.click();
  await expect(ofDisputes).not.toBeChecked();
  const choices = async () => {
    const answer = await page.request.get("/api/notification-choices");
    return ((await answer.json()) as { choices: { kind: string; mail: string }[] }).choices;
  };
  await expect
    .poll(async () => (await choices()).filter(({ mail }) => mail !== "EACH"))
    .toMatchObject([
      { kind: "SALE", mail: "DAILY" },
      // Off until they are chosen.
      { kind: "MEMBER_RENEWED" },
      { kind: "MEMBER_PAYMENT_FAILED" },
      { kind: "MEMBER_ENDED" },
      { kind: "DISPUTE", mail: "NEVER", inApp: true },
    ]);
  await expectAccessible(page);

  // The worker alone: no push service can be reached from here, and a browser without a window shows no notification.
  const scope = await page.evaluate(async () => {
    await navigator.serviceWorker.register("/push-worker.js");
    return (await navigator.serviceWorker.ready).scope;
  });
  expect(scope).toBe(new URL("/", page.url()).href);
});
