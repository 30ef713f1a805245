import type { Browser } from "@playwright/test";

const presses = 3;
const mostRounds = 4;

/**
 * How long the pay button takes to answer a press on a phone `slowdown` times slower than this machine, in milliseconds of
 * Interaction to Next Paint (https://web.dev/articles/inp): the middle one of three checkouts with a card that is declined.
 * Measured anew while it exceeds `most`, and the best stands, since what shares the machine only ever makes a page slower.
 */
export async function measurePayPress(
  browser: Browser,
  url: string,
  most: number,
  slowdown: number,
): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < mostRounds && best > most; round++) {
    const durations: number[] = [];
    for (let press = 0; press < presses; press++) durations.push(await pressOnce(browser, url, slowdown));
    best = Math.min(best, durations.toSorted((a, b) => a - b)[1] ?? Infinity);
  }
  return best;
}

async function pressOnce(browser: Browser, url: string, slowdown: number): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  try {
    const page = await context.newPage();
    await page.goto(url);
    await page.getByLabel("Email Address").fill("slow-phone@example.com");
    await page.getByLabel("Full Name").fill("Ada Buyer");
    await page.getByLabel("Card number").fill("4000000000000002");
    await page.getByLabel("Expiration date").fill("12/40");
    await page.getByLabel("Security code").fill("123");
    await page.getByLabel("Security code").blur();
    const button = page.getByRole("button", { name: /^Complete Purchase - \$/ });
    await button.scrollIntoViewIfNeeded();
    await page.waitForLoadState("networkidle");
    await page.evaluate(observeInteractions);
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    await button.tap();
    await page.getByRole("alert").filter({ hasText: "declined" }).first().waitFor();
    return await page.evaluate<number>(longestInteraction);
  } finally {
    await context.close();
  }
}

/** Run in the page: notes how long each event of an interaction takes until it is painted. */
const observeInteractions = `
  window.durations = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId) window.durations.push(entry.duration);
  }).observe({ type: "event", durationThreshold: 16 });
`;

const longestInteraction = "Math.max(0, ...window.durations)";
