import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { uploadTypes } from "#contract/files/accepted-files.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { filmOf } from "#tests/support/film-samples.ts";
import { ApiError } from "#web/api.ts";
import { FileUpload } from "./file-upload.tsx";
import { toastUploadError } from "./toast-upload-error.ts";

beforeEach(() => localStorage.clear());

const input = () => document.querySelector<HTMLInputElement>("input[type=file]")!;

function choose(name: string, content: BlobPart = "x") {
  const chosen = new DataTransfer();
  chosen.items.add(new File([content], name));
  input().files = chosen.files;
  input().dispatchEvent(new Event("change", { bubbles: true }));
}

test("the field of a product names every type that can be sold, and refuses others in the fixed words", async () => {
  await renderScreen(<FileUpload value={null} onChange={() => {}} />);
  const extensions = Object.keys(uploadTypes);
  await expect.poll(() => input().accept).toBe(extensions.map((each) => `.${each}`).join(","));
  for (const extension of extensions.filter((each) => each !== "jpeg"))
    await expect.element(page.getByText(new RegExp(`\\b${extension.toUpperCase()}\\b`))).toBeVisible();
  choose("setup.exe");
  await expect
    .element(
      page
        .getByText("Please upload a supported file type (PDF, ZIP, DOC, XLS, IMG, VIDEO, AUDIO, TXT)")
        .first(),
    )
    .toBeVisible();
});

test("the video field of a lesson takes MP4 alone, and says so of other and of damaged files", async () => {
  await renderScreen(<FileUpload field="video" value={null} onChange={() => {}} />);
  await expect.element(page.getByText("MP4 with H.264, up to 1 GB", { exact: true })).toBeVisible();
  expect(input().accept).toBe(".mp4");
  choose("lesson.mov");
  const refusal = page.getByText("Please upload a supported file type (MP4)", { exact: true });
  await expect.element(refusal.first()).toBeVisible();
  await renderScreen(<FileUpload field="video" value={null} onChange={() => {}} />);
  toastUploadError(new ApiError(415, JSON.stringify({ message: "any" }), ""), "video");
  await expect.element(refusal.first()).toBeVisible();
});

test("a HEVC video is refused with its remedy while it is sent to a lesson, and sold as a file all the same", async () => {
  let stopped = 0;
  vi.spyOn(XMLHttpRequest.prototype, "send").mockImplementation(() => {});
  vi.spyOn(XMLHttpRequest.prototype, "abort").mockImplementation(() => void stopped++);
  await renderScreen(<FileUpload field="video" value={null} onChange={() => {}} />);
  await expect.poll(input).not.toBeNull();
  choose("IMG_0042.mp4", filmOf("hvc1"));
  await expect.element(page.getByText(/This video is HEVC.*Most Compatible/).first()).toBeVisible();
  await expect.poll(() => stopped).toBe(1);
  await renderScreen(<FileUpload value={null} onChange={() => {}} />);
  await expect.poll(input).not.toBeNull();
  choose("IMG_0042.mp4", filmOf("hvc1"));
  await expect.element(page.getByRole("progressbar").first()).toBeVisible();
  expect(stopped).toBe(1);
});
