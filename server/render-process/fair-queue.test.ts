import { expect, test } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

const bounds = { perKey: 12, total: 20, retryAfterSeconds: 5 };

/** Work that says that it began, and ends when told to. */
function heldWork() {
  const begun: string[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve, reject) =>
      ends.push((error) => (error ? reject(error) : resolve(name))),
    );
  };
  const endNext = async (error?: Error) => {
    ends.shift()?.(error);
    // As many turns of the event loop as an answer takes to reach the next piece.
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  return { begun, work, endNext };
}

test("does one piece at a time, and gives each key a turn", async () => {
  const queue = createFairQueue(bounds);
  const { begun, work, endNext } = heldWork();
  const all = [1, 2, 3, 4].map((n) => queue.run("greedy", work(`greedy ${n}`)));
  all.push(queue.run("ana", work("ana 1")), queue.run("ben", work("ben 1")), queue.run("ana", work("ana 2")));
  expect(begun).toEqual(["greedy 1"]);
  for (let n = 0; n < 7; n++) await endNext();
  expect(begun).toEqual(["greedy 1", "greedy 2", "ana 1", "ben 1", "greedy 3", "ana 2", "greedy 4"]);
  expect(await Promise.all(all)).toHaveLength(7);
});

test("goes on after a piece that failed", async () => {
  const queue = createFairQueue(bounds);
  const { work, endNext } = heldWork();
  const failing = queue.run("ana", work("one"));
  const next = queue.run("ana", work("two"));
  await Promise.all([expect(failing).rejects.toThrow("broken"), endNext(new Error("broken"))]);
  await endNext();
  expect(await next).toBe("two");
});

test("refuses what is too much of one key with 429, and of all with 503, both saying when to come again", async () => {
  const queue = createFairQueue(bounds);
  const { work, endNext } = heldWork();
  const all = Array.from({ length: 12 }, (_, n) => queue.run("greedy", work(`greedy ${n}`)));
  const wait = { retryAfterSeconds: 5 };
  expect(() => queue.requireRoom("greedy")).toThrow(expect.objectContaining({ status: 429, ...wait }));
  for (let n = 0; n < 8; n++) all.push(queue.run(`creator ${n}`, work(`creator ${n}`)));
  expect(() => queue.requireRoom("somebody")).toThrow(expect.objectContaining({ status: 503, ...wait }));
  await endNext();
  queue.requireRoom("somebody");
  for (let n = 0; n < 19; n++) await endNext();
  expect(await Promise.all(all)).toHaveLength(20);
  for (let n = 0; n < 12; n++) queue.requireRoom("greedy");
});
