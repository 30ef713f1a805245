import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { chromiumSwitches, findChromium } from "./scripts/chromium.mjs";
import { SlowestFirst } from "./tests/support/slowest-first.ts";

const executablePath = await findChromium();

export default defineConfig({
  test: {
    teardownTimeout: 120_000,
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          name: "features",
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
          // Each fork has a database of its own. Continuous integration has two cores, and a fork waits for its database a
          // third of the time: three take four fifths of the time of two, and four are no faster.
          pool: "forks",
          maxWorkers: 3,
          // A file's modules are loaded once for each fork: loading them for each file took half of the time.
          isolate: false,
          // Only a test that waits in vain meets these limits. A machine three times slower whose cores are busy takes ten
          // times as long as a quiet one.
          expect: { poll: { timeout: 50_000 } },
          testTimeout: 900_000,
          hookTimeout: 900_000,
          restoreMocks: true,
          unstubEnvs: true,
        },
      },
      {
        plugins: [tailwindcss(), react()],
        resolve: {
          alias: [
            { find: /^@tanstack\/react-start(\/server)?$/, replacement: inTests("start-in-browser.ts") },
          ],
        },
        publicDir: "web/public",
        test: {
          name: "screens",
          include: ["web/**/*.test.tsx"],
          setupFiles: ["tests/screens/setup.ts"],
          // After those of the features, where both are run: projects that run together need as many workers.
          sequence: { groupOrder: 1 },
          // A page in each of two: one of them waits, for the browser or for what is typed, half of the time.
          maxWorkers: 2,
          isolate: false,
          // As often as a screen is drawn.
          expect: { poll: { timeout: 60_000, interval: 16 } },
          testTimeout: 300_000,
          hookTimeout: 300_000,
          restoreMocks: true,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // As in journeys: a part of a name finds what bears it.
            locators: { exact: false, errorFormat: "aria" },
            provider: playwright({
              actionTimeout: 60_000,
              launchOptions: { args: chromiumSwitches, ...(executablePath && { executablePath }) },
              contextOptions: { locale: "en-US", timezoneId: "UTC", reducedMotion: "reduce" },
            }),
            instances: [{ browser: "chromium", viewport: { width: 1280, height: 800 } }],
          },
        },
      },
    ],
  },
});

function inTests(file: string) {
  return resolve(import.meta.dirname, "tests", "screens", file);
}
