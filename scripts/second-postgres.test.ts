import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { root } from "./runtime.mjs";
import { onSecondPostgres, onSecondPostgresOnly } from "./second-postgres.mjs";

test("everything that runs on a second PostgreSQL names tests that there are", () => {
  const tests = globSync("{server,scripts,tests}/**/*.test.ts", { cwd: root });
  // Vitest takes what begins with a dash for an option.
  const missing = onSecondPostgres.filter(
    (filter) => filter.startsWith("-") || !tests.some((path) => path.includes(filter)),
  );
  expect(missing).toEqual([]);
});

test("everything left out on the embedded PostgreSQL runs on the second one", () => {
  const tests = globSync("{server,scripts,tests}/**/*.test.ts", { cwd: root });
  const leftOut = tests.filter((path) => onSecondPostgresOnly.some((start) => path.startsWith(start)));
  expect(leftOut.length).toBeGreaterThan(50);
  expect(leftOut.filter((path) => !onSecondPostgres.some((filter) => path.includes(filter)))).toEqual([]);
});
