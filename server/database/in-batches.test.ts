import { expect, test } from "vitest";
import { inBatches } from "./in-batches.ts";

/** The numbers up to `count` that follow the last one, three at a time. */
const numbersTo = (count: number, asked: (number | undefined)[] = []) =>
  inBatches<number>(3, async (last) => {
    asked.push(last);
    return Array.from({ length: count }, (_, index) => index + 1)
      .filter((one) => one > (last ?? 0))
      .slice(0, 3);
  });

async function all(numbers: AsyncIterable<number>): Promise<number[]> {
  const rows: number[] = [];
  for await (const row of numbers) rows.push(row);
  return rows;
}

test.each([0, 2, 3, 7])("%d rows come once and in order", async (count) => {
  const rows = await all(numbersTo(count));
  expect(rows).toEqual(Array.from({ length: count }, (_, index) => index + 1));
});

test("no more than the next batch is read ahead of the one that is written", async () => {
  const asked: (number | undefined)[] = [];
  for await (const row of numbersTo(100, asked)) if (row === 4) break;
  expect(asked).toEqual([undefined, 3, 6]);
});

test("a batch that cannot be read ends the rows before it with its error, and harms nobody who has left", async () => {
  const failing = () =>
    inBatches<number>(1, async (last) => {
      if (last !== undefined) throw new Error("cut off");
      return [1];
    });
  await expect(all(failing())).rejects.toThrow("cut off");
  for await (const row of failing()) {
    expect(row).toBe(1);
    break;
  }
});
