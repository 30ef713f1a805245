import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { signInAsNewCreator } from "./support/creator.ts";

/** A course without lessons, by the API, of the creator who is signed in. */
async function makeCourse(page: Page, title: string): Promise<string> {
  const slug = `${title.toLowerCase().replaceAll(" ", "-")}-${crypto.randomUUID().slice(0, 8)}`;
  const answer = await page.request.post("/api/products", {
    data: { title, slug, type: "COURSE", priceCents: 4_900 },
  });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

/** A video that every browser plays: the free one of the demo store, 75 seconds long. */
async function demoVideo(page: Page): Promise<Buffer> {
  const course = await page.request.get("/api/products/brand-design-course");
  const { modules } = (await course.json()) as { modules: { lessons: { id: string }[] }[] };
  const lesson = await page.request.get(`/api/lessons/${modules[0]?.lessons[0]?.id}/demo@example.com`);
  const { video } = (await lesson.json()) as { video: { url: string } };
  return (await page.request.get(video.url)).body();
}

/** The outline as it is read: "Module: lesson, lesson". */
const outline = (page: Page) =>
  page
    .getByRole("list", { name: "Modules" })
    .locator(":scope > li")
    .evaluateAll((modules) =>
      modules.map(
        (module) =>
          `${module.querySelector("h3")?.textContent}: ${[...module.querySelectorAll("a > span:first-child")]
            .map((lesson) => lesson.textContent)
            .join(", ")}`,
      ),
    );
const saved = (page: Page) =>
  expect(page.locator("[data-save-status=saved]:visible")).toHaveText(/Saved \d\d:/);
const textBox = (page: Page) => page.getByRole("textbox", { name: "Lesson text" });

/** The editor hears of a caret that a key moved a moment later. */
const caretHeard = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );

/** How many lessons each module has, as the server knows it. */
async function lessonCounts(page: Page, productId: string): Promise<number[]> {
  const course = await page.request.get(`/api/my-courses/${productId}`);
  const { modules } = (await course.json()) as { modules: { lessons: unknown[] }[] };
  return modules.map(({ lessons }) => lessons.length);
}

async function backToOutline(page: Page, isMobile: boolean) {
  if (isMobile) await page.getByRole("button", { name: "Outline" }).click();
}

