import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { listSocialAccounts, SocialAccount } from "#contract/social/social-accounts.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { example, exampleId } from "#tests/screens/example.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { SocialCard } from "./social-card.tsx";

const account = (username: string) => example(SocialAccount, { id: exampleId(), username, isActive: true });

test("without an account the card says what one does, and leads to connecting it", async () => {
  server.answer(listSocialAccounts, []);
  await renderScreen(<SocialCard />);
  await expect.element(page.getByText("No social accounts connected")).toBeVisible();
  await expect.element(page.getByText(/messages that hold your keywords are answered at once/)).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Connect an account" }))
    .toHaveAttribute("href", "/social");
  await expectAccessible();
});

test("the first two accounts are shown, and how many there are in all", async () => {
  server.answer(listSocialAccounts, ["ines", "ines.shop", "third"].map(account));
  await renderScreen(<SocialCard />);
  await expect.element(page.getByText("@ines.shop")).toBeVisible();
  await expect.element(page.getByText("@third")).not.toBeInTheDocument();
  await expect.element(page.getByRole("link", { name: "All 3 accounts" })).toBeVisible();
});
