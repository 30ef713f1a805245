/**
 * `npm run screenshots`: takes the README's pictures again, of the demo store in the built app, and writes them to
 * docs/screenshots. Build the app first.
 */
import { type Browser, chromium } from "@playwright/test";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { copySeededStore, makeSeededStore } from "#tests/e2e/support/seeded-store.ts";
import { startProductionServer } from "#tests/support/production-server.ts";
import { chromiumSwitches, findChromium } from "./chromium.mjs";
import { Explained, run } from "./progress.mjs";
import { root } from "./runtime.mjs";

type Screenshot = {
  name: string;
  path: string;
  width: number;
  height: number;
  signedIn?: boolean;
  /** The conversation to open before the picture is taken. */
  conversationWith?: string;
};

const folder = join(root, "docs", "screenshots");

await run(async () => {
  const executablePath = await findChromium();
  if (!executablePath)
    throw new Explained("There is no Chromium to take pictures with: npm test installs one.");
  await makeSeededStore();
  const server = await startProductionServer({ port: 3212, fill: copySeededStore });
  const browser = await chromium.launch({ executablePath, args: chromiumSwitches });
  try {
    await mkdir(folder, { recursive: true });
    for (const screenshot of await listScreenshots(server.url)) {
      await take(browser, server.url, screenshot);
      console.log(`docs/screenshots/${screenshot.name}.webp`);
    }
    return 0;
  } finally {
    await browser.close();
    await server.stop();
  }
});

async function listScreenshots(url: string): Promise<Screenshot[]> {
  const products = (await (await fetch(`${url}/api/creators/demo/products`)).json()) as {
    id: string;
    type: string;
  }[];
  const course = products.find(({ type }) => type === "COURSE");
  const phone = { width: 390, height: 844 };
  const desktop = { width: 1280, height: 844 };
  return [
    { name: "storefront", path: "/u/demo", ...phone },
    { name: "checkout", path: `/checkout/${course?.id}`, ...phone },
    { name: "analytics", path: "/admin?tab=analytics", ...desktop, signedIn: true },
    {
      name: "conversations",
      path: "/social?tab=conversations",
      ...desktop,
      signedIn: true,
      conversationWith: "@ola.writes",
    },
  ];
}

async function take(
  browser: Browser,
  url: string,
  { name, path, width, height, signedIn, conversationWith }: Screenshot,
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: 2,
    locale: "en-US",
    reducedMotion: "reduce",
  });
  try {
    if (signedIn) await context.request.post(new URL("/api/dev/sign-in-as-demo", url).href);
    const page = await context.newPage();
    await page.goto(new URL(path, url).href, { waitUntil: "networkidle" });
    if (conversationWith) {
      await page.getByText(conversationWith).first().click();
      await page.getByText("Automated reply").first().waitFor();
    }
    const picture = await page.screenshot({ animations: "disabled" });
    await sharp(picture)
      .webp({ quality: 82 })
      .toFile(join(folder, `${name}.webp`));
  } finally {
    await context.close();
  }
}
