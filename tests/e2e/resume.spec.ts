import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { buyByCall } from "./support/buy-by-call.ts";
import { demoProduct } from "./support/checkout.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";

const course = "/course/brand-design-course";

test("a course goes on at the same second on another device, whatever its clock says @phone", async ({
  page,
  browser,
  request,
}) => {
  const email = newAddress("resume");
  await buyCourse(page, email);
  await page.goto(`${course}?lesson=read-the-brief`);
  await play(page, "Read the brief like a designer");
  await seek(page, 120);
  const first = await pauseAt(page);
  expect(first).toBeGreaterThanOrEqual(120);
  await expect.poll(() => placeOf(page)).toBe(first);

  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.addInitScript(() => {
    const { now } = Date;
    Date.now = () => now() + 86_400_000;
  });
  const receipt = await mailTo(request, email, /order/i);
  await elsewhere.goto(/https?:\/\/\S+#rt=[A-Za-z0-9_-]+/.exec(receipt.text)?.[0] ?? "");
  await elsewhere.getByRole("link", { name: "Start Course" }).click();
  await expect(elsewhere).toHaveURL(/[?&]lesson=read-the-brief$/);
  await expect(elsewhere.getByRole("button", { name: /resume at/ })).toContainText(
    `Resume at 2:${String(first - 120).padStart(2, "0")}`,
  );
  await play(elsewhere, "Read the brief like a designer");
  expect(await second(elsewhere)).toBeGreaterThanOrEqual(first);
  await seek(elsewhere, 60);
  const back = await pauseAt(elsewhere);
  await expect.poll(() => placeOf(page)).toBe(back);

  // The first device has rested since: it takes nothing back, neither when it is hidden nor when it is left.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.goto(course);
  await expect(page).toHaveURL(/[?&]lesson=read-the-brief$/);
  await expect(page.getByRole("button", { name: /resume at/ })).toContainText("Resume at 1:0");
  expect(await placeOf(page)).toBe(back);
  await expect(page.getByText(/^Next to open: Write guidelines people open/)).toBeVisible();
});

test("a lesson that is done at once stays where its buyer is: the page turns when they turn it @any-width", async ({
  page,
}) => {
  await buyCourse(page, newAddress("first"));
  await page.goto(course);
  await expect(page).toHaveURL(/[?&]lesson=/);
  await page.getByRole("button", { name: "Mark Complete" }).click();
  await expect(page.getByText("1/11 lessons").filter({ visible: true })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "How this course works" })).toBeVisible();
  await page.goto(course);
  await expect(page.getByRole("heading", { level: 2, name: "Read the brief like a designer" })).toBeVisible();
});

test("what was played without a connection is noted once when the course is opened again @any-width", async ({
  page,
  context,
}) => {
  await buyCourse(page, newAddress("offline"));
  await page.goto(`${course}?lesson=read-the-brief`);
  await play(page, "Read the brief like a designer");
  await seek(page, 30);
  await pauseAt(page);
  await expect.poll(() => placeOf(page)).toBeGreaterThanOrEqual(30);
  const before = await watchedOf(page);

  await cut(context, true);
  await seek(page, 100);
  await expect.poll(() => second(page)).toBeGreaterThan(106);
  const stood = await pauseAt(page);
  await page.close();
  await cut(context, false);

  const again = await context.newPage();
  await again.goto(`${course}?lesson=how-this-course-works`);
  await expect.poll(() => placeOf(again)).toBe(stood);
  const played = (await watchedOf(again)) - before;
  expect(played).toBeGreaterThanOrEqual(5);
  expect(played).toBeLessThanOrEqual(stood - 98);
  const left = () => again.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("played")));
  await expect.poll(left).toEqual([]);
});

/** Ends and gives back the way to the server for what is played. */
async function cut(context: BrowserContext, isCut: boolean) {
  if (isCut) await context.route("**/api/lessons/*/played", (route) => route.abort());
  else await context.unrouteAll();
}

async function buyCourse(page: Page, email: string) {
  const { id } = await demoProduct(page, ({ type }) => type === "COURSE");
  await buyByCall(page.request, id, email);
}

type Told = { positionSeconds: number; watchedSeconds: number };

/** What the server says of the second lesson. */
async function toldOf(page: Page): Promise<Told> {
  const answer = await page.request.get("/api/courses/brand-design-course/progress");
  const { lessons } = (await answer.json()) as { lessons: Told[] };
  return lessons[1] ?? { positionSeconds: -1, watchedSeconds: -1 };
}
const placeOf = async (page: Page) => (await toldOf(page)).positionSeconds;
const watchedOf = async (page: Page) => (await toldOf(page)).watchedSeconds;

const video = (page: Page) => page.locator("media-controller video");
const second = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.currentTime);
const seek = (page: Page, seconds: number) =>
  video(page).evaluate((element: HTMLVideoElement, to) => {
    element.currentTime = to;
    void element.play();
  }, seconds);

/** Pauses a moment later; answers the whole second at which it stands. */
async function pauseAt(page: Page): Promise<number> {
  const from = await second(page);
  await expect.poll(() => second(page)).toBeGreaterThan(from + 0.3);
  await video(page).evaluate((element: HTMLVideoElement) => element.pause());
  return Math.floor(await second(page));
}

/** Presses play until the video plays: a page that has just arrived does not listen yet. */
const play = (page: Page, lesson: string) =>
  expect(async () => {
    const button = page.getByRole("button", { name: new RegExp(`^Play ${lesson}`) });
    if (await button.isVisible()) await button.click();
    await expect(video(page)).toBeVisible({ timeout: 20_000 });
    await expect.poll(() => second(page), { timeout: 20_000 }).toBeGreaterThan(0.3);
  }).toPass();
