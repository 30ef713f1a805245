import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { type ReminderKind, reminderKinds } from "#contract/mailings/reminder-kinds.ts";
import { listReminders, Reminder, saveReminder } from "#contract/mailings/reminders.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { example } from "#tests/screens/example.ts";
import { server } from "#tests/screens/fake-server.ts";
import { closeScreen, renderScreen } from "#tests/screens/render-screen.tsx";
import { RemindersCard } from "./reminders-card.tsx";

/** The card of a creator whose reminders say this; a change of an older one is refused, as the server does. */
async function openCard(words: Partial<Record<ReminderKind, string>> = {}) {
  let reminders = reminderKinds.map((kind) =>
    example(Reminder, { kind, isOn: true, words: words[kind] ?? "", revision: 1 }),
  );
  const save = (kind: ReminderKind, change: { isOn?: boolean; words?: string }) => {
    reminders = reminders.map((each) =>
      each.kind === kind ? { ...each, ...change, revision: each.revision + 1 } : each,
    );
    return reminders.find((each) => each.kind === kind)!;
  };
  server.answer(listReminders, () => reminders);
  server.answer(saveReminder, ({ body: { kind, isOn, words } }) => save(kind, { isOn, words }));
  await renderScreen(<RemindersCard />, { width: 390 });
  return { saveElsewhere: save };
}

const row = (title: string) =>
  page.getByRole("list", { name: "Reminders" }).getByRole("listitem").filter({ hasText: title });
const tomorrow = row("An event is tomorrow");
const box = tomorrow.getByRole("textbox", { name: "What you say in it" });
const save = tomorrow.getByRole("button", { name: "Save words" });
const notified = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();

test("words are saved by their button, which is there while there is something to save", async () => {
  await openCard();
  await expect.element(box).toHaveValue("");
  await expect.element(save).not.toBeInTheDocument();
  await box.fill("Bring a lamp.");
  await expect.element(tomorrow.getByRole("button", { name: "Preview" })).toBeDisabled();
  await save.click();
  await notified("Your words are saved");
  await expect.element(save).not.toBeInTheDocument();
  await expect.element(tomorrow.getByRole("button", { name: "Preview" })).toBeEnabled();
  expect(server.calls(saveReminder)).toEqual([
    { body: { kind: "EVENT_DAY", isOn: true, words: "Bring a lamp.", revision: 1 } },
  ]);
  await expectAccessible();
});

test("the reminder that the law asks for cannot be switched off; another is at once, and takes no words along", async () => {
  await openCard();
  await expect.element(row("A membership renews").getByText("Always sent")).toBeVisible();
  await expect.element(row("A membership renews").getByRole("switch")).not.toBeInTheDocument();
  const soon = row("An event begins soon");
  await soon.getByRole("textbox").fill("Half a");
  await soon.getByRole("switch", { name: "An event begins soon: send this reminder" }).click();
  await notified("It is not sent any more");
  await expect.element(soon.getByRole("textbox")).not.toBeInTheDocument();
  await expect.element(soon.getByRole("switch")).not.toBeChecked();
  expect(server.calls(saveReminder)).toMatchObject([{ body: { isOn: false, words: "" } }]);
});

test("what another tab wrote meanwhile is shown and not overwritten unseen, and nothing typed is lost by a reload", async () => {
  const { saveElsewhere } = await openCard();
  await box.fill("Bring nothing.");
  saveElsewhere("EVENT_DAY", { words: "Bring a lamp." });
  server.refuse(saveReminder, 409, { code: "CHANGED_ELSEWHERE", message: "It was changed elsewhere" });
  await save.click();
  const meanwhile = page.getByText("Saved in another tab meanwhile: “Bring a lamp.”");
  await expect.element(meanwhile).toBeVisible();
  await expect.element(box).toHaveValue("Bring nothing.");
  closeScreen();
  await renderScreen(<RemindersCard />);
  await expect.element(meanwhile).toBeVisible();
  await expect.element(box).toHaveValue("Bring nothing.");
  server.answer(saveReminder, ({ body }) => saveElsewhere(body.kind, { words: body.words }));
  await save.click();
  await notified("Your words are saved");
  await expect.element(meanwhile).not.toBeInTheDocument();
  expect(server.calls(saveReminder).at(-1)).toMatchObject({ body: { words: "Bring nothing.", revision: 2 } });
});

test("reminders that cannot be loaded are asked for again", async () => {
  server.refuse(listReminders, 500);
  await renderScreen(<RemindersCard />);
  const again = page.getByRole("button", { name: "They could not be loaded. Try again" });
  await expect.element(again).toBeVisible();
  server.answer(listReminders, [example(Reminder, { kind: "EVENT_DAY", isOn: true, revision: 1 })]);
  await again.click();
  await expect.element(box).toBeVisible();
});
