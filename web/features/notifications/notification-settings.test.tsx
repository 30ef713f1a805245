import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { kindsOfRole, notificationKinds } from "#contract/notifications/kinds.ts";
import {
  listNotificationChoices,
  NotificationChoice,
  saveNotificationChoice,
} from "#contract/notifications/notifications.ts";
import { listPushBrowsers } from "#contract/notifications/push.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { example, exampleAnswer } from "#tests/screens/example.ts";
import { Refused, server } from "#tests/screens/fake-server.ts";
import { asksBeforeUnload, renderScreen } from "#tests/screens/render-screen.tsx";
import { NotificationSettings } from "./notification-settings.tsx";

/** The settings of a creator who hears of everything at once, by mail and in the app. */
async function openSettings(width: 390 | 1280 = 1280) {
  let choices = notificationKinds.map((kind) =>
    example(NotificationChoice, { kind, mail: "EACH", inApp: true, push: false }),
  );
  server.answer(listNotificationChoices, () => ({ choices }));
  server.answer(listPushBrowsers, exampleAnswer(listPushBrowsers));
  server.answer(saveNotificationChoice, ({ params: { kind }, body }) => {
    choices = choices.map((each) => (each.kind === kind ? { ...each, ...(body as object) } : each));
    return choices.find((each) => each.kind === kind)!;
  });
  await renderScreen(<NotificationSettings isOwner />, { width });
}

const ofDisputes = page.getByRole("group", { name: "A dispute" });
const ofSales = page.getByRole("group", { name: "A sale" });

test.each([390, 1280] as const)("at %i px each choice is shown and saved at once", async (width) => {
  await openSettings(width);
  await ofSales.getByLabelText("By mail").selectOptions("Daily");
  await ofDisputes.getByRole("switch", { name: "By mail" }).click();
  await expect.element(ofDisputes.getByRole("switch", { name: "By mail" })).not.toBeChecked();
  await expect
    .poll(() => server.calls(saveNotificationChoice))
    .toEqual([
      { params: { kind: "SALE" }, body: { mail: "DAILY" } },
      { params: { kind: "DISPUTE" }, body: { mail: "NEVER" } },
    ]);
  await expectAccessible();
});

test.each([390, 1280] as const)(
  "at %i px somebody on a team chooses what of their role is mailed, and nothing else",
  async (width) => {
    let choices = kindsOfRole.SUPPORT.map((kind) =>
      example(NotificationChoice, { kind, mail: "NEVER", inApp: true, push: false }),
    );
    server.answer(listNotificationChoices, () => ({ choices }));
    server.answer(saveNotificationChoice, ({ params: { kind }, body }) => {
      choices = choices.map((each) => (each.kind === kind ? { ...each, ...(body as object) } : each));
      return choices.find((each) => each.kind === kind)!;
    });
    await renderScreen(<NotificationSettings isOwner={false} />, { width });
    const ofOrders = page.getByRole("switch", { name: "By mail : An order to ship" });
    await ofOrders.click();
    await expect.element(ofOrders).toBeChecked();
    await expect
      .poll(() => server.calls(saveNotificationChoice))
      .toEqual([{ params: { kind: "ORDER_TO_SHIP" }, body: { mail: "EACH" } }]);
    expect(page.getByRole("switch").elements()).toHaveLength(kindsOfRole.SUPPORT.length);
    await expectAccessible();
  },
);

test("what somebody must hear of cannot be switched off in the app", async () => {
  await openSettings();
  await expect.element(ofSales.getByRole("switch", { name: "In the app" })).toBeEnabled();
  await expect.element(ofDisputes.getByRole("switch", { name: "In the app" })).not.toBeInTheDocument();
});

test("a choice that could not be saved goes back, and says so", async () => {
  await openSettings();
  await expect.element(ofDisputes.getByRole("switch", { name: "By mail" })).toBeChecked();
  server.refuse(saveNotificationChoice, 500);
  await ofDisputes.getByRole("switch", { name: "By mail" }).click();
  await expect.element(page.getByText("Your choice could not be saved", { exact: true })).toBeVisible();
  await expect.element(ofDisputes.getByRole("switch", { name: "By mail" })).toBeChecked();
});

test("of choices that wait for each other one may be refused: it alone goes back, and until then the tab asks before it is closed", async () => {
  await openSettings();
  await expect.element(ofDisputes.getByRole("switch", { name: "By mail" })).toBeChecked();
  server.answer(saveNotificationChoice, ({ params: { kind }, body }) => {
    if (kind === "SALE") throw new Refused(500, {});
    return example(NotificationChoice, { kind, ...(body as object) });
  });
  // What is shown afterwards is not read again.
  server.hold(listNotificationChoices);
  const saving = server.hold(saveNotificationChoice);
  await ofSales.getByLabelText("By mail").selectOptions("Daily");
  await ofDisputes.getByRole("switch", { name: "By mail" }).click();
  await expect.element(ofDisputes.getByRole("switch", { name: "By mail" })).not.toBeChecked();
  await expect.element(ofSales.getByLabelText("By mail")).toHaveValue("DAILY");
  expect(asksBeforeUnload()).toBe(true);
  saving.release();
  await expect.element(page.getByText("Your choice could not be saved", { exact: true })).toBeVisible();
  await expect.element(ofSales.getByLabelText("By mail")).toHaveValue("EACH");
  await expect.poll(asksBeforeUnload).toBe(false);
  await expect.element(ofDisputes.getByRole("switch", { name: "By mail" })).not.toBeChecked();
});

test("where the connection is lost, every choice that waited goes back", async () => {
  await openSettings();
  await expect.element(ofDisputes.getByRole("switch", { name: "By mail" })).toBeChecked();
  server.lose(saveNotificationChoice, "before");
  const saving = server.hold(saveNotificationChoice);
  await ofSales.getByLabelText("By mail").selectOptions("Daily");
  await ofDisputes.getByRole("switch", { name: "By mail" }).click();
  await expect.element(ofDisputes.getByRole("switch", { name: "By mail" })).not.toBeChecked();
  server.setOnline(false);
  saving.release();
  await expect.poll(asksBeforeUnload).toBe(false);
  await expect.element(ofSales.getByLabelText("By mail")).toHaveValue("EACH");
  await expect.element(ofDisputes.getByRole("switch", { name: "By mail" })).toBeChecked();
});
