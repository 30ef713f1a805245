import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { advanceDevClock, getDevClock } from "#contract/dev/dev-clock.ts";
import { getMailboxMail, listMailboxEntries, MailboxEntry, MailboxMail } from "#contract/dev/mailbox.ts";
import { example, exampleId } from "#tests/screens/example.ts";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { server } from "#tests/screens/fake-server.ts";
import { openRoute, renderScreen } from "#tests/screens/render-screen.tsx";
import { Route } from "#web/routes/dev.mailbox.tsx";
import { ShopClock } from "./shop-clock.tsx";

const entry = (to: string) =>
  example(MailboxEntry, { id: exampleId(), to, subject: `For ${to}`, sentAt: "2026-11-20T09:00:00.000Z" });
const entries = [entry("ada@example.com"), entry("second.ada@example.com"), entry("grace@example.com")];

async function openMailbox(search = "") {
  server.answer(listMailboxEntries, ({ querystring: { search = "" } = {} }) =>
    entries.filter(({ to }) => to.includes(search)),
  );
  server.answer(getMailboxMail, ({ params }) =>
    example(MailboxMail, { ...entries.find(({ id }) => id === params.id)! }),
  );
  server.answer(getDevClock, { now: "2027-03-01T12:00:00.000Z", aheadMinutes: 0 });
  const screen = await openRoute(Route, `/dev/mailbox${search}`);
  await expect.element(page.getByText("3 mails")).toBeVisible();
  return screen;
}

test("the mailbox is searched and read with the keyboard alone", async () => {
  const screen = await openMailbox();
  await userEvent.keyboard("/");
  await expect.element(page.getByRole("searchbox", { name: "Search by address" })).toHaveFocus();
  await userEvent.keyboard("ada@");
  await expect.element(page.getByText("2 mails")).toBeVisible();
  await userEvent.keyboard("{ArrowDown}");
  await expect.poll(screen.address).toContain(`mail=${entries[1]?.id}`);
  await expect
    .element(page.getByRole("article").getByRole("heading", { name: "For second.ada" }))
    .toBeVisible();
  // Out of the box, and out of the mail; what was searched for stays.
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("searchbox", { name: "Search by address" })).not.toHaveFocus();
  expect(screen.address()).toContain(`mail=${entries[1]?.id}`);
  await userEvent.keyboard("{Escape}");
  await expect.poll(screen.address).not.toContain("mail=");
  await expect.element(page.getByText("2 mails")).toBeVisible();
  await userEvent.keyboard("j");
  await expect.poll(screen.address).toContain(`mail=${entries[1]?.id}`);
  await userEvent.keyboard("k");
  await expect.poll(screen.address).toContain(`mail=${entries[0]?.id}`);
});

test("the address of a mail opens it, and Escape leaves it", async () => {
  const screen = await openMailbox(`?mail=${entries[2]?.id}`);
  await expect.element(page.getByRole("article").getByRole("heading", { name: "For grace" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.poll(screen.address).toBe("/dev/mailbox");
});

test("a search that finds nothing says so", async () => {
  await openMailbox();
  await page.getByRole("searchbox", { name: "Search by address" }).fill("nobody");
  await expect.element(page.getByRole("heading", { name: "No mail to such an address" })).toBeVisible();
  await expect.element(page.getByText("No address contains “nobody”.")).toBeVisible();
});

test("a store that does not answer is said, and so is an empty mailbox", async () => {
  server.answer(getDevClock, { now: "2027-03-01T12:00:00.000Z", aheadMinutes: 0 });
  server.refuse(listMailboxEntries, 503);
  await openRoute(Route, "/dev/mailbox");
  await expect.element(page.getByText("The store does not answer. Trying again…")).toBeVisible();
  server.answer(listMailboxEntries, []);
  await expect.element(page.getByRole("heading", { name: "No mail yet" })).toBeVisible();
});

test("the shop's clock is moved on with the keyboard, says so, and keeps the focus", async () => {
  let ahead = 0;
  const clockNow = () => ({
    now: new Date(Date.UTC(2027, 2, 1, 12) + ahead * 60_000).toISOString(),
    aheadMinutes: ahead,
  });
  server.answer(getDevClock, clockNow);
  server.answer(advanceDevClock, ({ body }) => {
    ahead += body.advanceMinutes;
    return clockNow();
  });
  await renderScreen(<ShopClock />);
  const clock = page.getByRole("region", { name: "The shop's clock" });
  await expect.element(clock.getByText("Mar 1, 2027, 12:00 PM UTC")).toBeVisible();
  await expect.element(clock.getByText("The same as this computer’s.")).toBeVisible();
  const month = clock.getByRole("button", { name: "+30 days" });
  (month.element() as HTMLElement).focus();
  const held = server.hold(advanceDevClock);
  await userEvent.keyboard("{Enter}");
  await expect.element(month).toHaveAttribute("aria-disabled", "true");
  await expect.element(month).toHaveFocus();
  held.release();
  await expect
    .element(clock.getByRole("status"))
    .toMatchTextContent("The shop’s time is now Mar 31, 2027, 12:00 PM UTC.");
  await expect.element(month).toHaveFocus();
  await expect.element(clock.getByText("30 days ahead of this computer.")).toBeVisible();
  await userEvent.tab({ shift: true });
  await userEvent.tab({ shift: true });
  await userEvent.keyboard("{Enter}");
  await expect.element(clock.getByText("30 days and 1 hour ahead of this computer.")).toBeVisible();
  await expectAccessible();
});
