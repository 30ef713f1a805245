import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { getCurrentUser } from "#contract/accounts/accounts.ts";
import { getUnread } from "#contract/notifications/notifications.ts";
import { chooseStore, listOwnTeams } from "#contract/team/own-teams.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { exampleAnswer, exampleId } from "#tests/screens/example.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { SignedInLayout } from "./signed-in-layout.tsx";

test("on a phone somebody on a team chooses from the menu's sheet which store they act for", async () => {
  const [own, other] = [exampleId(), exampleId()];
  // Nobody hears a stream of sales in this role.
  const user = exampleAnswer(getCurrentUser, {
    id: own,
    role: "EDITOR",
    hasStore: true,
    hasTeams: true,
    deletesAt: null,
  });
  server.answer(getUnread, { unread: 0, firstSale: null, mark: "none" });
  server.answer(listOwnTeams, {
    actingFor: own,
    own: { id: other, name: "Sam Reed", handle: "sam" },
    stores: [{ id: own, name: "Mina Okafor", handle: "mina", role: "EDITOR" }],
    invitations: [],
  });
  server.refuse(chooseStore, 422, { fields: { storeId: "You are not on the team of this store" } });
  await renderScreen(<SignedInLayout user={user}>The desk</SignedInLayout>, { width: 390 });
  await page.getByRole("button", { name: "More: open menu" }).click();
  await page.getByRole("button", { name: "Switch store" }).click();
  await expect.element(page.getByRole("menuitem", { name: /^Mina Okafor/ })).toBeVisible();
  await expectAccessible();
  await page.getByRole("menuitem", { name: /^Sam Reed/ }).click();
  await expect.poll(() => server.calls(chooseStore)).toEqual([{ body: { storeId: other } }]);
});
