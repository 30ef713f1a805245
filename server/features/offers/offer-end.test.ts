import { expect, test } from "vitest";
import {
  createOrderBump,
  exportOrderBumps,
  listOrderBumps,
  updateOrderBump,
} from "#contract/offers/order-bumps.ts";
import { createUpsell, listUpsells, updateUpsell } from "#contract/offers/upsells.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { makeBump, makeUpsell } from "#tests/support/offer-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const minuteMs = 60_000;
const inMinutes = (minutes: number) => new Date(app.clock.now().getTime() + minutes * minuteMs);

async function offers() {
  const main = await makeProduct(app);
  const creator = app.as({ id: main.ownerId });
  const bump = await makeBump(app, main, { endsAt: inMinutes(10) });
  const upsell = await makeUpsell(app, main, { endsAt: inMinutes(10) });
  return { main, creator, bump, upsell };
}

test("a creator's lists say which offer has ended, and when", async () => {
  const { creator, bump, upsell } = await offers();
  const endsAt = bump.endsAt?.toISOString();
  expect((await creator.call(listOrderBumps, { querystring: {} })).body).toMatchObject([
    { endsAt, obstacle: null },
  ]);
  expect((await creator.call(listUpsells, { querystring: {} })).body).toMatchObject([
    { endsAt: upsell.endsAt?.toISOString(), obstacle: null },
  ]);
  app.clock.advance({ minutes: 10 });
  expect((await creator.call(listOrderBumps, { querystring: {} })).body).toMatchObject([
    { endsAt, obstacle: "ENDED" },
  ]);
  expect((await creator.call(listUpsells, { querystring: {} })).body).toMatchObject([{ obstacle: "ENDED" }]);
  expect((await creator.call(exportOrderBumps, {})).text).toContain(endsAt);
});

test("an end is still to come when it is set; an ended offer can be renamed, given a new end, or none", async () => {
  const { creator, main, bump, upsell } = await offers();
  const extra = await makeProduct(app, { ownerId: main.ownerId });
  app.clock.advance({ minutes: 20 });
  const over = inMinutes(-1).toISOString();
  const refused = { status: 422, body: { fields: { endsAt: expect.stringContaining("still to come") } } };
  const terms = { title: "Late", endsAt: over };
  expect(
    await creator.call(createOrderBump, {
      body: { mainProductId: main.id, bumpProductId: extra.id, ...terms },
    }),
  ).toMatchObject(refused);
  expect(
    await creator.call(createUpsell, {
      body: { triggerProductId: main.id, upsellProductId: extra.id, ...terms },
    }),
  ).toMatchObject(refused);
  const changeBump = (body: { title?: string; endsAt?: string | null }) =>
    creator.call(updateOrderBump, { params: { id: bump.id }, body });
  const changeUpsell = (body: { title?: string; endsAt?: string | null }) =>
    creator.call(updateUpsell, { params: { id: upsell.id }, body });
  for (const change of [changeBump, changeUpsell]) {
    expect(await change({ endsAt: over })).toMatchObject(refused);
    const renamed = (await change({ title: "Renamed" })).body;
    expect(renamed).toMatchObject({ title: "Renamed", obstacle: "ENDED" });
    const later = inMinutes(60).toISOString();
    // Another tab notices it.
    expect((await change({ endsAt: later })).body).toMatchObject({
      endsAt: later,
      obstacle: null,
      revision: renamed.revision + 1,
    });
    expect((await change({ endsAt: null })).body).toMatchObject({ endsAt: null });
  }
});
