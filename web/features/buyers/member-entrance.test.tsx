import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { getSignInOptions } from "#contract/accounts/accounts.ts";
import { requestMemberAccess, verifyMemberCode } from "#contract/buyers/buyers.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { exampleAnswer } from "#tests/screens/example.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { MemberEntrance } from "./member-entrance.tsx";

type Opened = { email?: string; own?: boolean; hasDemoStore?: boolean };

async function openEntrance({ email, own = true, hasDemoStore = true }: Opened = {}) {
  server.answer(getSignInOptions, exampleAnswer(getSignInOptions));
  server.answer(requestMemberAccess, {
    success: true,
    sent: true,
    waitSeconds: null,
    message: "A code is on its way.",
  });
  server.answer(verifyMemberCode, exampleAnswer(verifyMemberCode, { sessionToken: "token" }));
  const onVerified = vi.fn<(proven: { email: string; sessionToken: string }) => void>();
  await renderScreen(
    <MemberEntrance
      email={email}
      isOwnNavigation={own}
      hasDemoStore={hasDemoStore}
      onVerified={onVerified}
    />,
    {
      width: 390,
    },
  );
  return onVerified;
}

const address = page.getByLabelText("Email Address");
const code = page.getByLabelText("6-Digit Code");
const notified = (text: string) =>
  expect.element(page.getByText(text, { exact: true }).first()).toBeVisible();

test("an address is asked for first, and one that is none is said at its field", async () => {
  await openEntrance();
  await expect.element(page.getByRole("button", { name: "Send Verification Code" })).toBeDisabled();
  await expectAccessible();
  server.refuse(requestMemberAccess, 422, { fields: { email: "Please enter a valid email address" } });
  await address.fill("no address");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Please enter a valid email address")).toBeVisible();
});

test("the code has the focus once it is on its way, and another can be asked for later only", async () => {
  await openEntrance();
  await address.fill("ada@example.com");
  await userEvent.keyboard("{Enter}");
  await expect.element(code).toHaveFocus();
  await notified("Check Your Email");
  await expect.element(code).toHaveAttribute("autocomplete", "one-time-code");
  await expect.element(page.getByRole("button", { name: "Verify Code" })).toBeDisabled();
  await expect.element(page.getByRole("button", { name: /^Send a new code in/ })).toBeDisabled();
  await expect.element(page.getByRole("heading", { name: "Access Restricted" })).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Join Premium Membership" }))
    .toHaveAttribute("href", "/u/demo");
  await expectAccessible();
});

test("the card beside the code promises nothing that is not there, and its button leads back to the store", async () => {
  const cameFrom = (path: string) =>
    Object.defineProperty(document, "referrer", {
      configurable: true,
      value: path && location.origin + path,
    });
  onTestFinished(() => void Reflect.deleteProperty(document, "referrer"));
  const join = page.getByRole("link", { name: "Join Premium Membership" });
  for (const [referrer, hasDemoStore, href] of [
    ["/u/maya?section=memberships", true, "/u/maya?section=memberships"],
    ["/u/maya", false, "/u/maya"],
    ["", false, "/"],
    ["/terms", true, "/u/demo"],
  ] as const) {
    cameFrom(referrer);
    await openEntrance({ email: "ada@example.com", own: false, hasDemoStore });
    await expect.element(join).toHaveAttribute("href", href);
  }
  for (const promise of [/live sessions/i, /private community/i, /priority support/i])
    expect(page.getByText(promise).elements()).toEqual([]);
});

test("a wrong code is said and gone, and the way back keeps the address", async () => {
  await openEntrance();
  await address.fill("ada@example.com");
  await userEvent.keyboard("{Enter}");
  server.refuse(verifyMemberCode, 400, { message: "Wrong code" });
  await code.fill("000000");
  await notified("Verification Failed");
  await expect.element(code).toHaveFocus();
  await expect.element(code).toHaveValue("");
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await expect.element(address).toHaveFocus();
  await expect.element(address).toHaveValue("ada@example.com");
});

test("the sixth digit sends a code, with the spaces that a mail program adds", async () => {
  const onVerified = await openEntrance();
  await address.fill("ada@example.com");
  await userEvent.keyboard("{Enter}");
  await code.fill(" 123 456 ");
  await notified("Access Verified");
  expect(server.calls(verifyMemberCode)).toEqual([{ body: { email: "ada@example.com", token: "123456" } }]);
  expect(onVerified).toHaveBeenCalledWith({ email: "ada@example.com", sessionToken: "token" });
});

test("a code that went to a mistyped address can be asked for again, for the right one", async () => {
  await openEntrance();
  await address.fill("ada@yaho.com");
  await page.getByRole("button", { name: "Send Verification Code" }).click();
  await expect.element(code).toBeVisible();
  await page.getByRole("button", { name: "Use yahoo.com" }).click();
  await expect.element(address).toHaveValue("ada@yahoo.com");
});

test("whoever follows a link with an address is asked at once, and by a link of others not at all", async () => {
  await openEntrance({ email: "ada@example.com" });
  await expect.element(code).toBeVisible();
  expect(server.calls(requestMemberAccess)).toEqual([{ body: { email: "ada@example.com" } }]);
  await openEntrance({ email: "grace@example.com", own: false });
  await expect.element(address).toHaveValue("grace@example.com");
  expect(server.calls(requestMemberAccess)).toHaveLength(1);
});
