import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { getCurrentUser, listSessions } from "#contract/accounts/accounts.ts";
import { checkHandle } from "#contract/accounts/check-handle.ts";
import { getSenderName } from "#contract/accounts/sender-name.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { exampleAnswer, exampleId } from "#tests/screens/example.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { AccountPage } from "./account-page.tsx";

async function openAccount(facts: {
  profileCompleted?: boolean;
  hasStore?: boolean;
  role?: "OWNER" | "SUPPORT";
}) {
  server.answer(listSessions, []);
  server.answer(checkHandle, { available: true, reason: null, suggestions: [] });
  server.answer(getSenderName, { name: "Nora", replacedFor: null, canAppeal: false, review: null });
  const id = exampleId();
  const user = exampleAnswer(getCurrentUser, {
    id,
    personId: id,
    handle: "nora",
    firstName: "Nora",
    role: "OWNER",
    hasStore: true,
    bioDocument: { type: "doc", content: [] },
    ...facts,
  } as never);
  await renderScreen(<AccountPage user={user} />);
}

const handle = page.getByLabelText("Handle");
const redirects = page.getByText(/Links to \/u\/nora redirect to the new address for a year/);

test("changing a handle says that old links redirect, except while the store is being set up", async () => {
  await openAccount({ profileCompleted: true });
  await handle.fill("norafield");
  await expect.element(redirects).toBeVisible();
  await openAccount({ profileCompleted: false });
  await handle.fill("norafield");
  await expect.element(page.getByText("@norafield is free")).toBeVisible();
  await expect.element(redirects).not.toBeInTheDocument();
});

test("a picture's hint names each type that the field takes", async () => {
  await openAccount({});
  await expect.element(handle).toBeVisible();
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  const types = input?.accept.split(",").map((type) => type.replace("image/", "")) ?? [];
  expect(types).toHaveLength(5);
  for (const type of types)
    await expect.element(page.getByText(new RegExp(`${type}.* up to 10 MB`, "i"))).toBeVisible();
});

test("somebody who works for another store is not told that it is theirs", async () => {
  await openAccount({ role: "SUPPORT" });
  await expect.element(page.getByRole("link", { name: "View the store" })).toBeVisible();
  await expect.element(page.getByText("What visitors see", { exact: false })).not.toBeInTheDocument();
});

test("somebody without a store has a name and a picture, and nothing of a store", async () => {
  await openAccount({ hasStore: false });
  await expect.element(page.getByLabelText("First Name")).toHaveValue("Nora");
  for (const label of ["Handle", "Tagline"])
    await expect.element(page.getByLabelText(label)).not.toBeInTheDocument();
  await expect.element(page.getByRole("link", { name: "View My Store" })).not.toBeInTheDocument();
  await expectAccessible();
});
