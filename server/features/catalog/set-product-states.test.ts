import { expect, test } from "vitest";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import { setProductStates } from "#contract/catalog/product-states.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;

const stateOf = async (id: string) =>
  (await pool.query<{ state: string }>("select state from products where id = $1", [id])).rows[0]?.state;

test("several products go into the archive at once, and come back as what they were", async () => {
  const creator = await makeCreator(app);
  const desk = app.as(creator);
  const [sold, draft] = [
    await makeProduct(app, { ownerId: creator.id }),
    await makeProduct(app, { ownerId: creator.id, state: "DRAFT" }),
  ];
  const foreign = await makeProduct(app, { ownerId: (await makeCreator(app)).id });
  const archive = [sold, draft].map(({ id }) => ({ id, state: "ARCHIVED" as const }));
  const withForeign = [...archive, { id: foreign.id, state: "ARCHIVED" as const }];
  expect((await desk.call(setProductStates, { body: { products: withForeign } })).status).toBe(422);
  expect([await stateOf(sold.id), await stateOf(foreign.id)]).toEqual(["PUBLISHED", "PUBLISHED"]);

  const { status, body } = await desk.call(setProductStates, { body: { products: archive } });
  expect(status).toBe(200);
  expect(body).toEqual({
    changed: [
      { id: sold.id, state: "PUBLISHED" },
      { id: draft.id, state: "DRAFT" },
    ],
    refused: [],
  });
  expect((await desk.call(listMyProducts)).body).toEqual([]);
  // Once more, as by a second press, nothing is changed.
  const again = await desk.call(setProductStates, { body: { products: archive } });
  expect(again.body).toEqual({ changed: [], refused: [] });

  const back = await desk.call(setProductStates, { body: { products: body.changed } });
  expect(back.body.changed).toHaveLength(2);
  expect([await stateOf(sold.id), await stateOf(draft.id)]).toEqual(["PUBLISHED", "DRAFT"]);
});

test("what one of several lacks to go on sale is said, and keeps no other back; a plan's limit holds", async () => {
  const creator = await makeCreator(app);
  const desk = app.as(creator);
  const ownerId = creator.id;
  const [course, first, second] = [
    await makeProduct(app, { ownerId, type: "COURSE", state: "DRAFT" }),
    await makeProduct(app, { ownerId, state: "DRAFT" }),
    await makeProduct(app, { ownerId, state: "DRAFT" }),
  ];
  await pool.query(
    "update users set plan = 'STARTER', trial_ends_at = now() - interval '1 day' where id = $1",
    [ownerId],
  );
  const publish = [course, first, second].map(({ id }) => ({ id, state: "PUBLISHED" as const }));
  const { body } = await desk.call(setProductStates, { body: { products: publish } });
  expect(body.changed).toEqual([{ id: first.id, state: "DRAFT" }]);
  expect(body.refused).toEqual([
    { id: course.id, message: expect.stringMatching(/lesson/) },
    { id: second.id, message: expect.stringMatching(/Starter plan has 1 active product/) },
  ]);
  expect((await desk.call(setProductStates, { body: { products: [] } })).status).toBe(422);

  // Out of the archive it would come on sale or not at all.
  const archived = await makeProduct(app, { ownerId, state: "ARCHIVED" });
  const back = await desk.call(setProductStates, {
    body: { products: [{ id: archived.id, state: "PUBLISHED" }] },
  });
  expect(back.body).toMatchObject({ changed: [], refused: [{ id: archived.id }] });
  expect(await stateOf(archived.id)).toBe("ARCHIVED");
  const unfilled = await makeProduct(app, { ownerId, type: "COURSE", state: "ARCHIVED" });
  await pool.query("update products set state = 'DRAFT' where id = $1", [first.id]);
  const empty = await desk.call(setProductStates, {
    body: { products: [{ id: unfilled.id, state: "PUBLISHED" }] },
  });
  expect(empty.body).toMatchObject({ changed: [], refused: [{ message: expect.stringMatching(/lesson/) }] });
  expect(await stateOf(unfilled.id)).toBe("ARCHIVED");
});
