import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { getRecentSignIn } from "#contract/accounts/recent-sign-in.ts";
import {
  connectSocialAccount,
  disconnectSocialAccount,
  getSocialSetup,
  listSocialAccounts,
  SocialAccount,
  updateSocialAccount,
} from "#contract/social/social-accounts.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { example, exampleAnswer, exampleId } from "#tests/screens/example.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import type { Output } from "#web/api.ts";
import { AccountsTab } from "./accounts-tab.tsx";

type Account = Output<typeof listSocialAccounts>[number];
const platforms = ["INSTAGRAM", "TWITTER", "FACEBOOK"] as const;

type Opening = { isAvailable?: boolean; search?: string };

/** The tab of a creator without accounts, on a site that has an app at every platform or at none. */
async function openTab({ isAvailable = true, search = "" }: Opening = {}) {
  let rows: Account[] = [];
  server.answer(listSocialAccounts, () => rows);
  server.answer(
    getSocialSetup,
    exampleAnswer(getSocialSetup, {
      platforms: platforms.map((platform) => ({
        platform,
        available: isAvailable,
        webhookUrl: `https://example.com/webhook/${platform.toLowerCase()}`,
        lastEventAt: null,
      })),
    }),
  );
  server.answer(getRecentSignIn, exampleAnswer(getRecentSignIn, { isRecent: true }));
  server.answer(connectSocialAccount, ({ body: { platform } }) => {
    const made = account({ platform });
    rows = [...rows, made];
    return made;
  });
  server.answer(updateSocialAccount, ({ params, body }) => {
    rows = rows.map((row) => (row.id === params.id ? { ...row, isActive: body.isActive ?? false } : row));
    return rows.find(({ id }) => id === params.id)!;
  });
  server.answer(disconnectSocialAccount, ({ params }) => {
    rows = rows.filter(({ id }) => id !== params.id);
    return { success: true as const };
  });
  return renderScreen(<AccountsTab />, { at: `/social${search}` });
}

const account = (facts: Partial<Account> = {}) =>
  example(SocialAccount, {
    id: exampleId(),
    connection: "DEMO",
    username: "demo_instagram_1",
    isActive: true,
    verified: true,
    ...facts,
  });
const dialog = page.getByRole("dialog", { name: "Connect Account" });
const instagram = dialog.getByRole("button", { name: "Instagram real account" });
const waiting = dialog.getByRole("button", { name: "Waiting for the window" });
const notified = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();

/** The provider's window, as this browser would open it. */
function openWindows() {
  const opened = { closed: false, focus: () => {} };
  vi.spyOn(window, "open").mockImplementation(() => {
    opened.closed = false;
    return opened as unknown as Window;
  });
  return opened;
}

test("whoever has no account is told what one does, and what this site cannot connect", async () => {
  await openTab({ isAvailable: false });
  for (const claim of ["24/7", "24 h"]) await expect.element(page.getByText(claim)).toBeVisible();
  await expectAccessible();
  await page.getByRole("button", { name: "Connect Account" }).click();
  await expect.element(instagram).toBeDisabled();
  await expect.element(dialog.getByText(/this site has no app at X yet/)).toBeVisible();
  await dialog.getByText("Manual Setup (Advanced Users Only)").click();
  await dialog.getByRole("button", { name: "Connect Account" }).click();
  await expect.element(dialog.getByText("Username is required")).toBeVisible();
  await expect.element(dialog.getByText("Access token is required")).toBeVisible();
  await expect.element(dialog.getByLabelText("Access token")).toHaveAttribute("type", "password");
  await expectAccessible();
  expect(server.calls(connectSocialAccount)).toEqual([]);
});

test("an account is connected, switched off in its card, and disconnected once that was meant", async () => {
  await openTab({ search: "?connect=new" });
  await dialog.getByRole("button", { name: "Instagram in Demo Mode" }).click();
  await notified("Social account connected successfully");
  await expect.element(page.getByRole("heading", { name: "@demo_instagram_1" })).toBeVisible();
  await expect.element(page.getByText("Active", { exact: true })).toBeVisible();
  await expectAccessible();
  await page.getByRole("switch", { name: "Active: @demo_instagram_1" }).click();
  await notified("Account status updated successfully");
  await expect.element(page.getByText("Inactive", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Disconnect @demo_instagram_1" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
  await notified("Social account disconnected successfully");
  await expect.element(page.getByText("24/7")).toBeVisible();
});

test("the provider's window ends in words on the page, or by being closed, and the accounts are read again", async () => {
  const opened = openWindows();
  await openTab({ search: "?connect=new" });
  await instagram.click();
  await expect.element(waiting).toBeVisible();
  const channel = new BroadcastChannel("openstall:social-connected");
  channel.postMessage({ type: "openstall:social-connected", ok: false, message: "You did not agree." });
  channel.close();
  await notified("You did not agree.");
  await expect.element(instagram).toBeVisible();

  await instagram.click();
  await expect.element(waiting).toBeVisible();
  const before = server.calls(listSocialAccounts).length;
  opened.closed = true;
  await expect.element(instagram).toBeVisible();
  await expect.poll(() => server.calls(listSocialAccounts).length).toBeGreaterThan(before);
});

test("what another site's window says of a connection is nobody's word", async () => {
  openWindows();
  await openTab({ search: "?connect=new" });
  await instagram.click();
  await expect.element(waiting).toBeVisible();
  const say = (origin: string, message: string) => {
    const data = { type: "openstall:social-connected", ok: true, message };
    window.dispatchEvent(new MessageEvent("message", { origin, data }));
  };
  say("https://elsewhere.example", "Elsewhere");
  await new Promise((resolve) => setTimeout(resolve, 50));
  await expect.element(waiting).toBeVisible();
  await expect.element(page.getByText("Elsewhere")).not.toBeInTheDocument();
  say(location.origin, "Here");
  await notified("Here");
  await expect.element(dialog).not.toBeInTheDocument();
});

test("a connection that cannot be begun says so, and a window that the browser blocks is a link", async () => {
  vi.spyOn(window, "open").mockReturnValue(null);
  await openTab({ search: "?connect=new" });
  server.refuse(getRecentSignIn, 500);
  await instagram.click();
  await notified("The connection could not be begun. Please try again.");
  server.answer(getRecentSignIn, exampleAnswer(getRecentSignIn, { isRecent: true }));
  await dialog.getByRole("button", { name: "X real account" }).click();
  await expect.element(dialog.getByRole("alert")).toMatchTextContent("Your browser blocked the window.");
  await expect
    .element(dialog.getByRole("link", { name: "Open X's page" }))
    .toHaveAttribute("href", expect.stringMatching(/^\/oauth\/twitter(\?store=[\da-f-]{36})?$/));
  await expectAccessible();
});
