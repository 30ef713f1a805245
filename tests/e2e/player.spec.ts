import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, type Frame, type Locator, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { inBothWidths } from "./support/both-widths.ts";
import { buyByCall } from "./support/buy-by-call.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { jump, pause, secondOf, serveFramedPlayers } from "./support/framed-players.ts";
import { newAddress } from "./support/mailbox.ts";
import { putOnSale } from "./support/put-on-sale.ts";

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
  await expect(page).toHaveURL(/[?&]lesson=read-the-brief$/);
  await expect.poll(() => second(page)).toBeGreaterThan(0.3);
  expect(await widthOf(page)).toBe(1280);
  await expect.poll(() => caption(page)).toBe("Read the brief like a designer");
  await page.locator("media-fullscreen-button").click();
  await expect.poll(() => widthOf(page)).toBeLessThan(1280);
  expect(await page.evaluate(() => document.fullscreenElement)).toBeNull();
});

test("at 390 and 1280 px captions stand above the controls, sink once these are gone, and are drawn once", async ({
  page,
}) => {
  await page.route("**/lesson-captions/**", (route) =>
    route.fulfill({ contentType: "text/vtt", body: longCaption }),
  );
  await page.addInitScript(() =>
    localStorage.setItem("openstall:player", JSON.stringify({ captions: true, autoNext: false })),
  );
  await page.goto("/course/brand-design-course");
  await play(page, "How this course works");
  const player = page.locator("media-controller");
  const words = page.getByText("more than one line & stays whole");
  const controls = page.locator("media-control-bar media-play-button");

  await page.mouse.move(0, 0);
  await expect(player).toHaveAttribute("userinactive", "");
  await inBothWidths(page, async () => {
    await expect
      .poll(async () => (await edgesOf(player)).bottom - (await edgesOf(words)).bottom)
      .toBeLessThan(20);
    expectWithin(await edgesOf(words), await edgesOf(player));
  });

  await page.keyboard.press("k");
  await expect(player).toHaveAttribute("mediapaused", "");
  await inBothWidths(page, async () => {
    await expect
      .poll(async () => (await edgesOf(controls)).top - (await edgesOf(words)).bottom)
      .toBeGreaterThanOrEqual(0);
    expectWithin(await edgesOf(words), await edgesOf(player));
  });

  // Of the browser's own there is nothing to see, except where ours cannot be.
  await player.evaluate((element) => {
    for (const part of element.querySelectorAll<HTMLElement>(":scope > :not(video)"))
      part.style.visibility = "hidden";
  });
  const picture = await video(page).screenshot();
  const isSame = async () => picture.equals(await video(page).screenshot());
  await video(page).evaluate((element: HTMLVideoElement) => {
    Object.assign(element, { webkitPresentationMode: "fullscreen" });
    element.dispatchEvent(new Event("webkitpresentationmodechanged"));
  });
  await expect.poll(isSame).toBe(false);
  await video(page).evaluate((element: HTMLVideoElement) => {
    for (const track of element.textTracks) track.mode = "disabled";
  });
  await expect.poll(isSame).toBe(true);
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
  const slug = await makeCourse(page, [{ title: "Stream", videoUrl: link, duration: 10 }]);
  await page.goto(`/course/${slug}?lesson=stream`);
  await play(page, "Stream");
  await seek(page, 8);
  const noted = page.waitForResponse((answer) => answer.url().endsWith("/played"));
  await expect.poll(() => second(page)).toBeGreaterThan(8.5);
  await page.locator("media-control-bar media-play-button").click();
  expect(await (await noted).json()).toMatchObject({ completed: false });
  const [progress] = await progressOf(page, slug);
  expect(progress?.positionSeconds).toBeGreaterThanOrEqual(8);
  expect(faults).toEqual([]);
});

