import { expect, type Locator, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { inBothWidths } from "./support/both-widths.ts";

const words = "What is said here is so much that on a phone it takes more than one line & stays whole";

test("a video stands in a frame of its own shape, an upright one too, and theatre mode gives it the page and is remembered @any-width", async ({
  page,
}) => {
  await page.goto("/course/brand-design-course");
  await play(page);
  const frame = page.locator("media-controller");
  const before = await boxOf(frame);
  expect(before.width / before.height).toBeCloseTo(16 / 9, 1);
  expect(before.height).toBeGreaterThan(400);

  // An upright one ends where the screen does.
  const setShape = (ratio: string) =>
    frame.evaluate(
      (element: HTMLElement, to) => element.parentElement?.style.setProperty("--video-ratio", to),
      ratio,
    );
  await setShape(String(9 / 16));
  await expect.poll(async () => (await boxOf(frame)).height).toBeCloseTo(640, 0);
  await setShape(String(16 / 9));
  await expect.poll(async () => (await boxOf(frame)).height).toBeCloseTo(before.height, 0);

  await page.getByRole("button", { name: "Theatre" }).click();
  await expect.poll(async () => (await boxOf(frame)).width).toBeGreaterThan(before.width + 250);
  expect((await boxOf(frame)).height).toBeLessThanOrEqual(800 * 0.8 + 1);
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole("button", { name: "Theatre" })).toHaveAttribute("aria-pressed", "true");
  await expect
    .poll(async () => (await boxOf(page.locator(".lesson-video"))).width)
    .toBeGreaterThan(before.width + 250);

  // A lesson without a video keeps the height that it had.
  await page.goto("/course/brand-design-course?lesson=interview-the-client");
  const panel = page.getByRole("region", { name: "Lesson", exact: true });
  await expect(page.getByRole("heading", { name: "Lesson Locked" })).toBeVisible();
  expect((await boxOf(panel)).height).toBe(600);
  await expect(page.getByRole("button", { name: "Theatre" })).toBeHidden();
});

test("at 390 and 1280 px captions are large enough, in the look that was chosen, and never under the bar @any-width", async ({
  page,
}) => {
  await withCaptions(page, `WEBVTT\n\n00:00.000 --> 01:00.000\n${words.replace("&", "&amp;")}\n`);
  await page.goto("/course/brand-design-course");
  await play(page);
  await page.locator("media-controller").press("k");
  const caption = page.getByText("more than one line & stays whole");
  const sizeOf = () => caption.evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
  await inBothWidths(page, async () => expect(await sizeOf()).toBeGreaterThanOrEqual(16));

  const settings = page.getByRole("button", { name: "Settings", exact: true });
  await settings.click();
  await page.getByLabel("Size of captions").selectOption("Largest");
  await page.getByLabel("Behind captions").selectOption("Nothing");
  await page.keyboard.press("Escape");
  await inBothWidths(page, async () => {
    expect(await sizeOf()).toBeGreaterThanOrEqual(24);
    expect(await caption.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
      "rgba(0, 0, 0, 0)",
    );
    await expectInPicture(page, caption);
  });

  await settings.click();
  await page.getByLabel("Place of captions").selectOption("Top");
  await page.keyboard.press("Escape");
  await inBothWidths(page, async () => {
    const player = await boxOf(page.locator("media-controller"));
    expect((await boxOf(caption)).y - player.y).toBeLessThan(80);
    await expectInPicture(page, caption);
  });

  await page.reload();
  await play(page);
  await expect(caption).toBeVisible();
  expect(await sizeOf()).toBeGreaterThanOrEqual(24);
  await settings.click();
  await expect(page.getByLabel("Place of captions")).toHaveValue("top");
});

test("captions that are read from right to left stand so, and what cannot be read breaks nothing @any-width", async ({
  page,
}) => {
  await withCaptions(
    page,
    "WEBVTT\n\nno time --> at all\nlost\n\n00:00.000 --> 01:00.000\nשלום לכולם, ברוכים הבאים.\n\n00:99:00.000 --> <b\n",
  );
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(message));
  await page.goto("/course/brand-design-course");
  await play(page);
  const caption = page.getByText("שלום");
  await expect(caption).toBeVisible();
  expect(await caption.evaluate((element) => getComputedStyle(element).direction)).toBe("rtl");
  expect(await caption.evaluate((element) => element.matches(":dir(rtl)"))).toBe(true);
  await expect(page.getByText("lost")).toHaveCount(0);
  expect(faults).toEqual([]);
});

