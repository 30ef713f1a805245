import { expect, test } from "vitest";
import { storageUse } from "#server/database/schema/files.ts";
import { exportsOf } from "#tests/support/account-exports.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const mib = 1024 ** 2;
// Room for two exports of tables, and 110 MiB of files beside them.
const app = await testApp({ EXPORTS_STORAGE_TOTAL_GIB: String((2 * 64 + 110) / 1024) });
const { pool, db } = app.services;
const { ask, take } = exportsOf(app);

async function makeFull(bytes: number) {
  const creator = await makeCreator(app);
  await db.insert(storageUse).values({ ownerId: creator.id, bytes });
  return creator;
}
const forget = () => pool.query("delete from account_exports");

test("an export with files is refused in words where those of all would not fit, and one without them is made", async () => {
  const [large, other] = [await makeFull(100 * mib), await makeFull(101 * mib)];
  expect((await ask(other, true)).status).toBe(201);
  expect(await ask(large, true)).toMatchObject({
    status: 413,
    body: { code: "EXPORTS_FULL", message: expect.stringContaining("without files") },
  });
  expect((await ask(large)).status).toBe(201);
  await forget();
});

test("who has more files than all exports together may hold is not told to come back tomorrow", async () => {
  const creator = await makeFull(300 * mib);
  const { status, text } = await ask(creator, true);
  expect([status, text]).toEqual([413, expect.stringContaining("more than an export may hold")]);
  expect(text).not.toContain("tomorrow");
  expect((await ask(creator)).status).toBe(201);
  await forget();
});

test("asked for at once by many, as many begin as there is room for", async () => {
  const creators = await Promise.all(Array.from({ length: 6 }, () => makeFull(20 * mib)));
  const answers = await Promise.all(creators.map((creator) => ask(creator, true)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 413, 413, 413, 413]);
  await forget();
});

test("once it is made it takes what it is, and gives it back when its week is over", async () => {
  const creators = await Promise.all(Array.from({ length: 3 }, () => makeCreator(app)));
  for (const creator of creators) await take(creator);
  const full = await makeFull(160 * mib);
  expect((await ask(full, true)).status).toBe(201);
  expect((await ask(await makeCreator(app))).status).toBe(413);
  await forget();
});
