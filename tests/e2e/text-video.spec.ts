import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { keepPicture } from "./support/pictures.ts";

const movie = join(import.meta.dirname, "support/hls/lesson.mp4");

type Files = Parameters<Page["setInputFiles"]>[1];

async function choose(page: Page, open: () => Promise<void>, files: Files) {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), open()]);
  await chooser.setFiles(files);
}

test("a video is uploaded into a description, named, and plays on the product's page without a script @phone", async ({
  page,
  browser,
}) => {
  // Listened to from the beginning: the browser opens its own where nobody does, and is told so too late by the first wait.
  page.on("filechooser", () => undefined);
  const { handle } = await signInAsNewCreator(page, { firstName: "Ines" });
  const slug = `film-${crypto.randomUUID().slice(0, 8)}`;
  const data = { title: "Field notes", slug, type: "SERVICE", priceCents: 1_900, deliveryNote: "I write." };
  const { id } = (await (await page.request.post("/api/products", { data })).json()) as { id: string };
  await page.goto(`/admin?tab=products&product=${id}`);
  const box = page.getByRole("textbox", { name: "Description", exact: true });
  await box.focus();
  await page.keyboard.type("Look around first:");
  await page.keyboard.press("Enter");

  // What no browser is sure to play is refused before it is sent; no connection is no end.
  await page.keyboard.type("/mp4");
  const choice = page.getByRole("listbox", { name: "Insert into Description" }).getByRole("option");
  await expect(choice).toHaveCount(1);
  const buffer = Buffer.from("moov");
  await choose(page, () => page.keyboard.press("Enter"), {
    name: "clip.mov",
    mimeType: "video/quicktime",
    buffer,
  });
  await expect(page.getByText("Use an MP4 video").first()).toBeVisible();
  // A notification lies on the dialog's own Close until it is gone.
  await page
    .getByRole("region", { name: /^Notifications/ })
    .getByRole("button", { name: "Close" })
    .click();
  await page.route("**/api/upload-digital-file", (route) => route.abort(), { times: 1 });
  await box.focus();
  await page.keyboard.type("/video");
  await expect(choice.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await choose(page, () => page.getByRole("button", { name: "Upload an MP4" }).click(), movie);
  const under = page.getByRole("list", { name: "Files on their way" });
  await expect(under.getByText("The connection was lost.")).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole("button", { name: "Uploading…" })).toBeDisabled();
  await under.getByRole("button", { name: "Try again" }).click();
  const video = box.locator("figure video");
  await expect(video).toHaveCount(1);
  await expect(under).toHaveCount(0);

  // Several go one after another, since the server takes no three at once. What is cancelled while it is prepared stays away.
  let going = 0;
  let most = 0;
  await page.route("**/api/upload-digital-file", async (route) => {
    most = Math.max(most, ++going);
    await route.continue();
  });
  page.on("requestfinished", (request) => {
    if (request.url().endsWith("/api/upload-digital-file")) going--;
  });
  let sendPosters = () => {};
  const cancelled = new Promise<void>((resolve) => (sendPosters = resolve));
  await page.route("**/api/images?kind=poster", async (route) => {
    await cancelled;
    await route.continue();
  });
  await page.locator("input[aria-label='Files for Description']").setInputFiles([movie, movie, movie]);
  await expect(under.getByRole("listitem")).toHaveCount(3);
  await page.waitForRequest("**/api/images?kind=poster");
  await expect(under.getByRole("listitem").first()).toContainText("Preparing…");
  await under.getByRole("button", { name: "Cancel" }).first().click();
  sendPosters();
  await expect(under).toHaveCount(0);
  await expect(video).toHaveCount(3);
  expect(most).toBe(1);
  await page.unrouteAll();
  await box.focus();
  // What comes within half a second goes together.
  while ((await video.count()) > 1) await page.keyboard.press("ControlOrMeta+z");
  await expect(video).toHaveCount(1);

  await box.getByRole("button", { name: "Name this video" }).click();
  await page.getByLabel("What the video is called").fill("A walk at dawn");
  await page.keyboard.press("Enter");
  await expect(box.locator("figcaption")).toHaveText("A walk at dawn");
  // Its captions are the video's own, saved at once; what is wrong with a file is said with its line.
  await box.getByRole("button", { name: "Edit video" }).click();
  const captions = page.getByRole("group", { name: "Captions" });
  await expect(captions.getByText("misses what is said")).toBeVisible();
  const file = (text: string) => ({ name: "walk.vtt", mimeType: "text/vtt", buffer: Buffer.from(text) });
  await captions.getByLabel("Language of the captions to add").selectOption("de");
  await captions
    .getByLabel("Choose a captions file")
    .setInputFiles(file("WEBVTT\n\nsoon --> later\nWir gehen los."));
  await expect(captions.getByRole("alert")).toContainText("Line 3:");
  await captions
    .getByLabel("Choose a captions file")
    .setInputFiles(file("WEBVTT\n\n00:00.000 --> 00:10.000\nWir gehen los."));
  await expect(captions.getByRole("button", { name: "Remove captions in German" })).toBeVisible();
  await expectAccessible(page);
  await keepPicture(page, "editor");
  await page.getByRole("button", { name: "Cancel" }).first().click();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  const context = await browser.newContext({ javaScriptEnabled: false });
  const visitor = await context.newPage();
  const fetched: string[] = [];
  visitor.on("request", (request) => fetched.push(request.url()));
  await visitor.goto(`/u/${handle}/${slug}`);
  const shown = visitor.locator(".rich-text figure video");
  await expect(shown).toHaveAttribute("aria-label", "A walk at dawn");
  await expect(shown).toHaveAttribute("poster", /^\/images\//);
  await expect(shown.locator("track[kind=captions][srclang=de]")).toHaveAttribute("label", "Deutsch");
  // Nothing of it is fetched before somebody plays it.
  expect(fetched.filter((url) => url.includes("/api/product-video/"))).toEqual([]);
  await keepPicture(visitor, "product");
  await context.close();

  const watcher = await (await browser.newContext()).newPage();
  await watcher.goto(`/u/${handle}/${slug}`);
  await watcher.locator(".rich-text figure video").evaluate(async (element: HTMLVideoElement) => {
    element.muted = true;
    await element.play();
  });
  await expect
    .poll(() =>
      watcher.locator(".rich-text figure video").evaluate((element: HTMLVideoElement) => element.currentTime),
    )
    .toBeGreaterThan(0);
  // As who presses the button for captions in the browser's own controls.
  const cues = () =>
    watcher.locator(".rich-text figure video").evaluate((element: HTMLVideoElement) => {
      const track = element.textTracks[0];
      if (track) track.mode = "showing";
      return [...(track?.cues ?? [])].map((cue) => (cue as VTTCue).text);
    });
  await expect.poll(cues).toEqual(["Wir gehen los."]);
  await expectAccessible(watcher);
  await watcher.context().close();
});
