import { expect, test } from "vitest";
import { prepareRepeated } from "./prepare-repeated.ts";

const times = (count: number, send: () => unknown) => Array.from({ length: count }, send).at(-1);

test("a statement of the queue's that comes again and again is prepared under a name of its text", () => {
  const named = prepareRepeated();
  expect(times(20, () => named("select $1", [1]))).toEqual({ text: "select $1", values: [1] });
  const first = named("select $1", [2]);
  expect(first).toEqual({
    name: expect.stringMatching(/^queue_[0-9a-f]{16}$/),
    text: "select $1",
    values: [2],
  });
  expect(named("select $1", [3]).name).toBe(first.name);
  expect(times(21, () => named("select $1 + 1", [1]))).not.toMatchObject({ name: first.name });
});

test("what may be several statements in one is never prepared", () => {
  const named = prepareRepeated();
  expect(times(50, () => named("begin; select 1; commit"))).toEqual({ text: "begin; select 1; commit" });
  expect(times(50, () => named("select 1", []))).toEqual({ text: "select 1" });
});

test("texts that come once each are not remembered without end", () => {
  const named = prepareRepeated();
  for (let text = 0; text < 200; text++) named(`select $1 + ${text}`, [1]);
  expect(times(50, () => named("select $1 + 200", [1]))).not.toHaveProperty("name");
  expect(times(50, () => named("select $1 + 199", [1]))).toHaveProperty("name");
});