test("what YouTube and Vimeo play is noted as they tell it, and by nobody else's word", async ({ page }) => {
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(message));
  // What the policy of our pages blocks is told there.
  page.on(
    "console",
    (message) => /content security policy/i.test(message.text()) && faults.push(message.text()),
  );
  await serveFramedPlayers(page, { youtube: 40, vimeo: 3 });
  const slug = await makeCourse(page, [
    { title: "Tube", videoUrl: "https://youtu.be/aqz-KE-bpKQ", duration: 40 },
    { title: "Tube Two", videoUrl: "https://www.youtube.com/watch?v=aqz-KE-bpKR", duration: 40 },
    { title: "Meo", videoUrl: "https://vimeo.com/76979871", duration: 3 },
  ]);
  await page.goto(`/course/${slug}?lesson=tube`);
  let player = await playFramed(page, "Play Tube from YouTube");
  await expect.poll(() => secondOf(player)).toBeGreaterThan(0.5);
  await jump(player, 30);
  await expect.poll(() => secondOf(player)).toBeGreaterThanOrEqual(31);
  await pause(player);
  const stood = Math.floor(await secondOf(player));
  await expect.poll(async () => (await progressOf(page, slug))[0]?.positionSeconds).toBe(stood);
  const [before] = await progressOf(page, slug);
  expect(before?.watchedSeconds).toBeGreaterThanOrEqual(1);
  expect(before?.watchedSeconds).toBeLessThan(20);

  // Another frame of that site, and another site in the player's own frame.
  await page.evaluate(() => {
    const heard: Record<string, number> = {};
    Object.assign(globalThis, { heard });
    addEventListener("message", ({ origin }) => (heard[origin] = (heard[origin] ?? 0) + 1));
    const other = document.createElement("iframe");
    other.src = "https://www.youtube-nocookie.com/embed/impostor";
    document.body.append(other);
  });
  await player.evaluate(() => location.assign("https://player.vimeo.com/video/impostor"));
  const insistent = () =>
    page.evaluate(() => {
      const { heard } = globalThis as unknown as { heard: Record<string, number> };
      return Object.values(heard).filter((times) => times > 5).length;
    });
  await expect.poll(insistent).toBe(2);
  await page.reload();
  expect((await progressOf(page, slug))[0]).toEqual(before);

  player = await playFramed(page, `Play Tube from YouTube, resume at 0:${stood}`);
  expect(await secondOf(player)).toBeGreaterThanOrEqual(stood);
  await jump(player, 39.5);
  await expect(page.getByRole("group", { name: "Up next" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Start Now" }).click();
  await expect(page).toHaveURL(/lesson=tube-two$/);
  await expect(page.locator("iframe.lesson-video")).toHaveAttribute("src", /aqz-KE-bpKR/);
  await page.getByRole("button", { name: "Next Lesson" }).click();

  // Whoever watched YouTube has not asked for Vimeo yet.
  await expect(page.getByText("This video plays from Vimeo")).toBeVisible();
  expect(page.frames()).toHaveLength(1);
  await playFramed(page, "Play Meo from Vimeo");
  await expect(page.getByRole("button", { name: "Completed" })).toBeVisible();
  expect(await progressOf(page, slug)).toMatchObject([
    { completed: false, positionSeconds: 0 },
    { completed: false },
    { completed: true, watchedSeconds: 2, positionSeconds: 0 },
  ]);
  expect(faults).toEqual([]);
});

type LessonDraft = { title: string; videoUrl: string; duration: number };

/** A course of these lessons, bought by the browser of its own creator; answers its slug. */
async function makeCourse(page: Page, lessons: LessonDraft[]): Promise<string> {
  await signInAsNewCreator(page);
  const { request } = page;
  const slug = `linked-${crypto.randomUUID().slice(0, 8)}`;
  const product = await request.post("/api/products", {
    data: { title: "Linked", slug, type: "COURSE", priceCents: 4_900 },
  });
  const { id } = (await product.json()) as { id: string };
  const modules = `/api/my-courses/${id}/modules`;
  const withModule = await request.post(modules, { data: { title: "Basics" } });
  const [module] = ((await withModule.json()) as { modules: { id: string }[] }).modules;
  for (const { title, ...video } of lessons) {
    const withLesson = await request.post(`${modules}/${module?.id}/lessons`, { data: { title } });
    const draft = (await withLesson.json()) as { modules: { lessons: { id: string }[] }[] };
    const changed = await request.patch(
      `/api/my-courses/${id}/lessons/${draft.modules[0]?.lessons.at(-1)?.id}`,
      { data: { revision: 1, ...video } },
    );
    expect(changed.status()).toBe(200);
  }
  await putOnSale(request, id);
  await buyByCall(request, id, newAddress("viewer"));
  return slug;
}

type Progress = { completed: boolean; watchedSeconds: number; positionSeconds: number };

/** What is noted of each lesson. */
async function progressOf(page: Page, slug: string): Promise<Progress[]> {
  const answer = await page.request.get(`/api/courses/${slug}/progress`);
  return ((await answer.json()) as { lessons: Progress[] }).lessons;
}

/** Presses the button of a video of another site until its player is there, and answers that player. */
async function playFramed(page: Page, button: string): Promise<Frame> {
  const frame = page.locator("iframe.lesson-video");
  await expect(async () => {
    await page.getByRole("button", { name: button, exact: true }).click({ timeout: 10_000 });
    await expect(frame).toBeVisible({ timeout: 10_000 });
  }).toPass();
  const player = await (await frame.elementHandle())?.contentFrame();
  if (!player) throw new Error("The player has no frame");
  await expect(frame).toBeFocused();
  await player.waitForLoadState();
  return player;
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
    await expect(video(page)).toBeVisible({ timeout: 20_000 });
    await expect.poll(() => second(page), { timeout: 20_000 }).toBeGreaterThan(0.3);
  }).toPass();

const longCaption = `WEBVTT

00:00.000 --> 01:00.000
What is said here is so much that on a phone it takes more than one line &amp; stays whole
`;

type Edges = { left: number; right: number; top: number; bottom: number };

/** Where a part stands on the screen. */
const edgesOf = (part: Locator): Promise<Edges> =>
  part.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return { left, right, top, bottom };
  });

function expectWithin(part: Edges, frame: Edges) {
  expect(Math.min(part.left - frame.left, frame.right - part.right)).toBeGreaterThanOrEqual(0);
  expect(Math.min(part.top - frame.top, frame.bottom - part.bottom)).toBeGreaterThanOrEqual(0);
}

/** The words that are shown over the picture; undefined where there are none. */
const caption = (page: Page) =>
  video(page).evaluate((element: HTMLVideoElement) => {
    const [track] = element.textTracks;
    const [cue] = track?.mode === "showing" ? (track.activeCues ?? []) : [];
    return (cue as VTTCue | undefined)?.text;
  });
