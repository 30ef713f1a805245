import { expect, type Locator, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { buyByCall } from "./support/buy-by-call.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { newAddress } from "./support/mailbox.ts";
import { putOnSale } from "./support/put-on-sale.ts";
import { overhangOf } from "./support/overhang.ts";

/** A picture of this size, as a program puts it on the clipboard or a hand drops it. */
const give = (box: Locator, way: "paste" | "drop", name: string, width = 640) =>
  box.evaluate(
    async (element, { way, name, width }) => {
      const canvas = Object.assign(document.createElement("canvas"), { width, height: width / 2 });
      const context = canvas.getContext("2d");
      if (context) {
        context.fillStyle = "#2a7f62";
        context.fillRect(0, 0, width, width / 2);
        context.fillStyle = "#f4c95d";
        context.fillRect(width / 8, width / 8, width / 4, width / 4);
      }
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
      const data = new DataTransfer();
      data.items.add(new File([blob ?? ""], name, { type: "image/png" }));
      const { left, bottom } = element.getBoundingClientRect();
      const options = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        way === "paste"
          ? new ClipboardEvent("paste", { ...options, clipboardData: data })
          : new DragEvent("drop", {
              ...options,
              dataTransfer: data,
              clientX: left + 20,
              clientY: bottom - 10,
            }),
      );
    },
    { way, name, width },
  );

const textBox = (page: Page) => page.getByRole("textbox", { name: "Lesson text" });
const saved = (page: Page) =>
  expect(page.locator("[data-save-status=saved]:visible")).toHaveText(/Saved \d\d:/);
const isLoaded = (image: Locator) =>
  expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);

test("a creator puts pictures into a lesson by paste, drop and button; a buyer sees them, nobody else does @phone", async ({
  page,
  context,
  browser,
}) => {
  test.slow();
  await signInAsNewCreator(page);
  const slug = `pictures-${crypto.randomUUID().slice(0, 8)}`;
  const made = await page.request.post("/api/products", {
    data: { title: "Pictures", slug, type: "COURSE", priceCents: 4_900 },
  });
  const { id } = (await made.json()) as { id: string };
  await page.goto(`/course-editor/${id}`);
  await page.getByRole("button", { name: "Add your first module" }).click();
  const box = textBox(page);
  await box.click();
  await page.keyboard.type("Look at this chart:");
  await page.keyboard.press("Enter");
  await give(box, "paste", "chart.png");
  const pictures = box.locator("figure img");
  await expect(pictures).toHaveCount(1);
  await isLoaded(pictures.first());
  await expectAccessible(page);

  // What it shows is asked for, and its caption is offered.
  await box.getByRole("button", { name: "Describe this picture" }).click();
  const field = page.getByRole("group", { name: "Picture", exact: true });
  await expect(field.getByLabel("What the picture shows")).toBeFocused();
  await page.keyboard.type("Sales by month");
  await field.getByLabel("Caption").fill("They double in June");
  await expectAccessible(page);
  await field.getByRole("button", { name: "Set picture" }).click();
  await expect(box.getByRole("button", { name: "Describe this picture" })).toBeHidden();
  await expect(box.locator("figcaption")).toHaveText("They double in June");
  await saved(page);

  // Undo and redo, by keyboard.
  await box.focus();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(box.locator("figcaption")).toBeHidden();
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect(box.locator("figcaption")).toBeVisible();

  // Without a connection a picture waits, and is sent once more.
  await context.setOffline(true);
  await give(box, "drop", "late.png", 320);
  const waiting = page.getByRole("list", { name: "Files on their way" });
  await expect(waiting.getByText("The connection was lost.")).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await waiting.getByRole("button", { name: "Try again" }).click();
  await expect(pictures).toHaveCount(2);
  await expect(waiting).toBeHidden();

  // What is no picture is refused with words, what is not wanted is stopped.
  const picker = page.locator("input[aria-label='Files for Lesson text']");
  await picker.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("x") });
  await expect(
    page.getByText("Use a PNG, JPEG, WebP, GIF or AVIF picture, or an MP4 video.").first(),
  ).toBeVisible();
  await picker.setInputFiles({
    name: "broken.png",
    mimeType: "image/png",
    buffer: Buffer.from("no picture"),
  });
  await expect(page.getByText(/“broken.png” was not added/).first()).toBeVisible();
  await page.route("**/api/text-pictures", () => undefined);
  await give(box, "paste", "stopped.png");
  await waiting.getByRole("button", { name: "Cancel" }).click();
  await expect(waiting).toBeHidden();
  await page.unrouteAll();
  await expect(pictures).toHaveCount(2);
  await expect(box.locator(".picture-place")).toHaveCount(0);
  await saved(page);

  // A reload loses nothing.
  await page.reload();
  await expect(pictures).toHaveCount(2);
  await expect(pictures.first()).toHaveAttribute("alt", "Sales by month");
  await isLoaded(pictures.first());

  await putOnSale(page.request, id);
  const buyer = await (await browser.newContext()).newPage();
  await buyByCall(buyer.request, id, newAddress("pictures"));
  await buyer.goto(`/course/${slug}`);
  const shown = buyer.locator(".rich-text figure img");
  await expect(shown).toHaveCount(2);
  await expect(shown.first()).toHaveAttribute("alt", "Sales by month");
  await expect(buyer.locator("figcaption")).toHaveText("They double in June");
  await shown.first().scrollIntoViewIfNeeded();
  await isLoaded(shown.first());
  await expectAccessible(buyer);
  expect(await overhangOf(buyer)).toBeLessThanOrEqual(0);

  const address = (await shown.first().getAttribute("src")) ?? "";
  expect((await buyer.request.get(address)).status()).toBe(200);
  const stranger = await (await browser.newContext()).newPage();
  expect((await stranger.request.get(address)).status()).toBe(403);
  const own = (await pictures.first().getAttribute("src")) ?? "";
  expect((await page.request.get(own)).status()).toBe(200);
  for (const { request } of [stranger, buyer]) expect((await request.get(own)).status()).toBe(401);
  expect(
    (await stranger.request.get(own.replace("/api/text-pictures", "/images") + "/960.webp")).status(),
  ).toBe(404);
});
