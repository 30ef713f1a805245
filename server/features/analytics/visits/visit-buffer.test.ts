import { expect, test } from "vitest";
import type { Services } from "#server/services.ts";
import { mostWaiting, type Seen, visitBuffer } from "./visit-buffer.ts";

test("while the database is away, what waits to be written is bounded", async () => {
  const { promise: away, resolve: comeBack } = Promise.withResolvers<void>();
  let asked = 0;
  const pool = {
    async query({ values }: { values: unknown[] }) {
      await away;
      if (values.length === 2) return { rows: [{ salt: "a day's" }] };
      asked += (JSON.parse(String(values[0])) as unknown[]).length;
      return { rows: [] };
    },
  };
  const config = { publicUrl: new URL("http://localhost:3000") };
  const buffer = visitBuffer({ pool, config } as unknown as Services);
  const arrival = { search: "", referrer: "", userAgent: "Mozilla/5.0 (iPhone) Safari/604.1" };
  const seen: Seen = { at: new Date(0), ip: "192.0.2.1", step: 1, isView: true, arrival, handle: "demo" };
  const flushes = [];
  for (let second = 0; second < 3; second++) {
    for (let request = 0; request < mostWaiting / 2; request++) buffer.add(seen);
    flushes.push(buffer.flush());
  }
  comeBack();
  await Promise.all(flushes);
  expect(asked).toBe(mostWaiting);
  buffer.add(seen);
  await buffer.flush();
  expect(asked).toBe(mostWaiting + 1);
});
