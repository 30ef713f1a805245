import { launchChromium } from "#tests/support/chromium.ts";
import type { Device } from "./device-fonts.ts";

/** What stores say, by whose letters the fonts are compared. */
const text =
  "Learn to draw what you see, in twelve short lessons. Brand identity from scratch: the course for people who " +
  "want to sell their work online. Notes, templates and a yearly plan. Starts on 12 May, $49.00 with everything.";

/** As wide as what devices have, letter by letter, and free. */
const alike: Readonly<Record<Device, string>> = {
  sans: "Liberation Sans",
  serif: "Liberation Serif",
  mono: "Liberation Mono",
};

/** In pixels: large, since small letters may be given whole pixels, which phones do not do. */
const fontSize = 200;

/** How much wider a text is at each weight than in the device's font, regular below 600 and bold from there: 1 for as wide. */
export async function measureWidths(
  woff2: Buffer,
  device: Device,
  weights: readonly number[],
): Promise<{ weight: number; ratio: number }[]> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    const bold = alike[device] + " Bold";
    await page.setContent(
      `<style>
        @font-face{font-family:own;font-weight:100 900;src:url(data:font/woff2;base64,${woff2.toString("base64")})}
        @font-face{font-family:device;src:local("${alike[device]}")}
        @font-face{font-family:device;font-weight:700;src:local("${bold}")}
        span{position:absolute;white-space:nowrap;font-size:${fontSize}px}
      </style>` +
        weights
          .map((weight) => line(`own${weight}`, "own", weight) + line(`device${weight}`, "device", weight))
          .join(""),
    );
    await page.evaluate("document.fonts.ready.then(() => undefined)");
    const faces = await page.evaluate<string[]>("[...document.fonts].map(({ status }) => status)");
    if (faces.includes("error")) throw new Error(`${alike[device]} has to be installed to compare with`);
    const width = async (id: string) => (await page.locator(`#${id}`).boundingBox())?.width ?? Number.NaN;
    const measured = [];
    for (const weight of weights)
      measured.push({ weight, ratio: (await width(`own${weight}`)) / (await width(`device${weight}`)) });
    return measured;
  } finally {
    await browser.close();
  }
}

const line = (id: string, family: string, weight: number) =>
  `<span id="${id}" style="font-family:${family};font-weight:${weight}">${text}</span>`;
