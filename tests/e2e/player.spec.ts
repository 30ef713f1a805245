import { expect, type Page, test } from "@playwright/test";

test("a video shows its captions, leaves the page, and stays in full screen for the next lesson", async ({
  page,
}) => {
  // A browser without a window of its own has none for the picture, either: it is enough to be asked.
  await page.addInitScript(() => {
    Object.defineProperty(Document.prototype, "pictureInPictureEnabled", { get: () => true });
    HTMLVideoElement.prototype.requestPictureInPicture = function asked() {
      this.dataset["asked"] = "picture in picture";
      return Promise.reject(new Error("There is no window"));
    };
  });
  await page.goto("/course/brand-design-course");
  await play(page, "How this course works");
  const captions = page.getByRole("switch");
  await expect(captions).not.toBeChecked();
  expect(await caption(page)).toBeUndefined();
  await captions.click();
  await expect(captions).toBeChecked();
  await expect.poll(() => caption(page)).toBe("How this course works");

  await page.locator("media-pip-button").click();
  await expect(video(page)).toHaveAttribute("data-asked", "picture in picture");

  await page.locator("media-fullscreen-button").click();
  await expect.poll(() => widthOf(page)).toBe(1280);
  await seek(page, 74.8);
  await page.getByRole("button", { name: "Start Now" }).click();
  await expect(page).toHaveURL(/\?lesson=read-the-brief$/);
  await expect.poll(() => second(page), { timeout: 20_000 }).toBeGreaterThan(0.3);
  expect(await widthOf(page)).toBe(1280);
  await expect.poll(() => caption(page)).toBe("Read the brief like a designer");
  await page.locator("media-fullscreen-button").click();
  await expect.poll(() => widthOf(page)).toBeLessThan(1280);
  expect(await page.evaluate(() => document.fullscreenElement)).toBeNull();
});

const video = (page: Page) => page.locator("media-controller video");
const second = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.currentTime);
const widthOf = (page: Page) => video(page).evaluate((element) => element.clientWidth);
const seek = (page: Page, seconds: number) =>
  video(page).evaluate((element: HTMLVideoElement, to) => void (element.currentTime = to), seconds);

/** Presses play until the video plays: a page that has just arrived does not listen yet. */
const play = (page: Page, lesson: string) =>
  expect(async () => {
    const button = page.getByRole("button", { name: `Play ${lesson}` });
    if (await button.isVisible()) await button.click();
    await expect(video(page)).toBeVisible({ timeout: 3_000 });
    await expect.poll(() => second(page), { timeout: 10_000 }).toBeGreaterThan(0.3);
  }).toPass({ timeout: 40_000 });

/** The words that are shown over the picture; undefined where there are none. */
const caption = (page: Page) =>
  video(page).evaluate((element: HTMLVideoElement) => {
    const [track] = element.textTracks;
    const [cue] = track?.mode === "showing" ? (track.activeCues ?? []) : [];
    return (cue as VTTCue | undefined)?.text;
  });
