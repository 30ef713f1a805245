import { expect, test } from "vitest";
import {
  deleteSavedFilter,
  listSavedFilters,
  mostSavedFilters,
  saveFilter,
} from "#contract/saved-filters/saved-filters.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();

test("a filter is kept under its name, replaced by the next of that name, and deleted; each list and creator has their own", async () => {
  const desk = app.as(await makeCreator(app));
  const other = app.as(await makeCreator(app));
  const list = async (who = desk, of: "ORDERS" | "CUSTOMERS" = "ORDERS") =>
    (await who.call(listSavedFilters, { querystring: { list: of } })).body.map(({ name, search }) => [
      name,
      search,
    ]);
  const save = (name: string, search: string, of: "ORDERS" | "CUSTOMERS" = "ORDERS") =>
    desk.call(saveFilter, { body: { list: of, name, search } });
  await save("Paid", "status=PAID");
  const { body: kept } = await save("big ones", "sort=-total");
  await save("Members", "members=true", "CUSTOMERS");
  expect(await list()).toEqual([
    ["big ones", "sort=-total"],
    ["Paid", "status=PAID"],
  ]);
  await save("BIG ONES", "sort=-total&status=PAID");
  expect(await list()).toEqual([
    ["BIG ONES", "sort=-total&status=PAID"],
    ["Paid", "status=PAID"],
  ]);
  expect(await list(desk, "CUSTOMERS")).toEqual([["Members", "members=true"]]);
  expect(await list(other)).toEqual([]);

  const [paid] = (await desk.call(listSavedFilters, { querystring: { list: "ORDERS" } })).body.slice(1);
  const params = { id: paid?.id ?? "" };
  expect((await other.call(deleteSavedFilter, { params })).status).toBe(404);
  expect((await desk.call(deleteSavedFilter, { params })).status).toBe(200);
  expect((await desk.call(deleteSavedFilter, { params })).status).toBe(404);
  expect((await desk.call(deleteSavedFilter, { params: { id: kept.id } })).status).toBe(404);
  expect((await list()).map(([name]) => name)).toEqual(["BIG ONES"]);
  const nameless = await save("  ", "status=PAID");
  expect(nameless.status).toBe(422);
  expect(nameless.text).toContain("Give it a name");
});

test("twenty are kept of a list and no more, however many are saved at once", async () => {
  const desk = app.as(await makeCreator(app));
  const save = (name: string) =>
    desk.call(saveFilter, { body: { list: "ORDERS", name, search: "status=PAID" } });
  const answers = await Promise.all(
    Array.from({ length: mostSavedFilters + 5 }, (_, number) => save(`Filter ${number}`)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(mostSavedFilters);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
  const [first] = (await desk.call(listSavedFilters, { querystring: { list: "ORDERS" } })).body;
  expect((await save(first?.name ?? "")).status).toBe(200);
});
