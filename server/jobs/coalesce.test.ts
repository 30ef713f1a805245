import { expect, test } from "vitest";
import { coalesce } from "./coalesce.ts";

/** Work that a test ends itself, one run after the other. */
function openWork() {
  const ends: PromiseWithResolvers<void>[] = [];
  const failures: unknown[] = [];
  const work = coalesce(
    () => {
      const end = Promise.withResolvers<void>();
      ends.push(end);
      return end.promise;
    },
    (error) => failures.push(error),
  );
  return { work, ends, failures };
}
const soon = () => new Promise((resolve) => setImmediate(resolve));

test("work that is asked for while it runs is done once more, however often that was", async () => {
  const { work, ends } = openWork();
  for (let times = 0; times < 5; times++) work.run();
  expect(ends).toHaveLength(1);
  ends[0]?.resolve();
  await soon();
  expect(ends).toHaveLength(2);
  ends[1]?.resolve();
  await work.ended();
  await soon();
  expect(ends).toHaveLength(2);
});

test("work that failed is told of, and runs again when it is asked for", async () => {
  const { work, ends, failures } = openWork();
  work.run();
  ends[0]?.reject(new Error("no"));
  await work.ended();
  expect(failures).toMatchObject([{ message: "no" }]);
  work.run();
  expect(ends).toHaveLength(2);
  ends[1]?.resolve();
  await work.ended();
});
