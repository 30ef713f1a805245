import { defineConfig, devices } from "@playwright/test";
import { chromiumSwitches, findChromium } from "./scripts/chromium.mjs";

const executablePath = await findChromium();
const inBrowsers = 3;

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/e2e/global-setup.ts",
  outputDir: "test-results",
  fullyParallel: false,
  forbidOnly: Boolean(process.env["CI"]),
  // Journeys wait for the server, for mails and for the screen a fifth of their time: three of them fill two cores. What needs
  // no browser waits nearly half, for servers that end and come back, and goes beside them.
  workers: inBrowsers + 1,
  // On a busy machine a browser misses a beat now and then. What passes only when run again is listed as flaky.
  retries: 2,
  // Only a journey that waits in vain meets these limits. A machine three times slower whose cores are busy takes ten times as
  // long as a quiet one.
  timeout: 20 * 60_000,
  expect: { timeout: 90_000, toPass: { timeout: 240_000 } },
  use: {
    baseURL: `http://localhost:${process.env["E2E_PORT"] ?? 3210}`,
    locale: "en-US",
    timezoneId: "UTC",
    // A control that is not there, or a page that does not come, fails before the journey's whole time is over.
    actionTimeout: 120_000,
    navigationTimeout: 180_000,
    // What moves is drawn sixty times a second, by the processor, and nothing may be pressed before it rests.
    contextOptions: { reducedMotion: "reduce" },
    // Recording every run costs a fifth of the time; what fails is run again, and recorded then.
    trace: "on-first-retry",
    screenshot: "only-on-failure",
    video: "off",
    launchOptions: { args: chromiumSwitches, ...(executablePath ? { executablePath } : {}) },
  },
  projects: [
    // Needs no browser: servers that are started, stopped and killed.
    { name: "operation", testMatch: "operation/*.spec.ts", workers: 1 },
    {
      name: "desktop",
      workers: inBrowsers,
      // A month of a membership takes as long at every width, on a server of its own.
      testIgnore: ["operation/*", "membership.spec.ts"],
      grepInvert: /@phone/,
      use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 } },
    },
    // After the others, since its last files are the shortest: no browser stands idle for long while one still runs.
    {
      name: "phone",
      workers: inBrowsers,
      // The player's own parts, streams, and the markup that hostile text makes are the same at every width; Stripe's fields,
      // and the windows of Instagram and X, are stood in for.
      testIgnore: [
        "operation/*",
        "hostile-text.spec.ts",
        "player.spec.ts",
        "stripe.spec.ts",
        "social-meta.spec.ts",
        "social-x.spec.ts",
      ],
      // Journeys of what is done, on pages that others look at in both widths, or they themselves (`inBothWidths`), run once: half
      // of them here, half there.
      grepInvert: /@any-width/,
      // The screen's own 2.625 pixels to one would be seven times the drawing.
      use: { ...devices["Pixel 7"], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
    },
  ],
});
