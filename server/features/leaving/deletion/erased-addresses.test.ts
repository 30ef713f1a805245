import { expect, test } from "vitest";
import { makeCreator } from "#tests/support/factories.ts";
import { leavingOf } from "#tests/support/leaving-creator.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;
const { ask, leave, pass, stateOf } = leavingOf(app);

test("their address goes out of the mails of years, and of none that they got as a buyer", async () => {
  const creator = await makeCreator(app);
  const seller = await makeCreator(app);
  const insert = (event: string, recipient: string, template: string, state: string, times = 1) =>
    pool.query(
      `insert into mail_outbox (event, recipient, template, data, state, owner_id, due_at, created_at)
       select $1 || n, $2, $3, '{}', $4, $5, case $4 when 'WAITING' then $6::timestamptz + interval '90 days' end, $6
         from generate_series(1, $7::int) n`,
      [`${event}-${creator.id}-`, recipient, template, state, seller.id, app.clock.now(), times],
    );
  await insert("sold", creator.email, "creator-news", "SENT", 2_100);
  // However their address was written, one event is two mails.
  await insert("sold", creator.email.toUpperCase(), "creator-news", "SENT");
  await insert("bought", creator.email, "receipt", "WAITING");
  await insert("shipped", creator.email, "shipped", "SENT");
  await leave(creator);
  const { rows } = await pool.query(
    "select template, state from mail_outbox where lower(recipient) = lower($1) order by 1",
    [creator.email],
  );
  expect(rows).toEqual([
    { template: "receipt", state: "WAITING" },
    { template: "shipped", state: "SENT" },
  ]);
});

test("a mail that still has to leave by the address is waited for", async () => {
  const creator = await makeCreator(app);
  await ask(creator);
  await pass({ days: 7, minutes: 1 });
  await pool.query(
    "insert into mail_outbox (event, recipient, template, data, due_at, created_at) values ($1, $2, 'creator-news', '{}', $3::timestamptz + interval '1 day', $3)",
    [`late:${creator.id}`, creator.email, new Date(app.clock.now().getTime() - 60_000)],
  );
  await pass({ hours: 2 });
  expect(await stateOf(creator)).toBe("ERASED");
  await pool.query("update mail_outbox set state = 'FAILED', due_at = null where event = $1", [
    `late:${creator.id}`,
  ]);
  await pass({ minutes: 5 });
  expect(await stateOf(creator)).toBe("DONE");
  expect((await pool.query("select from mail_outbox where recipient = $1", [creator.email])).rowCount).toBe(
    0,
  );
});

test("the log of a store that they worked for names them no more, by an address of before either", async () => {
  const owner = await makeCreator(app);
  const creator = await makeCreator(app, { firstName: "Ada", lastName: "Byron" });
  const former = `before-${creator.handle}@example.com`;
  const day = (days: number) => new Date(app.clock.now().getTime() - days * 86_400_000);
  await pool.query(
    "insert into email_changes (owner_id, from_email, to_email, changed_at) values ($1, $2, $3, $4)",
    [creator.id, former, creator.email, day(100)],
  );
  const act = (days: number, email: string, name: string) =>
    pool.query(
      "insert into account_events (owner_id, kind, detail, created_at) values ($1, 'COLLEAGUE_ACTED', $2, $3)",
      [owner.id, { name, email, role: "SUPPORT", what: "Tag a customer" }, day(days)],
    );
  await act(300, former.toUpperCase(), "Ada Byron");
  await act(1, creator.email, "Ada Byron");
  // Whoever has that address since then, and everybody else.
  await act(20, former, "Somebody else");
  await act(10, "other@example.com", "Other");
  await leave(creator);
  const { rows } = await pool.query(
    "select detail ->> 'name' as name, detail ->> 'email' as email from account_events where owner_id = $1 and kind = 'COLLEAGUE_ACTED' order by created_at",
    [owner.id],
  );
  const gone = { name: "Somebody who is gone", email: "" };
  expect(rows).toEqual([
    gone,
    { name: "Somebody else", email: former },
    { name: "Other", email: "other@example.com" },
    gone,
  ]);
});
