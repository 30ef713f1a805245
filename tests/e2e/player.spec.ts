import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { buyByCall } from "./support/buy-by-call.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { newAddress } from "./support/mailbox.ts";

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

test("a stream of another site plays, jumps and is noted", async ({ page }) => {
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(message));
  const link = "https://videos.example.com/hls/index.m3u8";
  await page.route("https://videos.example.com/**", async (route) => {
    const name = basename(new URL(route.request().url()).pathname);
    const bytes = await readFile(join(import.meta.dirname, "support", "hls", name));
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec((await route.request().headerValue("range")) ?? "") ?? [];
    const first = Number(from ?? 0);
    const last = to ? Number(to) : bytes.length - 1;
    await route.fulfill({
      status: from === undefined ? 200 : 206,
      contentType: name.endsWith(".mp4") ? "video/mp4" : "application/vnd.apple.mpegurl",
      headers: {
        "access-control-allow-origin": "*",
        ...(from !== undefined && { "content-range": `bytes ${first}-${last}/${bytes.length}` }),
      },
      body: bytes.subarray(first, last + 1),
    });
  });
  const slug = await makeStreamedCourse(page, link);
  await page.goto(`/course/${slug}?lesson=stream`);
  await play(page, "Stream");
  await seek(page, 8);
  const noted = page.waitForResponse((answer) => answer.url().endsWith("/played"));
  await expect.poll(() => second(page), { timeout: 20_000 }).toBeGreaterThan(8.5);
  await page.locator("media-control-bar media-play-button").click();
  expect(await (await noted).json()).toMatchObject({ completed: false });
  const { lessons } = (await (await page.request.get(`/api/courses/${slug}/progress`)).json()) as {
    lessons: { watchedSeconds: number; positionSeconds: number }[];
  };
  expect(lessons[0]?.positionSeconds).toBeGreaterThanOrEqual(8);
  expect(faults).toEqual([]);
});

/** A course of one lesson, bought by the browser of its own creator; answers its slug. */
async function makeStreamedCourse(page: Page, videoUrl: string): Promise<string> {
  await signInAsNewCreator(page);
  const { request } = page;
  const slug = `streamed-${crypto.randomUUID().slice(0, 8)}`;
  const product = await request.post("/api/products", {
    data: { title: "Streamed", slug, type: "COURSE", priceCents: 4_900, active: true },
  });
  const { id } = (await product.json()) as { id: string };
  const modules = `/api/my-courses/${id}/modules`;
  const withModule = await request.post(modules, { data: { title: "Basics" } });
  const [module] = ((await withModule.json()) as { modules: { id: string }[] }).modules;
  const withLesson = await request.post(`${modules}/${module?.id}/lessons`, { data: { title: "Stream" } });
  const draft = (await withLesson.json()) as { modules: { lessons: { id: string }[] }[] };
  const changed = await request.patch(`/api/my-courses/${id}/lessons/${draft.modules[0]?.lessons[0]?.id}`, {
    data: { revision: 1, videoUrl, duration: 10 },
  });
  expect(changed.status()).toBe(200);
  await buyByCall(request, id, newAddress("viewer"));
  return slug;
}

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
