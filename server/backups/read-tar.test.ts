import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { readTar } from "./read-tar.ts";

const block = 512;

/** One entry as programs write it: a head, the content, and what fills the last block. */
function entry(path: string, content = "", { type = "0", size = "" } = {}): Buffer {
  const head = Buffer.alloc(block);
  head.write(path, 0);
  head.write("0000600\0", 100);
  head.write(size || `${content.length.toString(8).padStart(11, "0")}\0`, 124);
  head.write(" ".repeat(8), 148);
  head.write(type, 156);
  head.write("ustar\0", 257);
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  const body = Buffer.alloc(Math.ceil(content.length / block) * block);
  body.write(content);
  return Buffer.concat([head, body]);
}
const end = Buffer.alloc(2 * block);

/** What an archive has, by path; cut into pieces of an odd length, as they come over a wire. */
async function read(...parts: Buffer[]): Promise<Record<string, string>> {
  const archive = Buffer.concat(parts);
  const pieces = Array.from({ length: Math.ceil(archive.length / 77) }, (_, n) =>
    archive.subarray(n * 77, n * 77 + 77),
  );
  const found: Record<string, string> = {};
  await readTar(Readable.from(pieces), async ({ path, isFolder }) => {
    found[path] = isFolder ? "a folder" : "";
    if (isFolder) return undefined;
    return async (chunk) => void (found[path] += chunk.toString());
  });
  return found;
}

test("files and folders are read, of any length", async () => {
  const long = "x".repeat(3 * block);
  expect(
    await read(
      entry("global/", "", { type: "5" }),
      entry("global/pg_control", "control"),
      entry("./PG_VERSION", "18\n"),
      entry("empty"),
      entry("base", long),
      end,
    ),
  ).toEqual({
    global: "a folder",
    "global/pg_control": "control",
    PG_VERSION: "18\n",
    empty: "",
    base: long,
  });
});

test.each([
  ["a path that climbs", [entry("base/../../etc/passwd", "x"), end], "leads out of it"],
  ["a path from the root", [entry("/etc/passwd", "x"), end], "leads out of it"],
  ["a path of Windows", [entry("..\\secret", "x"), end], "leads out of it"],
  ["a folder that climbs", [entry("../", "", { type: "5" }), end], "leads out of it"],
  ["a symbolic link", [entry("base", "", { type: "2" }), end], "no file and no folder"],
  ["a hard link", [entry("base", "", { type: "1" }), end], "no file and no folder"],
  ["a device", [entry("base", "", { type: "3" }), end], "no file and no folder"],
  ["a size that is none", [entry("base", "", { size: "zzzzzzzzzzz\0" }), end], "of no size"],
  ["a size without end", [entry("base", "", { size: "\x7f".repeat(12) }), end], "of no size"],
  ["more than it says", [entry("base", "", { size: "77777777777\0" }), end], "ends within base"],
  ["a changed head", [Buffer.from(entry("base")).fill("y", 0, 1), end], "a damaged entry"],
  ["a cut head", [entry("base").subarray(0, 300)], "ends too early"],
  ["a cut content", [entry("base", "content").subarray(0, block + 3)], "ends within base"],
  ["no end", [entry("base", "content")], "ends too early"],
])("an archive with %s is refused", async (_what, parts, words) => {
  await expect(read(...parts)).rejects.toThrow(words);
});
