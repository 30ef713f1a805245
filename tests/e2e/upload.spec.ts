import { randomBytes } from "node:crypto";
import { rm, truncate, writeFile } from "node:fs/promises";
import { expect, type Page, type Request, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { signInAsNewCreator } from "./support/creator.ts";

async function openFileField(page: Page) {
  await page.goto("/admin?tab=products&product=new");
  await page
    .getByRole("group", { name: /Product type/ })
    .getByText("Download", { exact: true })
    .click();
  const field = page.getByRole("group", { name: "File", exact: true });
  await expect(field.getByText("Drop a file here")).toBeVisible();
  return field;
}

const offsetOf = (request: Request) => Number(request.headers()["upload-offset"]);

test("a file that is too large or of another kind is refused in plain words @any-width", async ({
  page,
}, testInfo) => {
  await signInAsNewCreator(page);
  const field = await openFileField(page);
  await field
    .locator("input[type=file]")
    .setInputFiles({ name: "setup.exe", mimeType: "application/x-msdownload", buffer: Buffer.from("MZ") });
  await expect(page.getByText("Invalid file type").first()).toBeVisible();
  await expect(
    page
      .getByText("Please upload a supported file type (PDF, ZIP, DOC, XLS, IMG, VIDEO, AUDIO, TXT)")
      .first(),
  ).toBeVisible();

  const large = testInfo.outputPath("large.zip");
  await writeFile(large, "");
  await truncate(large, 1_073_741_825);
  await field.locator("input[type=file]").setInputFiles(large);
  await expect(page.getByText("File too large").first()).toBeVisible();
  await expect(page.getByText("File size must be under 1GB").first()).toBeVisible();
  await rm(large);

  // What is no document by its content is found out by the server.
  const answer = page.waitForResponse("**/api/upload-digital-file");
  await field
    .locator("input[type=file]")
    .setInputFiles({ name: "page.pdf", mimeType: "application/pdf", buffer: Buffer.from("<html>") });
  expect((await answer).status()).toBe(415);
  await expect(page.getByText("Invalid file type").first()).toBeVisible();
  await expect(field.getByText("Drop a file here")).toBeVisible();
});

/** In the page: the first time, the piece after 32 MB never leaves the browser. */
function holdThirdPiece() {
  const { setRequestHeader, send } = XMLHttpRequest.prototype;
  const toHold = new WeakSet<XMLHttpRequest>();
  XMLHttpRequest.prototype.setRequestHeader = function (name, value) {
    if (name === "Upload-Offset" && value === "33554432" && !sessionStorage.getItem("held")) toHold.add(this);
    setRequestHeader.call(this, name, value);
  };
  XMLHttpRequest.prototype.send = function (body) {
    if (toHold.has(this)) sessionStorage.setItem("held", "yes");
    else send.call(this, body);
  };
}

test("a large upload goes on after the page was closed in the middle of it @any-width", async ({
  page,
}, testInfo) => {
  test.slow();
  await signInAsNewCreator(page);
  const path = testInfo.outputPath("masterclass.pdf");
  await writeFile(path, Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(34_000_000)]));

  await page.addInitScript(holdThirdPiece);
  const first = await openFileField(page);
  await first.locator("input[type=file]").setInputFiles(path);
  await expect(first.getByRole("progressbar", { name: "Uploading masterclass.pdf" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Uploading…" })).toBeDisabled();
  await expect(first.getByText(/^[\d.]+ MB of 32\.42 MB$/)).toBeVisible();
  await page.waitForFunction(() => sessionStorage.getItem("held") === "yes");
  await expectAccessible(page);

  page.once("dialog", (dialog) => void dialog.accept());
  await page.goto("/");
  const second = await openFileField(page);
  await expect(second.getByText("Resume upload of masterclass.pdf")).toBeVisible();
  await expectAccessible(page);
  const offsets: number[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") offsets.push(offsetOf(request));
  });
  await second.locator("input[type=file]").first().setInputFiles(path);
  await expect(second.getByRole("button", { name: "Replace masterclass.pdf" })).toBeVisible();
  expect(offsets[0]).toBe(33_554_432);
  await rm(path);
});
