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
    for (let request = 0; request < mostWaiting / 2; request++)
      buffer.add({ ...seen, handle: `shop_${request}` });
    flushes.push(buffer.flush());
  }
  comeBack();
  await Promise.all(flushes);
  expect(asked).toBe(mostWaiting);
  buffer.add(seen);
  await buffer.flush();
  expect(asked).toBe(mostWaiting + 1);
});

test("of a crowd that looks at one page the database is asked for that page once", async () => {
  const asked: unknown[] = [];
  const written: { views: number; visitor: string }[] = [];
  const place = { ownerId: "6f2b3a1e-0000-4000-8000-000000000001", productId: null };
  const pool = {
    async query({ text, values }: { text: string; values: unknown[] }) {
      if (values.length === 2) return { rows: [{ salt: "a day's" }] };
      const rows = JSON.parse(String(values[0])) as never[];
      if (!text.includes("insert")) {
        asked.push(...rows);
        return { rows: rows.map((_, index) => ({ turn: index + 1, ...place })) };
      }
      written.push(...rows);
      return { rows: [] };
    },
  };
  const config = { publicUrl: new URL("http://localhost:3000") };
  const buffer = visitBuffer({ pool, config } as unknown as Services);
  const arrival = { search: "", referrer: "", userAgent: "Mozilla/5.0 (iPhone) Safari/604.1" };
  for (let n = 0; n < 600; n++) {
    const slug = n % 3 === 0 ? "kit" : undefined;
    buffer.add({
      at: new Date(0),
      ip: `192.0.2.${n % 2}`,
      step: 1,
      isView: true,
      arrival,
      handle: "demo",
      slug,
    });
  }
  await buffer.flush();
  expect(asked).toEqual([{ handle: "demo", slug: "kit" }, { handle: "demo" }]);
  expect(written.map(({ views }) => views)).toEqual([300, 300]);
  expect(new Set(written.map(({ visitor }) => visitor)).size).toBe(2);
});
