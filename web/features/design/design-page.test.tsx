import { Link } from "@tanstack/react-router";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import {
  getMyDesign,
  listAvatarColors,
  listDesignVersions,
  MyDesign,
  updateMyDesign,
} from "#contract/design/studio.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { example, exampleAnswer } from "#tests/screens/example.ts";
import { Refused, server } from "#tests/screens/fake-server.ts";
import { asksBeforeUnload, renderScreen } from "#tests/screens/render-screen.tsx";
import type { Output } from "#web/api.ts";
import { DesignPage } from "./design-page.tsx";
import { DesignVersions } from "./design-versions.tsx";

/** As the server has it. */
let saved: Output<typeof getMyDesign>;

beforeEach(() => {
  saved = example(MyDesign, { theme: "market", revision: 1 });
  server.answer(listMyProducts, []);
  server.answer(listDesignVersions, []);
  server.answer(listAvatarColors, exampleAnswer(listAvatarColors));
  server.answer(getMyDesign, () => saved);
  answerSaves();
});

const answerSaves = () =>
  server.answer(updateMyDesign, ({ body: { revision, ...changes } }) => {
    if (revision !== saved.revision) throw new Refused(409, { code: "CHANGED_ELSEWHERE" });
    saved = { ...saved, ...(changes as Partial<typeof saved>), revision: saved.revision + 1 };
    return saved;
  });

async function openStudio() {
  const uploads = { CoverUpload: () => null, PictureUpload: () => null };
  const screen = await renderScreen(
    <>
      <Link to="/admin">Elsewhere</Link>
      <DesignPage handle="ines" uploads={uploads} />
    </>,
    { at: "/design", elsewhere: ["/admin"] },
  );
  await expect.element(page.getByRole("heading", { name: "Design", level: 1 })).toBeVisible();
  return screen;
}
const choose = (field: string, choice: string) =>
  page.getByLabelText(field, { exact: true }).selectOptions(choice);
const leave = () => page.getByRole("link", { name: "Elsewhere" }).click();

test("what is chosen while the last choice is being saved is saved, too, from whichever screen somebody has gone to", async () => {
  const screen = await openStudio();
  expect(asksBeforeUnload()).toBe(false);
  const saving = server.hold(updateMyDesign);
  await choose("Layout", "grid");
  await expect.poll(() => server.calls(updateMyDesign).length).toBe(1);
  await choose("Buttons", "pill");
  await leave();
  await expect.poll(screen.address).toBe("/admin");
  expect(server.calls(updateMyDesign)).toHaveLength(1);
  expect(asksBeforeUnload()).toBe(true);
  // Whoever comes back meanwhile sees it as soon as it is saved.
  screen.goBack();
  await expect.element(page.getByLabelText("Layout", { exact: true })).toBeVisible();
  saving.release();
  await expect.poll(asksBeforeUnload).toBe(false);
  expect(saved).toMatchObject({ layout: "grid", buttons: "pill" });
  expect(server.calls(updateMyDesign)).toHaveLength(2);
  await expect.element(page.getByLabelText("Layout", { exact: true })).toHaveValue("grid");
  await expect.element(page.getByLabelText("Buttons", { exact: true })).toHaveValue("pill");
});

test("what cannot be saved without a connection is said, and the tab asks before it is closed, until it is saved", async () => {
  await openStudio();
  server.setOnline(false);
  await choose("Layout", "grid");
  await expect.element(page.getByText(/You are offline/)).toBeVisible();
  expect(asksBeforeUnload()).toBe(true);
  server.setOnline(true);
  await leave();
  await expect.poll(asksBeforeUnload).toBe(false);
  expect(saved.layout).toBe("grid");
});

test("whoever is signed out meanwhile keeps what they chose, and can sign in beside it", async () => {
  await openStudio();
  server.refuse(updateMyDesign, 401, { message: "Unauthorized" });
  await choose("Layout", "grid");
  await expect.element(page.getByRole("region", { name: "You are signed out" })).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Sign in in a new tab" }))
    .toHaveAttribute("target", "_blank");
  await expect.element(page.getByLabelText("Layout", { exact: true })).toHaveValue("grid");
  expect(asksBeforeUnload()).toBe(true);
  answerSaves();
  await leave();
  await expect.poll(asksBeforeUnload).toBe(false);
  expect(saved.layout).toBe("grid");
});

test("versions that were published before are told apart by who hears their buttons", async () => {
  const publishedAt = "2026-11-20T09:00:00.000Z";
  server.answer(listDesignVersions, [{ number: 2, publishedAt }]);
  await renderScreen(<DesignVersions onRestored={() => {}} />);
  await expect.element(page.getByRole("link", { name: /^Look at it: the version of/ })).toBeVisible();
  await expectAccessible();
});
