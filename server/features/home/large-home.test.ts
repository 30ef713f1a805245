import { beforeAll, expect, test } from "vitest";
import { getHome } from "#contract/home/home.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeSocialAccount } from "#tests/support/social-factory.ts";
import { rowsHandled } from "#tests/support/rows-handled.ts";
import { type Caller, testApp } from "#tests/support/test-app.ts";
import { vacuumAnalyze } from "#tests/support/vacuum.ts";

const app = await testApp();
const { pool } = app.services;

const months = 2;
const orders = 50_000;
let desk: Caller;

/** Orders of two months and refunds of a tenth of them, all read as they are; what else triggers would write is not looked at. */
async function sell(ownerId: string, productId: string, count: number): Promise<void> {
  const batch = 10_000;
  await pool.query("alter table orders disable trigger user");
  for (let from = 0; from < count; from += batch)
    await pool.query(
      `with people as (
         insert into customers (id, email)
         select gen_random_uuid(), 'c-' || n || '-of-' || $1::uuid || '@example.com' from generate_series($4::int, $5::int) n
         returning id, substring(email from '^c-(\\d+)')::int as n)
       insert into orders (owner_id, customer_id, product_id, total_cents, status, paid_at, created_at)
       select $1::uuid, id, $2::uuid, 5000, 'PAID', at, at
         from (select id, $3::timestamptz - n * $6::float8 * interval '1 day' as at from people) p`,
      [ownerId, productId, app.clock.now(), from, from + batch - 1, (30 * months) / count],
    );
  await pool.query("alter table orders enable trigger user");
}

beforeAll(async () => {
  const creator = await makeCreator(app);
  const [mine, other] = [await makeProduct(app, { ownerId: creator.id }), await makeProduct(app)];
  await sell(creator.id, mine.id, orders);
  await sell(other.ownerId, other.id, orders / 10);
  const account = await makeSocialAccount(app, { userId: creator.id });
  // Everybody wrote within a day and was answered by a keyword, which leaves them unread.
  await pool.query(
    `with fans as (
       insert into dm_conversations (user_id, social_account_id, platform_conversation_id, participant_id, last_inbound_at, last_message_at, has_unread)
       select $1::uuid, $2::uuid, 'fan-' || n, 'fan-' || n, $3::timestamptz - n * interval '4 seconds', $3::timestamptz - n * interval '4 seconds', true
         from generate_series(1, 20000) n returning id, participant_id, last_inbound_at)
     insert into dm_messages (user_id, conversation_id, platform_message_id, sender_id, message_text, is_from_bot, platform_created_at)
     select $1, id, participant_id || '-' || by_bot, participant_id, 'guide', by_bot, last_inbound_at from fans, (values (true), (false)) v (by_bot)`,
    [creator.id, account.id, app.clock.now()],
  );
  await pool.query(
    `insert into social_events (user_id, social_account_id, kind, platform_event_id, person_id, text, occurred_at, received_at, outcome)
     select $1::uuid, $2::uuid, 'MESSAGE', 'message:' || n, 'fan-' || n, 'guide', at, at, 'SENT'
       from (select n, $3::timestamptz - n * interval '2 seconds' as at from generate_series(1, 50000) n) e`,
    [creator.id, account.id, app.clock.now()],
  );
  await pool.query(
    `insert into abandoned_carts (owner_id, product_id, email, price_cents, currency, left_at, abandoned_at, expires_at)
     select $1::uuid, $2::uuid, 'left-' || n || '@example.com', 5000, 'usd', at, at, at + interval '30 days'
       from (select n, $3::timestamptz - n * interval '2 minutes' as at from generate_series(1, 20000) n) c`,
    [creator.id, mine.id, app.clock.now()],
  );
  await vacuumAnalyze(pool);
  desk = app.as(creator);
});

test("home handles each order, fan and left cart twice at most, however many there are", async () => {
  const rows = await rowsHandled(async () => {
    const { status, body } = await desk.call(getHome);
    expect([status, body.needs, body.latest.length, body.suggestion?.kind]).toEqual([200, [], 6, "CARTS"]);
  });
  expect(rows).toBeLessThan(2.5 * orders);
});
