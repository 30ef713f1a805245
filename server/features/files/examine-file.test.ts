import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { extensionOf } from "#contract/accepted-files.ts";
import { compoundFileOf, goodFiles, zipOf } from "#tests/support/file-samples.ts";
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
  return examineFile(path, extensionOf(name));
}

test("every kind of file on offer is accepted", async () => {
  for (const { name, type, data } of await goodFiles()) {
    expect(() => declaredType(name, type), name).not.toThrow();
    expect(await examine(name, data), name).toEqual({ fits: true });
  }
});

test("content of one kind is refused under the extension of every other", async () => {
  const files = await goodFiles();
  // A document of Word or Excel is an archive as well, and the two endings of JPEG mean the same.
  const alike = new Set(["docx as zip", "xlsx as zip", "jpg as jpeg", "jpeg as jpg"]);
  for (const { name, data } of files) {
    const own = extensionOf(name);
    for (const other of new Set(files.map((file) => extensionOf(file.name)))) {
      if (own === other || alike.has(`${own} as ${other}`)) continue;
      expect(await examine(`x.${other}`, data), `${name} as .${other}`).toMatchObject({ fits: false });
    }
  }
});

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
  ["macro.docm", "application/vnd.ms-word.document.macroEnabled.12"],
  [".htaccess", "text/plain"],
  ["constructor", "text/plain"],
  ["x.__proto__", "text/plain"],
  ["x.toString", "text/plain"],
])("the name %j declared as %j is refused before a byte is read", (name, type) => {
  expect(() => declaredType(name, type)).toThrow("Please upload a supported file type");
});

describe("hostile content is refused", async () => {
  const files = await goodFiles();
  const good = (name: string) => files.find((file) => file.name === name)!.data;
  const hostile: [string, string, Buffer][] = [
    ["an empty file", "a.pdf", Buffer.alloc(0)],
    ["a program called a document", "a.pdf", Buffer.from("MZ\u0090\u0000\u0003", "latin1")],
    ["an ELF program called text", "a.txt", Buffer.from("\u007fELF\u0002\u0001\u0001\u0000", "latin1")],
    ["a web page called text", "a.txt", Buffer.from("  <!DOCTYPE html><script>alert(1)</script>")],
    ["a web page with a mark called text", "a.txt", Buffer.from("\uFEFF<html><body onload=alert(1)>")],
    [
      "a vector image called text",
      "a.txt",
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    ],
    ["a script tag called text", "a.txt", Buffer.from("<script>alert(1)</script>")],
    [
      "XML called text",
      "a.txt",
      Buffer.from('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'),
    ],
    ["text with a NUL", "a.txt", Buffer.from("hello\0world")],
    ["text with a NUL far in", "a.txt", Buffer.concat([Buffer.alloc(3_000_000, "a"), Buffer.from([0])])],
    [
      "a document that is an archive at its end",
      "a.pdf",
      Buffer.concat([good("guide.pdf"), good("pack.zip")]),
    ],
    [
      "a picture that is an archive at its end",
      "a.gif",
      Buffer.concat([good("moving.gif"), good("pack.zip")]),
    ],
    ["an archive that begins as a picture", "a.zip", Buffer.concat([good("moving.gif"), good("pack.zip")])],
    ["an archive that begins as a program", "a.zip", Buffer.concat([Buffer.from("MZ"), good("pack.zip")])],
    ["a picture's first bytes with a script behind", "a.gif", Buffer.from("GIF89a/*<script>*/=1;alert(1)")],
    ["a picture cut off in its header", "a.png", good("drawing.png").subarray(0, 12)],
    ["an installer called a document", "a.doc", compoundFileOf(["!_StringPool"])],
    ["an old sheet called a document", "a.doc", compoundFileOf(["Workbook"])],
    ["a compound file whose directory goes round in circles", "a.doc", circular()],
    ["a compound file that points outside itself", "a.doc", pointingOutside()],
    ["only the signature of a compound file", "a.doc", Buffer.from("d0cf11e0a1b11ae1", "hex")],
    [
      "a document with programs inside",
      "a.docx",
      zipOf([
        { name: "[Content_Types].xml" },
        { name: "word/document.xml" },
        { name: "word/vbaProject.bin" },
      ]),
    ],
    ["an archive called a document", "a.docx", zipOf([{ name: "a.txt" }])],
    ["an archive that climbs out", "a.zip", zipOf([{ name: "../../etc/cron.d/x" }])],
    ["an archive that climbs out in the middle", "a.zip", zipOf([{ name: "a/../../x" }])],
    ["an archive with an absolute path", "a.zip", zipOf([{ name: "/etc/passwd" }])],
    ["an archive with a drive letter", "a.zip", zipOf([{ name: "C:/Windows/x.dll" }])],
    ["an archive that climbs out with backslashes", "a.zip", zipOf([{ name: "..\\..\\x" }])],
    [
      "an archive with a symbolic link",
      "a.zip",
      zipOf([{ name: "link", data: Buffer.from("/etc/passwd"), attributes: 0o120777 << 16 }]),
    ],
    ["an archive with a control character in a name", "a.zip", zipOf([{ name: "a\u0000.txt" }])],
    ["an archive of zeros that swells", "a.zip", zipOf([{ name: "zeros", data: Buffer.alloc(30_000_000) }])],
    ["an archive that claims 4 GB from nothing", "a.zip", zipOf([{ name: "x", claimedBytes: 0xffff_fffe }])],
    [
      "an archive with 10,001 entries",
      "a.zip",
      zipOf(Array.from({ length: 10_001 }, (_, index) => ({ name: `${index}` }))),
    ],
    ["an archive without entries", "a.zip", zipOf([])],
    ["an archive cut off before its list", "a.zip", good("pack.zip").subarray(0, 40)],
    ["an archive whose list lies about its place", "a.zip", lyingList()],
    ["sound that is only the letters", "a.wav", Buffer.from("RIFFxxxxAVI LIST")],
    ["a film that is a picture", "a.mp4", Buffer.from("0000001c6674797061766966000000006d696631", "hex")],
  ];
  function circular() {
    const file = compoundFileOf(["x"]);
    file.writeUInt32LE(1, 516);
    return file;
  }
  function pointingOutside() {
    const file = compoundFileOf(["WordDocument"]);
    file.writeUInt32LE(0xffff_fff0, 48);
    return file;
  }
  function lyingList() {
    const zip = Buffer.from(good("pack.zip"));
    zip.writeUInt32LE(0x7fff_ffff, zip.length - 6);
    return zip;
  }

  test.each(hostile)("%s", async (_what, name, data) => {
    expect(await examine(name, data)).toMatchObject({ fits: false });
  });
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
