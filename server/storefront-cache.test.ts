import { expect, test } from "vitest";
import type { Channel } from "#server/database/notifications.ts";
import { testClock } from "#tests/support/test-clock.ts";
import { createStorefrontCache } from "./storefront-cache.ts";

/** A cache whose loads end when the test says so. */
function opened() {
  const clock = testClock();
  let notify: (handle: string) => void = () => {};
  const notifications = {
    listen: (_: Channel, handler: (handle: string) => void) => void (notify = handler),
    close: async () => {},
  };
  const loads: { handle: string; end(json: string | undefined): void; fail(error: Error): void }[] = [];
  const load = (handle: string) =>
    new Promise<string | undefined>((end, fail) => {
      loads.push({ handle, end, fail });
    });
  const cache = createStorefrontCache({ notifications, clock, pool: undefined as never }, load);
  const text = async (handle: string) => (await cache.get(handle))?.body;
  return { cache, clock, loads, text, notify: (handle: string) => notify(handle) };
}

test("an answer is loaded once, for all who ask meanwhile and after", async () => {
  const { text, loads } = opened();
  const [one, two] = [text("maya"), text("maya")];
  loads[0]!.end("first");
  expect(await one).toBe("first");
  expect(await two).toBe("first");
  expect(await text("maya")).toBe("first");
  expect(loads).toHaveLength(1);
});

test("a change while it is being loaded is not lost: the old answer is not kept, and later askers get the new one", async () => {
  const { text, loads, notify } = opened();
  const before = text("maya");
  notify("maya");
  const after = text("maya");
  loads[1]!.end("new");
  expect(await after).toBe("new");
  loads[0]!.end("old");
  expect(await before).toBe("old");
  expect(await text("maya")).toBe("new");
  expect(loads).toHaveLength(2);
});

test("a change drops one creator's answer, a lost connection all of them", async () => {
  const { text, loads, notify } = opened();
  for (const handle of ["maya", "tom"]) {
    const answer = text(handle);
    loads.at(-1)!.end(handle);
    await answer;
  }
  notify("maya");
  void text("maya");
  void text("tom");
  expect(loads).toHaveLength(3);
  loads[2]!.end("maya");
  notify("");
  void text("maya");
  void text("tom");
  expect(loads.map(({ handle }) => handle)).toEqual(["maya", "tom", "maya", "maya", "tom"]);
});

test("nothing is kept of what does not exist or could not be loaded, and nothing for longer than a minute", async () => {
  const { text, loads, clock } = opened();
  const absent = text("maya");
  loads[0]!.end(undefined);
  expect(await absent).toBeUndefined();
  const failing = text("maya");
  loads[1]!.fail(new Error("the database is away"));
  await expect(failing).rejects.toThrow("away");
  const found = text("maya");
  loads[2]!.end("here");
  await found;
  clock.advance({ seconds: 59 });
  expect(await text("maya")).toBe("here");
  clock.advance({ seconds: 2 });
  void text("maya");
  expect(loads).toHaveLength(4);
});

test("at most 32 MB are kept, and the least used go first", async () => {
  const { text, loads } = opened();
  const large = "x".repeat(10 * 1024 * 1024);
  const fill = async (handle: string) => {
    const answer = text(handle);
    loads.at(-1)!.end(large);
    await answer;
  };
  for (const handle of ["one", "two", "three"]) await fill(handle);
  await text("one");
  await fill("four");
  await text("one");
  expect(loads).toHaveLength(4);
  void text("two");
  expect(loads).toHaveLength(5);
});
