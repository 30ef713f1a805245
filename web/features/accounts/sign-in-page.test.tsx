import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  getCurrentUser,
  getSignInOptions,
  requestSignInCode,
  verifySignInCode,
} from "#contract/accounts/accounts.ts";
import { getInvitation } from "#contract/accounts/invited.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { exampleAnswer } from "#tests/screens/example.ts";
import { server } from "#tests/screens/fake-server.ts";
import { openRoute, type Width } from "#tests/screens/render-screen.tsx";
import { Route } from "#web/routes/sign-in.tsx";

async function openSignIn(search = "", options = {}, width: Width = 1280) {
  server.refuse(getCurrentUser, 401, { message: "Unauthorized", code: "UNAUTHORIZED" });
  server.answer(
    getSignInOptions,
    exampleAnswer(getSignInOptions, { method: "code", mailbox: true, ...options }),
  );
  server.answer(requestSignInCode, {
    success: true,
    sent: true,
    waitSeconds: null,
    message: "A code is on its way.",
  });
  await openRoute(Route, `/sign-in${search}`, { width });
}

const email = page.getByLabelText("Email Address");
const code = page.getByLabelText("Code from the email");

async function askForCode() {
  await email.fill("ines@example.com");
  await userEvent.keyboard("{Enter}");
  await expect.element(code).toHaveFocus();
}

test.each([390, 1280] as const)("at %i px an address that is none is said at its field", async (width) => {
  await openSignIn("", {}, width);
  server.refuse(requestSignInCode, 422, { fields: { email: "Please enter a valid email address" } });
  await page.getByRole("button", { name: "Email me a code" }).click();
  await expect.element(email).toHaveAccessibleDescription(/Please enter a valid email address/);
  await expectAccessible();
});

test("a code that cannot be sent is said, and can be asked for again", async () => {
  await openSignIn();
  server.lose(requestSignInCode, "before");
  await email.fill("ines@example.com");
  await userEvent.keyboard("{Enter}");
  await expect.element(email).toHaveAccessibleDescription(/The connection failed\. Nothing was lost/);
  server.answer(requestSignInCode, {
    success: true,
    sent: true,
    waitSeconds: null,
    message: "A code is on its way.",
  });
  await page.getByRole("button", { name: "Email me a code" }).click();
  await expect.element(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
});

test.each([390, 1280] as const)(
  "at %i px a wrong code is said at its field, which is empty and has the focus",
  async (width) => {
    await openSignIn("", {}, width);
    await askForCode();
    await expect.element(code).toHaveAttribute("autocomplete", "one-time-code");
    await expect.element(page.getByRole("button", { name: /^Send a new code in \d+ s$/ })).toBeDisabled();
    await expectAccessible();
    server.refuse(verifySignInCode, 400, { message: "Invalid or expired verification code." });
    await code.fill("12 34 56");
    await expect.element(page.getByText("Invalid or expired verification code.")).toBeVisible();
    await expect.element(code).toHaveFocus();
    await expect.element(code).toHaveValue("");
    expect(server.calls(verifySignInCode)).toEqual([{ body: { email: "ines@example.com", code: "123456" } }]);
    await expectAccessible();
  },
);

test("the way back keeps the address that was typed", async () => {
  await openSignIn();
  await askForCode();
  await page.getByRole("button", { name: "Use another address" }).click();
  await expect.element(email).toHaveValue("ines@example.com");
});

test.each([
  ["unverified", "has not verified your email address"],
  ["denied", "Nothing was changed."],
  ["constructor", "Signing in did not work. Please try again."],
])("a sign-in at a provider that ended with %s is explained", async (problem, words) => {
  await openSignIn(`?error=${problem}`, { method: "oidc" });
  await expect.element(page.getByRole("alert")).toMatchTextContent(words);
  await expect
    .element(page.getByRole("link", { name: "Try again" }))
    .toHaveAttribute("href", "/api/login?returnTo=%2F");
  await expectAccessible();
});

test("a code that is requested again too soon says that no new email was sent, and how long to wait", async () => {
  await openSignIn();
  server.answer(requestSignInCode, {
    success: true,
    sent: false,
    waitSeconds: 40,
    message: "No new email was sent.",
  });
  await askForCode();
  await expect
    .element(
      page.getByText(/^No new email was sent: a code for this address was requested less than a minute/),
    )
    .toBeVisible();
  await expect.element(page.getByText("We sent a 6-digit code to")).not.toBeInTheDocument();
  await expect
    .element(page.getByRole("button", { name: /^Send a new code in (40|39|38) s$/ }))
    .toBeDisabled();
});

const invitedBy = /^Nora Field/;
const forCreators = page.getByText(/^New here\?/);

test.each([
  ["TEAM", "Nora Field invited you to their store's team."],
  ["AFFILIATE", "Nora Field made you an affiliate."],
] as const)("the link of an invitation (%s) tells who invites, and offers no store", async (kind, words) => {
  server.answer(getInvitation, { invitation: { kind, name: "Nora Field" } });
  await openSignIn("?returnTo=%2Faffiliate&invitation=a-token");
  await expect.element(page.getByText(words)).toBeVisible();
  await expect.element(forCreators).not.toBeInTheDocument();
  expect(server.calls(getInvitation)).toEqual([{ querystring: { token: "a-token" } }]);
  await expectAccessible();
});

test("a used or wrong link, or one that nothing can be said of, shows the ordinary page", async () => {
  server.answer(getInvitation, { invitation: null });
  await openSignIn("?invitation=used");
  await expect.element(forCreators).toBeVisible();
  server.lose(getInvitation, "before");
  await openSignIn("?invitation=other");
  await expect.element(forCreators).toBeVisible();
  await expect.element(page.getByText(invitedBy)).not.toBeInTheDocument();
});
