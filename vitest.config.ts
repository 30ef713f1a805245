import { defineConfig } from "vitest/config";
import { SlowestFirst } from "./tests/support/slowest-first.ts";

export default defineConfig({
  test: {
    environment: "node",
    include: [
      "contract/**/*.test.ts",
      "server/**/*.test.ts",
      "web/**/*.test.ts",
      "tests/house/**/*.test.ts",
      "tests/messages/**/*.test.ts",
      "tests/money/**/*.test.ts",
      "tests/support/**/*.test.ts",
      "bench/**/*.test.ts",
      "scripts/**/*.test.ts",
      // Only where there is a PgBouncer to look at.
      ...(process.env["TEST_PGBOUNCER"] ? ["tests/pooler/**/*.test.ts"] : []),
    ],
    globalSetup: ["tests/support/global-setup.ts"],
    setupFiles: ["tests/support/setup.ts"],
    // Each fork has a database of its own. Continuous integration has two cores, and a fork waits for its database a third of
    // the time: three take four fifths of the time of two, and four are no faster.
    pool: "forks",
    maxWorkers: 3,
    // A file's modules are loaded once for each fork: loading them for each file took half of the time.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    // A busy machine may take longer than the second that is the default.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 20_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
