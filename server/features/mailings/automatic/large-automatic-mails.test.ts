import { beforeEach, expect, test } from "vitest";
import { posts } from "#server/database/schema/posts.ts";
import { automaticMailOf, letGoBy, makeAutomaticMail } from "#tests/support/automatic-mail-factory.ts";
import { makeCourse } from "#tests/support/course-factory.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { makeSubscriber, makeTrustedCreator, someone } from "#tests/support/mailing-factory.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { rowsHandled } from "#tests/support/rows-handled.ts";
import { testApp } from "#tests/support/test-app.ts";
import { vacuumAnalyze } from "#tests/support/vacuum.ts";
import { queueAutomaticMails } from "./queue-automatic-mails.ts";

const app = await testApp();
const { db, pool } = app.services;
const people = 2_000;

beforeEach(async () => {
  await pool.query("delete from promotions");
  await pool.query("delete from automatic_mails");
});

/** So many who own a product, each by an order of their own. */
async function sellTo(product: { id: string; ownerId: string }): Promise<void> {
  const batch = 1_000;
  for (let from = 0; from < people; from += batch)
    await pool.query(
      `with buyers as (
         insert into customers (id, email, created_at)
         select gen_random_uuid(), 'c-' || n || '-of-' || $2::uuid || '@example.com', $5::timestamptz
           from generate_series($3::int, $4::int) n returning id),
       sold as (
         insert into orders (owner_id, customer_id, product_id, total_cents, status, paid_at, created_at)
         select $1::uuid, id, $2, 900, 'PAID', $5, $5 from buyers returning id, customer_id),
       lines as (
         insert into order_items (order_id, owner_id, product_id, unit_price_cents, total_price_cents, created_at)
         select id, $1, $2, 900, 900, $5 from sold returning id, order_id)
       insert into access (customer_id, owner_id, product_id, order_id, order_item_id, granted_at)
       select s.customer_id, $1, $2, s.id, l.id, $5 from sold s join lines l on l.order_id = s.id`,
      [product.ownerId, product.id, from, from + batch - 1, app.clock.now()],
    );
}

/** How many rows PostgreSQL handles for each person until it is written down whom the mails are for. */
async function rowsForEach(): Promise<number> {
  const handled = await rowsHandled(() => queueAutomaticMails(app.services));
  expect(await rows()).toBe(people);
  return handled / people;
}

const rows = async () =>
  (await pool.query<{ count: number }>("select count(*)::int as count from promotions")).rows[0]?.count;

test("a post for many members is written down with little work for each, once", async () => {
  const creator = await makeTrustedCreator(app);
  const circle = await makeProduct(app, { ownerId: creator.id, type: "MEMBERSHIP", priceCents: 900 });
  await sellTo(circle);
  await vacuumAnalyze(pool);
  await makeAutomaticMail(app, creator, { kind: "NEW_POST" });
  app.clock.advance({ seconds: 1 });
  await db
    .insert(posts)
    .values({ ownerId: creator.id, productId: null, title: "News", publishedAt: app.clock.now() });
  app.clock.advance({ minutes: 1 });
  expect(await rowsForEach()).toBeLessThan(20);
  // Whom it is for is fixed by then: who joins later finds it there.
  await makeOrder(app, { items: [{ product: circle }] });
  app.clock.advance({ minutes: 1 });
  await queueAutomaticMails(app.services);
  expect(await rows()).toBe(people);
});

test("who stopped of many learners of 20 lessons is found by reading each lesson once", async () => {
  const creator = await makeTrustedCreator(app);
  const lessons = Array.from({ length: 20 }, () => ({}));
  const course = await makeCourse(app, { ownerId: creator.id, modules: [lessons] });
  await sellTo(course);
  await makeAutomaticMail(app, creator, { kind: "COURSE_REMINDER", days: 1 });
  app.clock.advance({ seconds: 1 });
  for (const { id } of course.lessons.slice(1))
    await pool.query(
      `insert into progress (order_id, customer_id, lesson_id, completed, completed_at, updated_at)
         select order_id, customer_id, $2::uuid, true, $3, $3 from access where product_id = $1`,
      [course.id, id, app.clock.now()],
    );
  await vacuumAnalyze(pool);
  app.clock.advance({ days: 1, hours: 1 });
  expect(await rowsForEach()).toBeLessThan(6 * 20);
});

test("a mail that cannot be looked at keeps no other waiting", async () => {
  const [fails, works] = [await makeTrustedCreator(app), await makeTrustedCreator(app)];
  for (const creator of [fails, works]) await makeAutomaticMail(app, creator, { kind: "WELCOME" });
  app.clock.advance({ seconds: 1 });
  for (const creator of [fails, works]) await makeSubscriber(app, creator.id, someone());
  await pool.query(`
    create function refuse_one() returns trigger language plpgsql as $$ begin raise 'too much'; end $$;
    create trigger refuse_one before insert on promotions for each row when (new.owner_id = '${fails.id}') execute function refuse_one()`);
  await letGoBy(app, { minutes: 1 });
  const { rows: written } = await pool.query<{ owner_id: string }>("select owner_id from promotions");
  expect(written).toEqual([{ owner_id: works.id }]);
  await pool.query("drop trigger refuse_one on promotions");
  await letGoBy(app, { minutes: 1 });
  expect(await rows()).toBe(2);
  const { rows: mails } = await pool.query<{ id: string }>(
    "select id from automatic_mails where owner_id = $1",
    [fails.id],
  );
  expect((await automaticMailOf(app, fails, mails[0]?.id ?? "")).outcomes.waiting).toBe(1);
});