test("a creator builds a course of two modules with a text, a video and a drip lesson, and looks at it as a buyer @any-width", async ({
  page,
  isMobile,
}) => {
  test.slow();
  await signInAsNewCreator(page);
  const productId = await makeCourse(page, "Night Photography");
  // Without lessons it is not sold, and both sides are told so.
  await page.goto(`/checkout/${productId}`);
  await expect(page.getByRole("heading", { name: "Not on sale yet" })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/admin");
  await expect(page.getByText("No lessons yet")).toBeVisible();
  await page.getByRole("button", { name: "More actions: Night Photography" }).click();
  await page.getByRole("menuitem", { name: "Edit course" }).click();
  await expect(page.getByRole("heading", { name: "Build your course" })).toBeVisible();
  await expectAccessible(page);

  // One press makes a module and its first lesson, whose title waits to be written.
  await page.getByRole("button", { name: "Add your first module" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("Lesson 1");
  await expect(page.getByLabel("Title")).toBeFocused();
  await page.keyboard.type("Welcome");
  await textBox(page).fill("Bring a tripod");
  await textBox(page).press("ControlOrMeta+a");
  await page.getByRole("button", { name: "Heading", exact: true }).click();
  await expect(textBox(page).locator("h4")).toHaveText("Bring a tripod");
  await saved(page);
  await page.getByRole("switch", { name: "Free preview" }).check();
  await saved(page);

  // An uploaded video: its length and poster are read here, its captions are checked by the server.
  await backToOutline(page, isMobile);
  await page.getByRole("button", { name: "Add lesson to Module 1" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("Lesson 2");
  await page.keyboard.type("The first exposure");
  await page.getByText("Upload", { exact: true }).click();
  const film = await demoVideo(page);
  await page
    .getByRole("group", { name: "Video file" })
    .locator("input[type=file]")
    .last()
    .setInputFiles({ name: "exposure.mp4", mimeType: "video/mp4", buffer: film });
  await expect(page.getByRole("button", { name: "Replace exposure.mp4" })).toBeVisible();
  await expect(page.getByLabel("Length")).toHaveValue("1:15");
  await expect(page.getByRole("button", { name: "Remove poster" })).toBeVisible();
  // Who cannot hear it is thought of: the creator is told what is missing until it is there.
  const noCaptions = page.getByText(/^This video has no captions/);
  await expect(noCaptions).toBeVisible();
  const captions = (text: string) =>
    page
      .getByRole("group", { name: "Captions" })
      .locator("input")
      .setInputFiles({ name: "exposure.srt", mimeType: "application/x-subrip", buffer: Buffer.from(text) });
  await captions("1\n00:00:00,000 --> soon\nHello\n");
  await expect(page.getByText(/^Line 2: /)).toBeVisible();
  await captions("1\n00:00:00,000 --> 00:00:02,000\nHello\n");
  await expect(page.getByText(/^WebVTT, /)).toBeVisible();
  await expect(noCaptions).toHaveCount(0);
  await expect(page.locator("video track")).toHaveCount(1);
  await saved(page);
  // Who reads the language may see a picture of their own before the video plays.
  const english = page.getByRole("group", { name: "Captions" });
  await english
    .getByLabel("Add a poster in English")
    .setInputFiles({ name: "en.png", mimeType: "image/png", buffer: await page.screenshot() });
  await expect(english.getByRole("img", { name: "Poster in English" })).toBeVisible();
  await saved(page);
  // An arrow key is enough to choose: what would be lost is asked for first.
  await page.getByRole("radio", { name: "Upload" }).press("ArrowLeft");
  const removal = page.getByRole("alertdialog", { name: "Remove the video?" });
  await expect(removal).toContainText("“exposure.mp4”, its poster, and its captions are removed");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(removal).toBeHidden();
  await expect(page.getByRole("radio", { name: "Upload" })).toBeChecked();
  await expect(page.locator("video track")).toHaveCount(1);
  await expectAccessible(page);

  // A file beside the lesson, under a name of its own.
  const attach = page.getByRole("group", { name: "Attach a file" });
  await attach
    .locator("input[type=file]")
    .last()
    .setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Bring a torch.") });
  await expect(page.getByText("TXT, 14 Bytes")).toBeVisible();
  await page.getByRole("button", { name: "More actions: notes.txt" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByLabel("Rename file: notes.txt").fill("Packing list");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Packing list.txt", { exact: true })).toBeVisible();
  await saved(page);

  // A second module with a lesson that opens later.
  await backToOutline(page, isMobile);
  await page.getByRole("button", { name: "Add module" }).click();
  await page.getByLabel("Rename module: Module 2").fill("Stars");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Stars", exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Add lesson to Stars" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("Lesson 1");
  await page.keyboard.type("Star trails");
  await page.getByLabel("Days after purchase").fill("7");
  await expect(page.getByText("Opens 7 days after purchase.")).toBeVisible();
  await page.getByLabel("Length").fill("four");
  await page.getByLabel("Title").focus();
  await expect(page.getByText("Write minutes and seconds, as 4:30").last()).toBeVisible();
  await page.getByLabel("Length").fill("4:30");
  await saved(page);

  await page.getByRole("button", { name: "Put on sale" }).click();
  await expect(page.getByText("Your course is on sale", { exact: true })).toBeVisible();
  await expect(page.getByText("Active", { exact: true })).toBeVisible();

  // By keyboard, over the border between two modules.
  await backToOutline(page, isMobile);
  await expect(page.getByText("Day 7")).toBeVisible();
  await expect
    .poll(() => outline(page))
    .toEqual(["Module 1: Welcome, The first exposure", "Stars: Star trails"]);
  await expectAccessible(page);
  await page.getByRole("link", { name: /^Welcome/ }).focus();
  // The second press comes before the first one's move is on screen, or while it is.
  await page.keyboard.press("Alt+ArrowDown");
  await page.keyboard.press("Alt+ArrowDown");
  await expect(
    page.getByRole("status").filter({ hasText: "Welcome is now number 1 of 2 in Stars" }),
  ).toBeAttached();
  await expect
    .poll(() => outline(page))
    .toEqual(["Module 1: The first exposure", "Stars: Welcome, Star trails"]);
  await expect(page.getByRole("link", { name: /^Welcome/ })).toBeFocused();
  await page.getByRole("button", { name: "More actions: Welcome" }).click();
  await page.getByRole("menuitem", { name: "Move up" }).click();
  await expect
    .poll(() => outline(page))
    .toEqual(["Module 1: The first exposure, Welcome", "Stars: Star trails"]);
  await expect(
    page.getByRole("status").filter({ hasText: "Welcome is now number 2 of 2 in Module 1" }),
  ).toBeAttached();
  await expect(page.getByRole("button", { name: "More actions: Welcome" })).toBeFocused();
  await page.getByRole("button", { name: "More actions: Welcome" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await expect(page.getByLabel("Rename lesson: Welcome")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: /^Welcome/ })).toBeFocused();
  await page.getByRole("button", { name: "More actions: Module 1" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await expect(page.getByLabel("Rename module: Module 1")).toBeFocused();
  await page.keyboard.type("Light");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "More actions: Stars" }).click();
  await page.getByRole("menuitem", { name: "Move up" }).click();
  const whole = ["Stars: Star trails", "Light: The first exposure, Welcome"];
  await expect.poll(() => outline(page)).toEqual(whole);
  await expect(page.getByRole("button", { name: "More actions: Stars" })).toBeFocused();
  // Two quick moves, and a reload before the second one is sent: the browser asks first, and whoever stays loses nothing.
  const sending = Promise.withResolvers<void>();
  await page.route("**/api/my-courses/*/order", async (route) => {
    await sending.promise;
    await route.continue();
  });
  await page.getByRole("link", { name: /^The first exposure/ }).focus();
  for (let move = 0; move < 2; move++) await page.keyboard.press("Alt+ArrowUp");
  const moved = ["Stars: The first exposure, Star trails", "Light: Welcome"];
  await expect.poll(() => outline(page)).toEqual(moved);
  const asked = page.waitForEvent("dialog");
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const question = await asked;
  expect(question.type()).toBe("beforeunload");
  await question.dismiss();
  sending.resolve();
  await expect.poll(() => lessonCounts(page, productId)).toEqual([2, 1]);
  await page.reload();
  await expect.poll(() => outline(page)).toEqual(moved);
  await page.getByRole("link", { name: /^The first exposure/ }).focus();
  for (let move = 0; move < 2; move++) await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(() => outline(page)).toEqual(whole);
  if (!isMobile) {
    const grip = (title: string) =>
      page.getByRole("listitem").filter({ hasText: title }).last().getByTitle("Drag to move");
    await grip("Welcome").dragTo(page.getByRole("link", { name: /^Star trails/ }), {
      targetPosition: { x: 40, y: 4 },
    });
    await expect
      .poll(() => outline(page))
      .toEqual(["Stars: Welcome, Star trails", "Light: The first exposure"]);
    // What is dropped while the list is still being put in order anew is not taken.
    await expect(async () => {
      await grip("Welcome").dragTo(page.getByRole("link", { name: /^The first exposure/ }), {
        targetPosition: { x: 40, y: 40 },
      });
      await expect.poll(() => outline(page), { timeout: 10_000 }).toEqual(whole);
    }).toPass();
  }
  await page.waitForLoadState("networkidle");
  await page.goto(`/course-editor/${productId}`);
  await expect.poll(() => outline(page)).toEqual(whole);
  await expect(page.getByText("Free", { exact: true })).toBeVisible();
  await expect(page.getByText("Video · 1:15")).toBeVisible();

  await page.getByRole("link", { name: "Preview as a buyer" }).click();
  await expect(page.getByText("Preview: only you see this")).toBeVisible();
  await page.getByRole("button", { name: /^The first exposure/ }).click();
  await page.getByRole("button", { name: "Play The first exposure" }).click();
  await expect
    .poll(() =>
      page.locator("media-controller video").evaluate((video: HTMLVideoElement) => video.currentTime),
    )
    .toBeGreaterThan(0.3);
  await page.getByRole("button", { name: /^Welcome/ }).click();
  await expect(page.getByRole("heading", { level: 4, name: "Bring a tripod" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Back to the editor" }).click();

  await expect(page.getByLabel("Title")).toHaveValue("Welcome");
  await backToOutline(page, isMobile);
  await page.getByRole("button", { name: "More actions: Stars" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByText(/lesson are deleted, for your buyers too\. This cannot/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect.poll(() => outline(page)).toEqual(["Light: The first exposure, Welcome"]);
});

test("two tabs on one lesson are merged, and ask where both changed the same; without a connection nothing is lost @any-width", async ({
  page,
  context,
}) => {
  await signInAsNewCreator(page);
  const productId = await makeCourse(page, "Two Tabs");
  await page.goto(`/course-editor/${productId}`);
  await page.getByRole("button", { name: "Add your first module" }).click();
  await textBox(page).fill("First words");
  await saved(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(textBox(other)).toHaveText("First words");

  await other.getByLabel("Title").fill("Theirs");
  await other.getByLabel("Title").blur();
  await saved(other);
  await textBox(page).fill("Second words");
  await expect(page.locator("[data-save-status=saved]")).toHaveText(
    /^Merged with changes from another tab\. Saved \d/,
  );
  await expect(page.getByLabel("Title")).toHaveValue("Theirs");

  await textBox(other).fill("Their words");
  await textBox(other).blur();
  // The other tab knows nothing of "Second words" yet: both changed the text.
  const theirs = other.getByRole("group", { name: "Lesson text" });
  await expect(theirs.getByText("Second words")).toBeVisible();
  await expectAccessible(other);
  await theirs.getByRole("button", { name: "Keep mine" }).click();
  await saved(other);
  await textBox(page).fill("My words");
  await textBox(page).blur();
  await page.getByRole("group", { name: "Lesson text" }).getByRole("button", { name: "Take theirs" }).click();
  await expect(textBox(page)).toHaveText("Their words");
  await saved(page);

  // Different places of one text are put together, and the caret stays where it is.
  await other.reload();
  await other.bringToFront();
  await textBox(other).press("ControlOrMeta+End");
  await caretHeard(other);
  await other.keyboard.press("Enter");
  await other.keyboard.type("Their ending");
  await textBox(other).blur();
  await saved(other);
  await page.bringToFront();
  await textBox(page).locator("p").first().click();
  await page.keyboard.press("Home");
  await caretHeard(page);
  await page.keyboard.press("Enter");
  await caretHeard(page);
  await page.keyboard.press("ArrowUp");
  await caretHeard(page);
  await page.keyboard.type("My beginning");
  await expect(textBox(page).locator("p")).toHaveText(["My beginning", "Their words", "Their ending"]);
  await page.keyboard.type(" goes on");
  await expect(textBox(page).locator("p").first()).toHaveText("My beginning goes on");
  await saved(page);

  await context.setOffline(true);
  await textBox(page).fill("Words without a connection");
  await expect(page.getByText("Not saved – offline, trying again").first()).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Products", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Leave without saving?" })).toBeVisible();
  await page.getByRole("button", { name: "Stay" }).click();
  await context.setOffline(false);
  await saved(page);
  await page.reload();
  await expect(textBox(page)).toHaveText("Words without a connection");
});
