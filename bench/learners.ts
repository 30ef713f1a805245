import type pg from "pg";
import { documentOfMarkdown } from "#server/documents/document-of-markdown.ts";
import { hashToken, newToken } from "#server/secrets/secrets.ts";

/** A buyer who has proved their address: `token` is their browser's cookie. */
export type Learner = { email: string; token: string };

const lessonText = documentOfMarkdown(
  "## What to look at\n\nRead the brief **twice**. Then write down:\n\n- who it is for\n- what it must do\n- what it costs\n\n".repeat(
    4,
  ),
);

/**
 * Gives a creator a course of 3 modules with 8 text lessons each, and `buyers` who have bought it among `orders` orders
 * each, half of them of other creators, and proved their address.
 */
export async function makeLearners(
  pool: pg.Pool,
  buyers: number,
  orders: number,
): Promise<{ courseId: string; lessonIds: string[]; learners: Learner[] }> {
  const { rows: courses } = await pool.query<{ id: string }>(
    `insert into products (owner_id, title, slug, description, type, price_cents)
     select id, 'A course to learn from', 'bench-course', 'In short lessons.', 'COURSE', 4900 from users where handle = 'creator_1' returning id`,
  );
  const courseId = courses[0]?.id ?? "";
  const { rows: lessons } = await pool.query<{ id: string }>(
    `with made as (
       insert into course_modules (product_id, title, position) select $1, 'Module ' || n, n from generate_series(1, 3) n returning id)
     insert into lessons (module_id, slug, title, content_document, position)
     select made.id, 'lesson-' || n, 'Lesson ' || n, $2::jsonb, n from made, generate_series(1, 8) n returning id`,
    [courseId, JSON.stringify(lessonText)],
  );
  const learners = Array.from({ length: buyers }, (_, n) => ({
    email: `learner${n}@example.com`,
    token: newToken(),
  }));
  await pool.query("insert into customers (email) select unnest($1::text[])", [
    learners.map(({ email }) => email),
  ]);
  await pool.query(
    `insert into buyer_sessions (token_hash, kind, customer_id, expires_at)
     select s.hash, 'COOKIE', c.id, now() + interval '30 days'
       from unnest($1::text[], $2::text[]) as s (email, hash) join customers c on c.email = s.email`,
    [learners.map(({ email }) => email), learners.map(({ token }) => hashToken(token))],
  );
  // The first order is of the course; every second one of the others is of another creator's product.
  await pool.query(
    `with shelf as (
       select p.id, p.owner_id, p.price_cents, row_number() over (order by p.id) as place from products p where p.id <> $1 limit 400),
     wanted as (
       select c.id as customer_id, n, case when n = 1 then $1::uuid else s.id end as product_id,
              case when n = 1 then course.owner_id else s.owner_id end as owner_id
         from customers c
         cross join generate_series(1, $2) n
         join products course on course.id = $1
         join shelf s on s.place = case when n % 2 = 0 then n else 1 end
        where c.email like 'learner%'),
     sold as (
       insert into orders (owner_id, customer_id, product_id, total_cents, status, paid_at, created_at)
       select owner_id, customer_id, product_id, 0, 'PAID', now() - n * interval '1 day', now() - n * interval '1 day' from wanted
       returning id, owner_id, customer_id, product_id),
     lines as (
       insert into order_items (order_id, owner_id, product_id, unit_price_cents, total_price_cents)
       select id, owner_id, product_id, 0, 0 from sold returning id, order_id)
     insert into access (customer_id, owner_id, product_id, order_id, order_item_id)
     select sold.customer_id, sold.owner_id, sold.product_id, sold.id, lines.id from sold join lines on lines.order_id = sold.id`,
    [courseId, orders],
  );
  await pool.query("analyze");
  return { courseId, lessonIds: lessons.map(({ id }) => id), learners };
}
