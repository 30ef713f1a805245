import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isUploadExtension, uploadTypes } from "#contract/files/accepted-files.ts";
import { extensionOf } from "#contract/files/extension-of.ts";
import { goodFiles, zipOf } from "#tests/support/file-samples.ts";
import { hostileFiles } from "#tests/support/hostile-files.ts";
import { declaredType } from "./declared-type.ts";
import { examineFile } from "./examine-file.ts";
import { examineInThread } from "./examine-in-thread.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "openstall-test-examine-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function examine(name: string, data: Buffer) {
  const path = join(folder, "file");
  await writeFile(path, data);
  const extension = extensionOf(name);
  if (!isUploadExtension(extension)) throw new Error(`nothing of ${name} is accepted`);
  return examineFile(path, extension);
}

test("every kind of file on offer is accepted", async () => {
  const files = await goodFiles();
  expect([...new Set(files.map(({ name }) => extensionOf(name)))].toSorted()).toEqual(
    Object.keys(uploadTypes).toSorted(),
  );
  for (const { name, type, data } of files) {
    expect(() => declaredType(name, type), name).not.toThrow();
    expect(await examine(name, data), name).toEqual({ fits: true });
  }
});

test("content of one kind is refused under the extension of every other", async () => {
  const files = await goodFiles();
  const archives = ["docx", "xlsx", "pptx", "key", "pages", "numbers", "epub", "sketch", "procreate", "fig"];
  const texts = ["txt", "md", "csv"];
  const presets = ["json", "xmp", "cube", "lrtemplate"];
  const alike = new Set([
    ...archives.map((own) => `${own} as zip`),
    ...pairsOf(["jpg", "jpeg"]),
    ...pairsOf(["mobi", "azw3"]),
    // The programs of iWork name the parts of their documents alike.
    ...pairsOf(["key", "pages", "numbers"]),
    ...pairsOf(texts),
    ...presets.flatMap((own) => texts.map((other) => `${own} as ${other}`)),
    "pdf as ai",
    "ai as pdf",
    "eps as ai",
  ]);
  for (const { name, data } of files) {
    const own = extensionOf(name);
    for (const other of Object.keys(uploadTypes)) {
      if (own === other || alike.has(`${own} as ${other}`)) continue;
      expect(await examine(`x.${other}`, data), `${name} as .${other}`).toMatchObject({ fits: false });
    }
  }
});

const pairsOf = (kinds: string[]) =>
  kinds.flatMap((own) => kinds.filter((other) => other !== own).map((other) => `${own} as ${other}`));

test.each([
  ["page.html", "text/html"],
  ["page.html", "text/plain"],
  ["vector.svg", "image/svg+xml"],
  ["feed.xml", "text/plain"],
  ["run.exe", "application/pdf"],
  ["setup.pdf.exe", "application/pdf"],
  ["guide.pdf", "text/html"],
  ["guide.pdf", "application/octet-stream"],
  ["guide.pdf", ""],
  ["guide", "application/pdf"],
  ["guide.pdf.", "application/pdf"],
  ["notes.md", "text/html"],
  ["preset.xmp", "image/svg+xml"],
  ["book.epub", "application/zip"],
  ["macro.pptm", "application/vnd.ms-powerpoint.presentation.macroEnabled.12"],
  ["macro.docm", "application/vnd.ms-word.document.macroEnabled.12"],
  [".htaccess", "text/plain"],
  ["constructor", "text/plain"],
  ["x.__proto__", "text/plain"],
  ["x.toString", "text/plain"],
])("the name %j declared as %j is refused before a byte is read", (name, type) => {
  expect(() => declaredType(name, type)).toThrow("Please upload a supported file type");
});

test("an archive has 10,000 entries and grows to 200 times its size at most", async () => {
  const entries = (count: number) =>
    zipOf(Array.from({ length: count }, (_, index) => ({ name: `${index}` })));
  expect(await examine("a.zip", entries(10_000))).toEqual({ fits: true });
  expect(await examine("a.zip", entries(10_001))).toMatchObject({ fits: false });
  const fileBytes = zipOf([{ name: "a" }]).length;
  const growing = (claimedBytes: number) => zipOf([{ name: "a", claimedBytes }]);
  expect(await examine("a.zip", growing(fileBytes * 200))).toEqual({ fits: true });
  expect(await examine("a.zip", growing(fileBytes * 200 + 1))).toEqual({
    fits: false,
    refusal: "This archive expands to more than can be opened safely.",
  });
});

test.each(await hostileFiles())("hostile content is refused: $what", async ({ name, data }) => {
  expect(await examine(name, data)).toMatchObject({ fits: false });
});

test("random bytes and broken files of every kind are refused or accepted, and never more than that", async () => {
  const files = await goodFiles();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.array(fc.tuple(fc.nat(4000), fc.nat(255)), { maxLength: 20 }),
      async (file, changes) => {
        const data = Buffer.from(file.data);
        for (const [at, byte] of changes) data[at % data.length] = byte;
        expect(typeof (await examine(file.name, data)).fits).toBe("boolean");
      },
    ),
    { numRuns: 150 },
  );
});

test("the thread answers with the checksum, and says why a file is refused", async () => {
  const path = join(folder, "in-thread");
  await writeFile(path, "plain words\n");
  const { sha256 } = await examineInThread({ path, extension: "txt", withSha256: true });
  expect(sha256).toBe(createHash("sha256").update("plain words\n").digest("hex"));
  await writeFile(path, zipOf([{ name: "zeros", data: Buffer.alloc(30_000_000) }]));
  await expect(examineInThread({ path, extension: "zip", withSha256: false })).rejects.toMatchObject({
    status: 422,
    message: "This archive expands to more than can be opened safely.",
  });
  await expect(examineInThread({ path, extension: "pdf", withSha256: false })).rejects.toMatchObject({
    status: 415,
  });
});
