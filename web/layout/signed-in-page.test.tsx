import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { getCurrentUser } from "#contract/accounts/accounts.ts";
import { openOwnStore } from "#contract/accounts/invited.ts";
import { getUnread } from "#contract/notifications/notifications.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { exampleAnswer, exampleId } from "#tests/screens/example.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { SignedInPage } from "./signed-in-page.tsx";

test("a seller's page offers a store to somebody who has none, and a personal page shows itself", async () => {
  const id = exampleId();
  server.answer(
    getCurrentUser,
    exampleAnswer(getCurrentUser, {
      id,
      personId: id,
      role: "SUPPORT",
      hasStore: false,
      deletesAt: null,
      suspendedFor: null,
      timeZone: "Europe/Zurich",
    }),
  );
  server.answer(getUnread, { unread: 0, firstSale: null, mark: "none" });
  server.refuse(openOwnStore, 429, { message: "Too many requests" });
  await renderScreen(<SignedInPage>{() => "The products"}</SignedInPage>);
  await expect.element(page.getByRole("heading", { name: "You don't have a store yet" })).toBeVisible();
  await expect.element(page.getByText("The products")).not.toBeInTheDocument();
  await expectAccessible();
  await page.getByRole("button", { name: "Open my store" }).click();
  await expect.poll(() => server.calls(openOwnStore)).toHaveLength(1);
  await renderScreen(<SignedInPage isPersonal>{() => "My links"}</SignedInPage>);
  await expect.element(page.getByText("My links")).toBeVisible();
});
