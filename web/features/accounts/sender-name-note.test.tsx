import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { getSenderName, requestNameReview } from "#contract/accounts/sender-name.ts";
import type { Output } from "#web/api.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { SenderNameNote } from "./sender-name-note.tsx";

type Shown = Output<typeof getSenderName>;
const createdAt = "2026-11-20T12:00:00.000Z";
const replaced: Shown = { name: "calm_lens", replacedFor: "IMPERSONATION", canAppeal: true, review: null };
const saved = { firstName: "Chase", lastName: "Support", handle: "calm_lens" };

async function openNote(shown: () => Shown, draft = saved) {
  server.answer(getSenderName, shown);
  await renderScreen(<SenderNameNote draft={draft} saved={saved} />, { width: 390 });
}

const ask = page.getByRole("button", { name: "Ask for a review" });

test("says which name buyers see and why, and sends the creator's note", async () => {
  let shown = replaced;
  server.answer(requestNameReview, () => {
    shown = { ...replaced, review: { state: "OPEN", answer: "", createdAt } };
    return { success: true as const };
  });
  await openNote(() => shown);
  await expect.element(page.getByText("it could pass for a well-known company")).toBeVisible();
  await expect.element(page.getByText("calm_lens")).toBeVisible();
  await expectAccessible();
  await ask.click();
  await page.getByRole("button", { name: "Send request" }).click();
  await expect.element(page.getByText("Tell the operator why this is your name")).toBeVisible();
  await page.getByLabelText("Note").fill("It is my family's name.");
  await page.getByRole("button", { name: "Send request" }).click();
  await expect.element(page.getByText("You asked for a review on")).toBeVisible();
  await expect.element(ask).not.toBeInTheDocument();
  expect(server.calls(requestNameReview)).toEqual([{ body: { note: "It is my family's name." } }]);
});

test("asks to save a name that is only typed first", async () => {
  await openNote(() => replaced, { ...saved, firstName: "PayPal" });
  await expect.element(page.getByText("save it and ask whoever runs this site")).toBeVisible();
  await expect.element(ask).not.toBeInTheDocument();
});

test("shows why a request was declined, and lets the creator ask again", async () => {
  const review = { state: "DECLINED" as const, answer: "Chase is a bank.", createdAt };
  await openNote(() => ({ ...replaced, review }));
  await expect.element(page.getByText("Your request was declined: Chase is a bank.")).toBeVisible();
  await expect.element(ask).toBeVisible();
});

test("offers no review of a name that can only be changed", async () => {
  await openNote(() => ({ ...replaced, replacedFor: "ADDRESS", canAppeal: false }));
  await expect.element(page.getByText("it contains an @ sign")).toBeVisible();
  await expect.element(ask).not.toBeInTheDocument();
});

test("says nothing about a name that emails show", async () => {
  await openNote(() => ({ ...replaced, name: "Chase Miller", replacedFor: null, canAppeal: false }));
  await expect.poll(() => server.calls(getSenderName).length).toBeGreaterThan(0);
  await expect.element(page.getByText("Emails to your buyers")).not.toBeInTheDocument();
});
