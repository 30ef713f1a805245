import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { openStorePath } from "#contract/team/open-store.ts";
import { chooseStore, listOwnTeams } from "#contract/team/own-teams.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { exampleId } from "#tests/screens/example.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { OpenStorePage } from "./open-store-page.tsx";

const [own, other] = [exampleId(), exampleId()];
let went: string[] = [];
beforeEach(() => {
  went = [];
});

/** Follows a link as mails hold it, in a browser that acts for their own store or the other. */
async function follow(link: string, actingFor = own) {
  server.answer(listOwnTeams, {
    actingFor,
    own: { id: own, name: "Sam Reed", handle: "sam" },
    stores: [{ id: other, name: "Mina Okafor", handle: "mina", role: "SUPPORT" }],
    invitations: [],
  });
  server.answer(chooseStore, { success: true });
  const search = new URL(link, "https://example.com").searchParams;
  await renderScreen(
    <OpenStorePage
      storeId={search.get("store") ?? undefined}
      to={search.get("to") ?? undefined}
      email="sam@example.com"
      goTo={(path) => void went.push(path)}
    />,
  );
}
const order = "/admin?tab=customers&order=1042";

test("a browser that acts for the store of the link goes on at once, and nothing is changed", async () => {
  await follow(openStorePath(other, order), other);
  await expect.poll(() => went).toEqual([order]);
  expect(server.calls(chooseStore)).toEqual([]);
});

test("one that acts for another is asked, changes nothing by itself, and goes on once its store was chosen", async () => {
  await follow(openStorePath(other, order));
  await expect
    .element(page.getByRole("heading", { name: "This is in the store of Mina Okafor" }))
    .toBeVisible();
  await expect.element(page.getByRole("link", { name: "Stay with Sam Reed" })).toBeVisible();
  await expectAccessible();
  expect(server.calls(chooseStore)).toEqual([]);
  expect(went).toEqual([]);
  await page.getByRole("button", { name: "Open the store of Mina Okafor" }).click();
  await expect.poll(() => went).toEqual([order]);
  expect(server.calls(chooseStore)).toEqual([{ body: { storeId: other } }]);
});

test.each([
  ["of a store they do not work for", exampleId()],
  ["of none", "nonsense"],
])("a link %s says so, and names none", async (_, store) => {
  await follow(openStorePath(store, order));
  await expect.element(page.getByRole("heading", { name: "You do not work for this store" })).toBeVisible();
  await expect.element(page.getByText(/sam@example\.com/)).toBeVisible();
  expect(document.body.textContent).not.toMatch(/Mina Okafor|Sam Reed/);
  await expectAccessible();
  expect(went).toEqual([]);
});

test.each(["https://evil.example/", "//evil.example", "/api/logout"])(
  "a link that would lead on to %s leads Home",
  async (to) => {
    await follow(openStorePath(other, to), other);
    await expect.poll(() => went).toEqual(["/"]);
  },
);

test("where its store cannot be chosen it says why, and can be tried again", async () => {
  await follow(openStorePath(other, order));
  server.refuse(chooseStore, 422, {
    message: "You are not on the team of this store",
    fields: { storeId: "You are not on the team of this store" },
  });
  const button = page.getByRole("button", { name: "Open the store of Mina Okafor" });
  await button.click();
  await expect.element(page.getByText("You are not on the team of this store")).toBeVisible();
  await expect.element(button).toBeEnabled();
  expect(went).toEqual([]);
});
