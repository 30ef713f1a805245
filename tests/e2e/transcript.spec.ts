import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { secondOf, serveFramedPlayers } from "./support/framed-players.ts";
import { putOnSale } from "./support/put-on-sale.ts";

test("a transcript follows its video, is searched, and leads to what is said @phone", async ({ page }) => {
  await page.route("**/lesson-captions/**", (route) =>
    route.fulfill({ contentType: "text/vtt", body: captionsOf(60) }),
  );
  await page.goto("/course/brand-design-course");
  const transcript = page.getByText("Transcript", { exact: true });
  await expect(async () => {
    await transcript.click();
    await expect(page.getByText("Line 12", { exact: true })).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await expectAccessible(page);

  // A line is pressed before the video has begun: it begins there.
  await page.getByRole("button", { name: /Line 30$/ }).click();
  await expect.poll(() => second(page)).toBeGreaterThanOrEqual(30);
  await expect(page.locator(".transcript [aria-current]")).toHaveCount(1);
  const said = async () =>
    Number(/\d+$/.exec((await page.locator(".transcript [aria-current]").textContent()) ?? "")?.[0]);
  const first = await said();
  expect(first).toBeGreaterThanOrEqual(30);
  await expect.poll(said).toBeGreaterThan(first + 1);
  await page.locator("media-controller video").evaluate((video: HTMLVideoElement) => video.pause());

  // One stop of the tab key, and the arrow keys within.
  expect(await page.locator('.transcript button[tabindex="0"]').count()).toBe(1);
  await page.locator('.transcript button[tabindex="0"]').focus();
  const focused = async () => Number(/\d+$/.exec((await page.locator(":focus").textContent()) ?? "")?.[0]);
  const from = await focused();
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toBe(from + 1);
  await page.keyboard.press("End");
  expect(await focused()).toBe(59);
  await page.keyboard.press("Enter");
  await expect.poll(() => second(page)).toBeGreaterThanOrEqual(59);

  // Whoever has scrolled is left alone until they ask for more.
  const list = page.locator(".transcript");
  const scrolled = () => list.evaluate((element) => element.scrollTop);
  await list.evaluate((element) => element.scrollTo(0, 0));
  await seek(page, 20);
  await expect(page.locator("[aria-current]").filter({ hasText: /Line 2\d$/ })).toHaveCount(1);
  expect(await scrolled()).toBe(0);
  await page.getByRole("button", { name: "Follow the video" }).click();
  await expect.poll(scrolled).toBeGreaterThan(100);

  await page.getByLabel("Search the transcript").fill("LINE 4");
  await expect(page.getByText("11 lines found")).toBeVisible();
  await page.getByRole("button", { name: /Line 44$/ }).click();
  await expect.poll(() => second(page)).toBeGreaterThanOrEqual(44);
  await page.getByLabel("Search the transcript").fill("nothing of the kind");
  await expect(page.getByText("0 lines found")).toBeVisible();
  await expectAccessible(page);
});

test("a creator gives a YouTube video its transcript, and its lines lead into YouTube's player @any-width", async ({
  page,
}) => {
  await serveFramedPlayers(page, { youtube: 120, vimeo: 3 });
  await signInAsNewCreator(page);
  const { id, lessonId } = await makeLinkedLesson(page);
  await page.goto(`/course-editor/${id}?lesson=${lessonId}`);
  await page.getByLabel("Choose a captions file").setInputFiles({
    name: "tube.vtt",
    mimeType: "text/vtt",
    buffer: Buffer.from(captionsOf(90)),
  });
  await expect(page.getByText(/^WebVTT, /)).toBeVisible();
  await page.getByLabel("Language of the captions to add").selectOption("German");
  await page.getByLabel("Add captions").setInputFiles({
    name: "tube.de.vtt",
    mimeType: "text/vtt",
    buffer: Buffer.from(captionsOf(90).replaceAll("Line", "Zeile")),
  });
  await expect(page.getByText(/^WebVTT, /)).toHaveCount(2);
  await page.getByRole("button", { name: "Make default: German" }).click();
  await expect(page.getByRole("button", { name: "Make default: English" })).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/course-preview/${id}?lesson=${lessonId}`);
  await expect(async () => {
    await page.getByText("Transcript", { exact: true }).click();
    await expect(page.getByText("Line 12", { exact: true })).toBeVisible({ timeout: 10_000 });
  }).toPass();
  // The default is German; this browser prefers English, until its reader chooses.
  await page.getByLabel("Language of captions").selectOption("Deutsch");
  await expect(page.getByText("Zeile 12", { exact: true })).toBeVisible();
  await expect(page.locator(".transcript")).toHaveAttribute("lang", "de");
  await page.getByLabel("Language of captions").selectOption("English");
  await page.getByRole("button", { name: /Line 30$/ }).click();
  const frame = await (await page.locator("iframe.lesson-video").elementHandle())?.contentFrame();
  if (!frame) throw new Error("The player has no frame");
  await expect.poll(() => secondOf(frame)).toBeGreaterThanOrEqual(30);
  await expect(page.locator(".transcript [aria-current]")).toHaveCount(1);
  await page.getByRole("button", { name: /Line 70$/ }).click();
  await expect.poll(() => secondOf(frame)).toBeGreaterThanOrEqual(70);
});

/** A line for every second. */
function captionsOf(seconds: number): string {
  const clock = (at: number) =>
    `00:${String(Math.floor(at / 60)).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}.000`;
  const cues = Array.from({ length: seconds }, (_, at) => `${clock(at)} --> ${clock(at + 1)}\nLine ${at}\n`);
  return `WEBVTT\n\n${cues.join("\n")}`;
}

/** A course of one's own with one lesson of a YouTube video. */
async function makeLinkedLesson(page: Page) {
  const { request } = page;
  const product = await request.post("/api/products", {
    data: {
      title: "Linked",
      slug: `linked-${crypto.randomUUID().slice(0, 8)}`,
      type: "COURSE",
      priceCents: 4_900,
    },
  });
  const { id } = (await product.json()) as { id: string };
  const modules = `/api/my-courses/${id}/modules`;
  const withModule = await request.post(modules, { data: { title: "Basics" } });
  const [module] = ((await withModule.json()) as { modules: { id: string }[] }).modules;
  const withLesson = await request.post(`${modules}/${module?.id}/lessons`, { data: { title: "Tube" } });
  const draft = (await withLesson.json()) as { modules: { lessons: { id: string }[] }[] };
  const lessonId = draft.modules[0]?.lessons[0]?.id ?? "";
  await request.patch(`/api/my-courses/${id}/lessons/${lessonId}`, {
    data: { revision: 1, videoUrl: "https://youtu.be/aqz-KE-bpKQ", duration: 120 },
  });
  await putOnSale(request, id);
  return { id, lessonId };
}

const video = (page: Page) => page.locator("media-controller video");
const second = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.currentTime);
const seek = (page: Page, seconds: number) =>
  video(page).evaluate((element: HTMLVideoElement, to) => void (element.currentTime = to), seconds);
