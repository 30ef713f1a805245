import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { text } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uploadDigitalFile, type UploadedFile } from "#contract/files/files.ts";
import { maxUploadBytes } from "#contract/files/accepted-files.ts";
import { uploads } from "#server/database/schema/files.ts";
import { type ApiProcess, startApiProcess } from "#tests/support/api-process.ts";
import { databaseVariables } from "#tests/support/database-variables.ts";
import { multipartOf } from "#tests/support/file-samples.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { sessionCookieOf } from "#tests/support/session-cookie.ts";
import { testApp, type TestApp } from "#tests/support/test-app.ts";
import { temporaryFolder } from "./temporary-files.ts";

const mebibyte = 1024 * 1024;

let app: TestApp;
let server: ApiProcess;
let dataDir: string;
let cookie: string;
beforeAll(async () => {
  app = await testApp();
  dataDir = await mkdtemp(join(tmpdir(), "openstall-test-gibibyte-"));
  server = await startApiProcess({ ...databaseVariables(app.services.access), DATA_DIR: dataDir });
  cookie = await sessionCookieOf(app, await makeCreator(app));
});
afterAll(async () => {
  await server?.kill();
  await rm(dataDir, { recursive: true, force: true });
});

/** A document of exactly `size` bytes, never in memory at once. */
function* chunksOf(size: number) {
  const zeros = Buffer.alloc(mebibyte);
  const head = Buffer.from("%PDF-1.7\n");
  yield head;
  for (let left = size - head.length; left > 0; left -= mebibyte)
    yield zeros.subarray(0, Math.min(left, mebibyte));
}

async function send(size: number) {
  const frame = multipartOf([{ fileName: "large.pdf", type: "application/pdf", data: "" }]);
  const cut =
    frame.payload.length - `\r\n${/boundary=(.*)$/.exec(frame.headers["content-type"])![1]}`.length - 6;
  const [before, after] = [frame.payload.subarray(0, cut), frame.payload.subarray(cut)];
  const request = http.request(server.origin + uploadDigitalFile.url, {
    method: "POST",
    headers: { ...frame.headers, cookie, "content-length": before.length + size + after.length },
  });
  const answered = new Promise<http.IncomingMessage>(
    (resolve, reject) => void request.once("response", resolve).once("error", reject),
  );
  const body = function* () {
    yield before;
    yield* chunksOf(size);
    yield after;
  };
  await pipeline(Readable.from(body()), request);
  const response = await answered;
  return {
    status: response.statusCode,
    body: JSON.parse(await text(response)) as UploadedFile & { message: string },
  };
}

test("exactly 1 GiB is kept, whole, and the server's memory stays below 200 MB above idle", async () => {
  const idle = await server.memory(true);
  let peak = 0;
  const watch = setInterval(() => void server.memory().then((bytes) => (peak = Math.max(peak, bytes))), 250);
  const { status, body } = await send(maxUploadBytes);
  clearInterval(watch);
  expect(body).toMatchObject({ success: true, size: maxUploadBytes, fileName: "large.pdf" });
  expect(status).toBe(200);
  expect((peak - idle) / mebibyte).toBeLessThan(200);
  const hash = createHash("sha256");
  for (const chunk of chunksOf(maxUploadBytes)) hash.update(chunk);
  const [row] = await app.services.db.select().from(uploads).where(eq(uploads.id, body.storagePath));
  expect(row).toMatchObject({ state: "STORED", sizeBytes: maxUploadBytes, sha256: hash.digest("hex") });
});

test("one byte more is refused by its size and leaves nothing behind", async () => {
  const { status, body } = await send(maxUploadBytes + 1);
  expect(status).toBe(413);
  expect(body.message).toBe("File size must be under 1GB");
  expect(await readdir(temporaryFolder({ dataDir }))).toEqual([]);
});
