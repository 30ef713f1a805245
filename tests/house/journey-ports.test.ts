import { globSync, readFileSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";

const root = `${import.meta.dirname}/../..`;

test("no two files of journeys open their own shops at one port, for they run side by side", () => {
  const numbers = globSync("tests/e2e/**/*.spec.ts", { cwd: root }).flatMap((file) =>
    [...readFileSync(`${root}/${file}`, "utf8").matchAll(/\b(?:openOwnShop|ownPort)\((\d+)\)/g)].map(
      ([, number]) => ({ number, file }),
    ),
  );
  expect(numbers.length).toBeGreaterThan(10);
  const shared = Object.values(Object.groupBy(numbers, ({ number = "" }) => number)).filter(
    (those = []) => those.length > 1,
  );
  expect(shared).toEqual([]);
});

test("a shop of its own stands at no port that browsers block, and each at another", async () => {
  onTestFinished(() => void vi.resetModules());
  for (const [ofAllOthers, first, tenth] of [
    ["4185", 4186, 4196],
    ["6660", 6661, 6675],
    ["3210", 3211, 3220],
  ] as const) {
    vi.stubEnv("E2E_PORT", ofAllOthers);
    vi.resetModules();
    const { ownPort } = await import("#tests/e2e/support/own-port.ts");
    const ports = Array.from({ length: 30 }, (_, index) => ownPort(index + 1));
    expect([ports[0], ports[9], new Set(ports).size]).toEqual([first, tenth, 30]);
  }
});