test("digits, comma and period move a video while it has the focus, and keys can be turned off @any-width", async ({
  page,
}) => {
  await page.goto("/course/brand-design-course?lesson=read-the-brief");
  await play(page, "Read the brief like a designer");
  const player = page.locator("media-controller");
  await player.press("k");
  await player.press("5");
  const { duration } = await stateOf(page);
  expect((await stateOf(page)).currentTime).toBeCloseTo(duration / 2, 1);
  await player.press(".");
  await player.press(".");
  await player.press(",");
  expect((await stateOf(page)).currentTime).toBeCloseTo(duration / 2 + 0.04, 2);

  await player.press("?");
  await page.getByLabel("Use these keys").uncheck();
  await page.keyboard.press("Escape");
  for (const key of ["2", ".", "k", "n", "ArrowRight"]) await player.press(key);
  expect((await stateOf(page)).currentTime).toBeCloseTo(duration / 2 + 0.04, 2);
  await page.reload();
  await play(page, "Read the brief like a designer");
  await player.press("9");
  expect((await stateOf(page)).currentTime).toBeLessThan(duration / 2 + 60);
  await player.getByRole("button", { name: "Settings", exact: true }).click();
  await page.getByText("Keyboard shortcuts").click();
  await expect(page.getByLabel("Use these keys")).not.toBeChecked();
});

test("two taps on a side jump by ten seconds, a third adds ten, and one alone jumps nowhere @any-width", async ({
  browser,
}) => {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto("/course/brand-design-course?lesson=read-the-brief");
  await play(page, "Read the brief like a designer");
  const player = page.locator("media-controller");
  await player.press("k");
  await player.press("2");
  const from = (await stateOf(page)).currentTime;
  const box = await boxOf(player);
  const tap = (part: number) => page.touchscreen.tap(box.x + box.width * part, box.y + 60);
  await tap(0.9);
  await page.waitForTimeout(400);
  expect((await stateOf(page)).currentTime).toBeCloseTo(from, 1);
  await tap(0.9);
  await tap(0.9);
  await tap(0.9);
  await expect(page.getByText("+20 s")).toBeVisible();
  expect((await stateOf(page)).currentTime).toBeCloseTo(from + 20, 1);
  await page.waitForTimeout(400);
  await tap(0.1);
  await tap(0.1);
  await expect(page.getByText("−10 s")).toBeVisible();
  expect((await stateOf(page)).currentTime).toBeCloseTo(from + 10, 1);
  expect((await stateOf(page)).paused).toBe(true);
  await context.close();
});

/** Shows these captions at once. */
async function withCaptions(page: Page, body: string) {
  await page.route("**/lesson-captions/**", (route) => route.fulfill({ contentType: "text/vtt", body }));
  await page.addInitScript(() => {
    if (!localStorage.getItem("openstall:player"))
      localStorage.setItem("openstall:player", JSON.stringify({ captions: true, autoNext: false }));
  });
}

async function expectInPicture(page: Page, caption: Locator) {
  const controls = page.locator("media-control-bar media-play-button");
  await expect
    .poll(async () => {
      const [words, bar] = [await boxOf(caption), await boxOf(controls)];
      return bar.y - (words.y + words.height);
    })
    .toBeGreaterThanOrEqual(0);
  const [inner, outer] = [await boxOf(caption), await boxOf(page.locator("media-controller"))];
  expect(inner.y).toBeGreaterThanOrEqual(outer.y);
  expect(inner.x).toBeGreaterThanOrEqual(outer.x);
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
}

const stateOf = (page: Page) =>
  page
    .locator("media-controller video")
    .evaluate(({ currentTime, duration, paused }: HTMLVideoElement) => ({ currentTime, duration, paused }));

type Box = { x: number; y: number; width: number; height: number };
const boxOf = (part: Locator): Promise<Box> =>
  part.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  });

/** Presses play until the video plays: a page that has just arrived does not listen yet. */
const play = (page: Page, lesson = "How this course works") =>
  expect(async () => {
    const button = page.getByRole("button", { name: `Play ${lesson}` });
    if (await button.isVisible()) await button.click();
    const video = page.locator("media-controller video");
    await expect(video).toBeVisible({ timeout: 10_000 });
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime), { timeout: 10_000 })
      .toBeGreaterThan(0.3);
  }).toPass();
