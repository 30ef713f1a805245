import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { buyByCall } from "./support/buy-by-call.ts";
import { demoProduct } from "./support/checkout.ts";
import { newAddress } from "./support/mailbox.ts";

const lesson = "/course/brand-design-course?lesson=read-the-brief";

test("a buyer writes notes at their second, without a connection too, goes back to them and takes them along @phone", async ({
  page,
  context,
}) => {
  const { id } = await demoProduct(page, ({ type }) => type === "COURSE");
  await buyByCall(page.request, id, newAddress("notes"));
  await page.goto(lesson);
  await play(page);
  await page.locator("media-controller").press("k");
  await seek(page, 125.4);
  await openNotes(page);
  // Digits of a note are no keys of the player.
  const note = page.getByLabel("New note");
  await note.pressSequentially("2 things, 90 % sure");
  expect(await second(page)).toBeCloseTo(125.4, 1);
  await expect(page.getByText("At 2:05")).toBeVisible();
  const saved = page.waitForResponse((answer) => answer.request().method() === "PUT" && answer.ok());
  await page.getByRole("button", { name: "Save note" }).click();
  await saved;
  await expect(page.getByText("Not saved yet")).toHaveCount(0);
  await expectAccessible(page);

  await context.route("**/notes/**", (route) => route.abort());
  await seek(page, 60.2);
  await note.fill("Without a network");
  await note.press("Control+Enter");
  await expect(page.getByText("Not saved yet")).toBeVisible();
  await page.close();
  await context.unrouteAll();

  const again = await context.newPage();
  await again.goto(lesson);
  await openNotes(again);
  await expect(again.getByText("Without a network")).toBeVisible();
  await expect(again.getByText("Not saved yet")).toHaveCount(0);
  expect(
    await again.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("notes"))),
  ).toEqual([]);
  await again.getByRole("button", { name: "Go to 2:05" }).click();
  await expect.poll(() => second(again)).toBeGreaterThanOrEqual(125);

  await again.getByRole("button", { name: "Edit note at 1:00" }).click();
  await again.getByLabel("Text of note at 1:00").fill("Changed");
  await again.getByRole("button", { name: "Save note at 1:00" }).click();
  const file = again.waitForEvent("download");
  await again.getByRole("button", { name: "Export the course’s notes" }).click();
  expect(await readFile(await (await file).path(), "utf8")).toMatch(
    /\n## Read the brief like a designer\n\n- \*\*1:00\*\* Changed\n- \*\*2:05\*\* 2 things, 90 % sure\n$/,
  );
  await again.getByRole("button", { name: "Delete note at 1:00" }).click();
  await expect(again.getByText("Changed")).toHaveCount(0);
  await expect.poll(async () => (await notesOf(again)).length).toBe(1);
});

async function notesOf(page: Page): Promise<unknown[]> {
  const answer = await page.request.get("/api/courses/brand-design-course/notes");
  return ((await answer.json()) as { notes: unknown[] }).notes;
}

const openNotes = (page: Page) =>
  expect(async () => {
    if (!(await page.getByLabel("New note").isVisible())) await page.getByText("My notes").click();
    await expect(page.getByLabel("New note")).toBeVisible({ timeout: 10_000 });
  }).toPass();

const video = (page: Page) => page.locator("media-controller video");
const second = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.currentTime);
const seek = (page: Page, seconds: number) =>
  video(page).evaluate(
    (element: HTMLVideoElement, to) =>
      new Promise<void>((done) => {
        element.addEventListener("seeked", () => setTimeout(done, 50), { once: true });
        element.currentTime = to;
      }),
    seconds,
  );

/** Presses play until the video plays: a page that has just arrived does not listen yet. */
const play = (page: Page) =>
  expect(async () => {
    const button = page.getByRole("button", { name: /^Play Read the brief/ });
    if (await button.isVisible()) await button.click();
    await expect(video(page)).toBeVisible({ timeout: 20_000 });
    await expect.poll(() => second(page), { timeout: 20_000 }).toBeGreaterThan(0.3);
  }).toPass();
