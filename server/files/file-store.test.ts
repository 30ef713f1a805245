import { randomBytes } from "node:crypto";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startLocalS3, type LocalS3 } from "#tests/support/local-s3.ts";
import type { FileStore } from "./file-store.ts";
import { openFileStore } from "./open-file-store.ts";
import { s3Store } from "./s3-store.ts";

let folder: string;
let s3: LocalS3;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "openstall-test-files-"));
  s3 = await startLocalS3();
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const adapters: [string, () => Promise<FileStore>][] = [
  ["a folder", () => openFileStore({ files: { adapter: "folder" }, dataDir: folder })],
  ["S3", () => openFileStore({ files: { adapter: "s3", ...s3 }, dataDir: folder })],
];

describe.each(adapters)("files in %s", (_name, open) => {
  test("a finished local file moves into the store and can be read whole and in ranges", async () => {
    const store = await open();
    const data = randomBytes(20 * 1024 * 1024 + 7);
    const path = join(folder, "finished");
    await writeFile(path, data);
    await store.putFile("uploads/a/first", path);
    await expect(stat(path)).rejects.toThrow("ENOENT");
    expect(await store.size("uploads/a/first")).toBe(data.length);
    expect(data.equals(await buffer(await store.read("uploads/a/first")))).toBe(true);
    const middle = await buffer(await store.read("uploads/a/first", { start: 17_000_000, end: 17_000_099 }));
    expect(data.subarray(17_000_000, 17_000_100).equals(middle)).toBe(true);
    const last = await buffer(
      await store.read("uploads/a/first", { start: data.length - 1, end: data.length - 1 }),
    );
    expect(data.subarray(-1).equals(last)).toBe(true);
  });

  test("an empty file is a file", async () => {
    const store = await open();
    const path = join(folder, "empty");
    await writeFile(path, "");
    await store.putFile("uploads/a/empty", path);
    expect(await store.size("uploads/a/empty")).toBe(0);
    expect(await buffer(await store.read("uploads/a/empty"))).toHaveLength(0);
  });

  test("a hundred who read slowly keep nobody else from reading", async () => {
    const store = await open();
    // More than a socket's buffers hold.
    await store.put("uploads/a/long", randomBytes(4 * 1024 * 1024), "video/mp4");
    const slow = await Promise.all(Array.from({ length: 100 }, () => store.read("uploads/a/long")));
    const last = await buffer(await store.read("uploads/a/long", { start: 0, end: 9 }));
    expect(last).toHaveLength(10);
    for (const stream of slow) stream.destroy();
  });

  test("small data is put directly, and put again replaces it", async () => {
    const store = await open();
    await store.put("images/x/96.avif", Buffer.from("one"), "image/avif");
    await store.put("images/x/96.avif", Buffer.from("another"), "image/avif");
    expect((await buffer(await store.read("images/x/96.avif"))).toString()).toBe("another");
  });

  test("a stream of any length is stored whole, or not at all", async () => {
    const store = await open();
    const data = randomBytes(37 * 1024 * 1024 + 3);
    const chunks = function* () {
      for (let at = 0; at < data.length; at += 65_536) yield data.subarray(at, at + 65_536);
    };
    expect(await store.putStream("uploads/a/stream", Readable.from(chunks()), "application/zip")).toBe(
      data.length,
    );
    expect(data.equals(await buffer(await store.read("uploads/a/stream")))).toBe(true);
    expect(await store.putStream("uploads/a/no-stream", Readable.from([]), "application/zip")).toBe(0);
    const broken = function* () {
      yield* chunks();
      throw new Error("no more");
    };
    await expect(
      store.putStream("uploads/a/broken", Readable.from(broken()), "application/zip"),
    ).rejects.toThrow("no more");
    expect(await store.size("uploads/a/broken")).toBeUndefined();
    expect((await listOf(store, "uploads/a/")).filter(({ key }) => key.includes("broken"))).toEqual([]);
  });

  test("what is not there is said so, and can be removed again and again", async () => {
    const store = await open();
    expect(await store.size("uploads/a/none")).toBeUndefined();
    await expect(store.read("uploads/a/none")).rejects.toMatchObject({ status: 404 });
    await store.put("uploads/a/soon-gone", Buffer.from("x"), "text/plain");
    await store.remove("uploads/a/soon-gone");
    await store.remove("uploads/a/soon-gone");
    expect(await store.size("uploads/a/soon-gone")).toBeUndefined();
  });

  test("a listing names everything under a prefix and nothing else, over several pages", async () => {
    const store = await open();
    const begun = Date.now();
    const keys = ["many/a", "many/b/c", "many/b/d", "many/e", "many/f"];
    for (const key of [...keys, "manyother/x"]) await store.put(key, Buffer.from(key), "text/plain");
    const listed = await listOf(store, "many/");
    expect(listed.map(({ key }) => key).toSorted()).toEqual(keys);
    for (const { modifiedAt } of listed) {
      // A file system may round to seconds.
      expect(modifiedAt.getTime()).toBeGreaterThan(begun - 2_000);
      expect(modifiedAt.getTime()).toBeLessThan(Date.now() + 2_000);
    }
    expect(await listOf(store, "nothing/")).toEqual([]);
  });

  test.each([
    "../secret",
    "/etc/passwd",
    "uploads/../x",
    "uploads//x",
    "uploads/.hidden",
    "uploads/a\\b",
    "uploads",
    "uploads/é",
  ])("the key %j is refused", async (key) => {
    const store = await open();
    await expect(store.size(key)).rejects.toThrow("Not a key");
  });
});

test("a bucket that refuses us is an outage, never a missing file", async () => {
  const store = s3Store({ ...s3, secretAccessKey: "wrong" });
  await expect(store.size("uploads/a/first")).rejects.toMatchObject({ status: 503 });
  await expect(store.put("uploads/a/first", Buffer.from("x"), "text/plain")).rejects.toMatchObject({
    status: 503,
  });
});

async function listOf(store: FileStore, prefix: string) {
  const listed: { key: string; modifiedAt: Date }[] = [];
  for await (const entry of store.list(prefix)) listed.push(entry);
  return listed;
}
