import { expect, test } from "vitest";
import {
  chooseListColumns,
  getListColumns,
  type ListName,
  resetListColumns,
} from "#contract/list-columns/list-columns.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();

test("columns are chosen for each list, by whoever chose last, until they are reset; everybody has their own", async () => {
  const desk = app.as(await makeCreator(app));
  const other = app.as(await makeCreator(app));
  const choose = (list: ListName, columns: string[]) =>
    desk.call(chooseListColumns, { params: { list }, body: { columns } });
  const chosen = async (who = desk) => (await who.call(getListColumns)).body;
  expect(await chosen()).toEqual([]);
  await choose("ORDERS", ["total", "coupon"]);
  await choose("PRODUCTS", []);
  expect((await choose("ORDERS", ["number", "total", "number"])).body).toEqual([
    { list: "ORDERS", columns: ["number", "total"] },
    { list: "PRODUCTS", columns: [] },
  ]);
  expect(await chosen()).toEqual([
    { list: "ORDERS", columns: ["number", "total"] },
    { list: "PRODUCTS", columns: [] },
  ]);
  expect(await chosen(other)).toEqual([]);

  expect((await other.call(resetListColumns, { params: { list: "ORDERS" } })).status).toBe(200);
  expect((await desk.call(resetListColumns, { params: { list: "ORDERS" } })).body).toEqual([
    { list: "PRODUCTS", columns: [] },
  ]);
  expect((await desk.call(resetListColumns, { params: { list: "ORDERS" } })).status).toBe(200);
});

test("a list that there is not, and what can be no column, are refused with words", async () => {
  const desk = app.as(await makeCreator(app));
  const choose = (columns: string[], list = "ORDERS") =>
    desk.call(chooseListColumns, { params: { list: list as ListName }, body: { columns } });
  expect((await choose(["total"], "NOWHERE")).status).toBe(404);
  for (const columns of [["drop table"], [""], ["x".repeat(41)], Array(31).fill("total")]) {
    const { status, text } = await choose(columns);
    expect(status, text).toBe(422);
    expect(text).toContain("column");
  }
  // As many as there can be, each as long as it can be.
  const letters = (n: number) => "abcdefghijklmnopqrstuvwxyzABCD".charAt(n);
  const longest = Array.from({ length: 30 }, (_, n) => "x".repeat(39) + letters(n));
  expect((await choose(longest)).status).toBe(200);
});

test("two tabs that choose at once leave one choice, and it is one of theirs", async () => {
  const desk = app.as(await makeCreator(app));
  const choices = Array.from({ length: 8 }, (_, n) => [`column${"abcdefgh".charAt(n)}`]);
  const answers = await Promise.all(
    choices.map((columns) =>
      desk.call(chooseListColumns, { params: { list: "COUPONS" }, body: { columns } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(choices.map(() => 200));
  const [only, ...more] = (await desk.call(getListColumns)).body;
  expect(more).toEqual([]);
  expect(choices).toContainEqual(only?.columns);
});
