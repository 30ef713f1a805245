import { randomUUID } from "node:crypto";
import { open } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { getLesson } from "#contract/courses/courses.ts";
import { anyBuyer } from "#contract/any-buyer.ts";
import { uploads } from "#server/database/schema/files.ts";
import { storageKeyOf } from "#server/features/files/upload-rows.ts";
import { makeBoughtCourse } from "#tests/support/bought-course.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const gibibyte = 1024 ** 3;
const mebibyte = 1024 ** 2;
const app = await testApp();
await app.app.listen({ host: "127.0.0.1", port: 0 });
const { port } = app.app.server.address() as AddressInfo;
const ending = Buffer.from("the last bytes of a long video");

/** The link of a bought video of exactly 1 GiB: a hole in the disk, and then its ending. */
async function linkOfLongVideo(): Promise<string> {
  const { id: ownerId } = await makeCreator(app);
  const id = randomUUID();
  const storageKey = storageKeyOf(ownerId, id);
  const path = join(app.services.config.dataDir, `${id}.mp4`);
  const file = await open(path, "w");
  await file.truncate(gibibyte - ending.length);
  await file.write(ending, 0, ending.length, gibibyte - ending.length);
  await file.close();
  await app.services.files.putFile(storageKey, path);
  await app.services.db.insert(uploads).values({
    id,
    ownerId,
    storageKey,
    state: "STORED",
    originalName: "long.mp4",
    mimeType: "video/mp4",
    sizeBytes: gibibyte,
    sha256: "00".repeat(32),
    storedAt: app.clock.now(),
  });
  const { course, proofs } = await makeBoughtCourse(app, { ownerId, modules: [[{ videoUploadId: id }]] });
  const params = { lessonId: course.lessons[0]!.id, email: anyBuyer };
  const { body } = await app.call(getLesson, { params }, proofs.receipt);
  if (body.video?.kind !== "FILE") throw new Error("the lesson has no file to play");
  return body.video.url;
}

const ask = (path: string, range: string, agent?: http.Agent) =>
  new Promise<http.IncomingMessage>((resolve, reject) => {
    const headers = { range: `bytes=${range}` };
    http
      .get({ host: "127.0.0.1", port, path, headers, ...(agent && { agent }) }, resolve)
      .once("error", reject);
  });
const bytesOf = async (response: http.IncomingMessage) => Buffer.concat(await response.toArray());

test("seeking to the end of a 1 GiB video reads nothing before it", async () => {
  const link = await linkOfLongVideo();
  const far = gibibyte - 1_000_000;
  await bytesOf(await ask(link, "0-9"));
  const read = vi.spyOn(app.services.files, "read");
  const response = await ask(link, `${far}-`);
  expect(await new Promise((resolve) => response.once("data", resolve))).toBeDefined();
  expect(read.mock.calls.map(([, range]) => range)).toEqual([{ start: far, end: gibibyte - 1 }]);
  expect(response.statusCode).toBe(206);
  expect(response.headers["content-range"]).toBe(`bytes ${far}-${gibibyte - 1}/${gibibyte}`);
  response.destroy();
  const last = await ask(link, `-${ending.length}`);
  expect((await bytesOf(last)).equals(ending)).toBe(true);
});

test("viewers who have paused a 1 GiB video hold little of it in memory, and none once they have gone", async () => {
  const link = await linkOfLongVideo();
  const agent = new http.Agent({ maxSockets: Infinity });
  const buffered = () => process.memoryUsage().external / mebibyte;
  const before = buffered();
  const count = 40;
  // Each takes what the first packets bring, and reads no further.
  const viewers = await Promise.all(
    Array.from({ length: count }, (_, viewer) => ask(link, `${viewer * mebibyte}-`, agent)),
  );
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const held = (buffered() - before) / count;
  for (const viewer of viewers) viewer.destroy();
  agent.destroy();
  expect(new Set(viewers.map(({ statusCode }) => statusCode))).toEqual(new Set([206]));
  // A piece that is being sent and one that is read ahead, what the viewer's own side has taken, and what other tests have
  // left; reading on regardless would be tens of megabytes by now.
  expect(held).toBeLessThan(8);
  await expect.poll(() => connectionCount()).toBe(0);
  expect((await bytesOf(await ask(link, "0-9"))).length).toBe(10);
});

const connectionCount = () =>
  new Promise<number>((resolve, reject) => {
    app.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
