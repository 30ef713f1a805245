import { expect, onTestFinished, test, vi } from "vitest";
import { openOutcomes } from "./outcomes.ts";

const lost = () => Promise.reject(Object.assign(new Error("connect"), { code: "ECONNREFUSED" }));

function withFakeTime() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

test("a result that can't be written is kept until the database answers, however long that takes", async () => {
  withFakeTime();
  const outcomes = openOutcomes({ error: () => expect.unreachable() });
  let isAway = true;
  let writes = 0;
  const write = outcomes.write("mail", () => (isAway ? lost() : Promise.resolve(++writes)));
  await vi.advanceTimersByTimeAsync(11_000);
  // Its caller is let go: a job has a time limit of its own.
  expect(await write).toBeUndefined();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(outcomes.has("mail")).toBe(true);
  const settled = outcomes.settle(2_000);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await settled).toBe(1);
  isAway = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect([outcomes.has("mail"), writes, await outcomes.settle(1)]).toEqual([false, 1, 0]);
});

test("an error that waiting doesn't cure is thrown at once, or logged when nobody waits any more", async () => {
  withFakeTime();
  const logged: unknown[] = [];
  const outcomes = openOutcomes({ error: (about: unknown) => void logged.push(about) });
  await expect(outcomes.write("mail", () => Promise.reject(new Error("no such column")))).rejects.toThrow(
    "no such column",
  );
  expect([outcomes.has("mail"), logged]).toEqual([false, []]);
  let isAway = true;
  const late = outcomes.write("other", () => (isAway ? lost() : Promise.reject(new Error("no such row"))));
  await vi.advanceTimersByTimeAsync(11_000);
  await late;
  isAway = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect([outcomes.has("other"), logged.length]).toEqual([false, 1]);
});

test("two results for one key are written in their order", async () => {
  const outcomes = openOutcomes({ error: () => {} });
  const written: number[] = [];
  let fail = true;
  const first = outcomes.write("mail", async () => {
    if (fail) await lost().catch((error: unknown) => ((fail = false), Promise.reject(error)));
    written.push(1);
  });
  await Promise.all([first, outcomes.write("mail", async () => void written.push(2))]);
  expect(written).toEqual([1, 2]);
});

test("nothing more is sent once a thousand results wait", async () => {
  withFakeTime();
  const outcomes = openOutcomes({ error: () => {} });
  const writes = Array.from({ length: 1_000 }, (_, index) => outcomes.write(`${index}`, lost));
  expect(() => outcomes.requireRoom()).toThrow("1000 results are waiting");
  await vi.advanceTimersByTimeAsync(11_000);
  await Promise.all(writes);
});
