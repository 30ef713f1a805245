import { expect, test } from "vitest";
import { makeProduct } from "#tests/support/factories.ts";
import { makeMailing, makeTrustedCreator } from "#tests/support/mailing-factory.ts";
import { rowsHandled } from "#tests/support/rows-handled.ts";
import { statementsOf } from "#tests/support/statements-of.ts";
import { testApp } from "#tests/support/test-app.ts";
import { renderMailing } from "./render-mailing.ts";
import { startMailing } from "./start-mailings.ts";

const app = await testApp();
const { pool } = app.services;
const people = 4_000;

test("thousands of people are written down with little work for each, and their mails are rendered from one", async () => {
  const creator = await makeTrustedCreator(app);
  const product = await makeProduct(app, { ownerId: creator.id, priceCents: 500 });
  const now = app.clock.now();
  // Half of them bought, half are on the list.
  await pool.query(
    `with people as (
       insert into customers (email) select 'buyer-' || n || '@example.com' from generate_series(1, ${people / 2}) n returning id),
     sold as (
       insert into orders (owner_id, customer_id, product_id, total_cents, status, paid_at)
       select $1, id, $2, 500, 'PAID', $3 from people returning id)
     insert into order_items (order_id, owner_id, product_id, unit_price_cents, total_price_cents)
     select id, $1, $2, 500, 500 from sold`,
    [creator.id, product.id, now],
  );
  await pool.query(
    `insert into subscribers (owner_id, email, state, consent_text, confirmed_at)
     select $1, 'reader-' || n || '@example.com', 'SUBSCRIBED', 'Yes', $2 from generate_series(1, ${people / 2}) n`,
    [creator.id, now],
  );
  await pool.query("analyze");
  const { id } = await makeMailing(app, creator, {
    productId: product.id,
    audience: {
      match: "ANY",
      conditions: [
        { type: "bought", is: true, productId: product.id, since: null },
        { type: "subscribed", is: true },
      ],
    },
  });
  await pool.query("update mailings set state = 'SCHEDULED', send_at = $2 where id = $1", [id, now]);
  const handled = await rowsHandled(() => startMailing(app.services, id));
  expect(handled / people).toBeLessThan(40);
  const { rows } = await pool.query<{ id: string; ownerId: string; email: string; data: never }>(
    `select id, owner_id as "ownerId", email, data from promotions where mailing_id = $1`,
    [id],
  );
  expect(rows).toHaveLength(people);
  const unsubscribe = {
    page: "https://stall.test/unsubscribe#token=t",
    oneClick: "https://stall.test/api/unsubscribe/t",
  };
  const render = (row: (typeof rows)[number]) =>
    renderMailing(app.services, { ...row, cartId: null }, unsubscribe);
  const [first] = rows;
  if (first) await render(first);
  const asked = await statementsOf(async () => {
    for (const row of rows) await render(row);
  });
  expect(asked.length).toBeLessThan(people / 100);
});
