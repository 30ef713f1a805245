import { expect, onTestFinished, test, vi } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import type { Channel } from "#server/database/notifications.ts";
import { type Kept, openStorefrontCache } from "./storefront-cache.ts";

type Text = Kept & { text: string };
const textOf = (text: string, bytes = text.length): Text => ({
  text,
  bytes,
  answerTo: () => ({ status: 200, headers: {}, body: text }),
});

/** A cache whose loads end when the test says so. */
function opened() {
  // Stands still between two steps, since what is kept for a minute is kept to its last millisecond.
  let now = Date.now();
  const clock = { now: () => new Date(now) };
  let isHeard = true;
  let notify: (handle: string) => void = () => {};
  const notifications = {
    arrive: true,
    areCurrent: () => isHeard,
    catchUp: async () => isHeard,
    listen: async (_: Channel, handler: (handle: string) => void) => void (notify = handler),
    close: async () => {},
  };
  const loads: { handle: string; end(text: Text | undefined): void; fail(error: Error): void }[] = [];
  const cache = openStorefrontCache({ notifications, clock });
  const text = async (handle: string, name = "products") => {
    const load = () => new Promise<Text | undefined>((end, fail) => loads.push({ handle, end, fail }));
    return (await cache.get(handle, name, load))?.text;
  };
  const fill = async (handle: string, name?: string, bytes?: number) => {
    const answer = text(handle, name);
    loads.at(-1)!.end(textOf(`${handle} ${name}`, bytes));
    await answer;
  };
  const pass = (ms: number) => void (now += ms);
  const hear = (heard: boolean) => void (isHeard = heard);
  return { cache, pass, loads, text, fill, hear, notify: (handle: string) => notify(handle) };
}

test("an answer is loaded once, for all who ask meanwhile and after", async () => {
  const { text, loads } = opened();
  const [one, two] = [text("maya"), text("maya")];
  loads[0]!.end(textOf("first"));
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
  loads[1]!.end(textOf("new"));
  expect(await after).toBe("new");
  loads[0]!.end(textOf("old"));
  expect(await before).toBe("old");
  expect(await text("maya")).toBe("new");
  expect(loads).toHaveLength(2);
});

test("what was loaded from before a change, and ends first, is given out but not kept", async () => {
  const { text, loads, cache } = opened();
  const before = text("maya");
  cache.invalidate("maya");
  loads[0]!.end(textOf("old"));
  expect(await before).toBe("old");
  void text("maya");
  expect(loads).toHaveLength(2);
});

test("a change drops all that is kept of one creator and of nobody else, a lost connection everything", async () => {
  const { text, fill, loads, notify } = opened();
  for (const [handle, name] of [
    ["maya", "products"],
    ["maya", "/u/Maya/"],
    ["mayall", "products"],
    ["", "/terms"],
  ] as const)
    await fill(handle, name);
  const ask = async (handle: string, name: string) => {
    const before = loads.length;
    void text(handle, name);
    return loads.length > before ? "loads" : "kept";
  };
  notify("maya");
  expect(await ask("maya", "products")).toBe("loads");
  expect(await ask("maya", "/u/Maya/")).toBe("loads");
  expect(await ask("mayall", "products")).toBe("kept");
  expect(await ask("", "/terms")).toBe("kept");
  notify("");
  expect(await ask("mayall", "products")).toBe("loads");
  expect(await ask("", "/terms")).toBe("loads");
});

test("nothing is kept of what does not exist or could not be loaded, and nothing for longer than a minute", async () => {
  const { text, loads, pass } = opened();
  const absent = text("maya");
  loads[0]!.end(undefined);
  expect(await absent).toBeUndefined();
  const failing = text("maya");
  loads[1]!.fail(new Error("the database is away"));
  await expect(failing).rejects.toThrow("away");
  const found = text("maya");
  loads[2]!.end(textOf("here"));
  await found;
  pass(60_000);
  expect(await text("maya")).toBe("here");
  pass(1);
  void text("maya");
  expect(loads).toHaveLength(4);
});

test("at most 128 MB are kept, and the least used go first", async () => {
  const { text, fill, loads } = opened();
  const large = 40 * 1024 * 1024;
  for (const handle of ["one", "two", "three"]) await fill(handle, "products", large);
  await text("one");
  await fill("four", "products", large);
  await text("one");
  expect(loads).toHaveLength(4);
  void text("two");
  expect(loads).toHaveLength(5);
});

test("at most 4,000 answers are kept, and the least used go first", async () => {
  const { text, fill, loads } = opened();
  for (let count = 0; count < 4_000; count++) await fill(`creator${count}`);
  await text("creator0");
  await fill("newcomer");
  const before = loads.length;
  await text("creator0");
  expect(loads).toHaveLength(before);
  void text("creator1");
  expect(loads).toHaveLength(before + 1);
});

test("what is older than half a second is loaded again while nobody knows what was told, and once for all who ask", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { text, fill, loads, hear } = opened();
  await fill("maya");
  hear(false);
  expect(await text("maya")).toBe("maya undefined");
  vi.advanceTimersByTime(501);
  const asked = [text("maya"), text("maya")];
  await eventually(() => expect(loads).toHaveLength(2));
  loads[1]!.end(textOf("new"));
  expect(await Promise.all(asked)).toEqual(["new", "new"]);
  hear(true);
  vi.advanceTimersByTime(5_000);
  expect(await text("maya")).toBe("new");
  expect(loads).toHaveLength(2);
});
