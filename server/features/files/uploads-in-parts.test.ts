import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import sharp from "sharp";
import { buffer } from "node:stream/consumers";
import { createResumableUpload, getUploadedFile, uploadImage } from "#contract/files/files.ts";
import { uploads } from "#server/database/schema/files.ts";
import type { Services } from "#server/services.ts";
import { exportsOf } from "#tests/support/account-exports.ts";
import { startApiProcess } from "#tests/support/api-process.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { multipartOf } from "#tests/support/file-samples.ts";
import { type LocalS3, startLocalS3 } from "#tests/support/local-s3.ts";
import { sessionCookieOf } from "#tests/support/session-cookie.ts";
import { testApp, type TestApp } from "#tests/support/test-app.ts";
import { sweepFiles } from "./sweep-files.ts";
import { temporaryFolder } from "./temporary-files.ts";
import { claimUpload, releaseUpload } from "./upload-rows.ts";
import { writeParts } from "./write-parts.ts";

/** Parts are of so many bytes here; those of the process that is killed are as large as they really are. */
const partBytes = 80_000;
const mib = 1024 * 1024;

let s3: LocalS3;
/** Two processes in one: each with a folder of its own, on one database and one bucket. */
let apps: TestApp[];
let origins: string[];
let environment: NodeJS.ProcessEnv;
let creator: { id: string };
let cookie: string;
beforeAll(async () => {
  s3 = await startLocalS3({ minPartBytes: 50_000 });
  environment = {
    APP_SECRET: "of all processes, and longer than it has to be",
    S3_BUCKET: s3.bucket,
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  };
  const first = await testApp(environment, { between: withSmallParts });
  const { databaseUrl, databaseDirectUrl } = first.services.config;
  environment = {
    ...environment,
    DATABASE_URL: databaseUrl,
    // The second app must not get the direct address of a database of its own.
    DATABASE_DIRECT_URL: databaseDirectUrl ?? "",
  };
  apps = [first, await testApp(environment, { between: withSmallParts })];
  origins = [];
  for (const { app } of apps) {
    await app.listen({ port: 0, host: "127.0.0.1" });
    origins.push(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
  }
  return () => s3.close();
});
beforeEach(async () => {
  creator = await makeCreator(apps[0]!);
  cookie = await sessionCookieOf(apps[0]!, creator);
});

const withSmallParts = (services: Services): Services => {
  const { files } = services;
  return { ...services, files: { ...files, parts: { ...files.parts!, minimumBytes: 50_000, partBytes } } };
};

const encoded = (text: string) => Buffer.from(text).toString("base64");

/** Begins an upload at the first process; answers its path, which is the same at both. */
async function begin(length: number): Promise<string> {
  const answer = await fetch(origins[0] + createResumableUpload.url, {
    method: "POST",
    headers: {
      cookie,
      "tus-resumable": "1.0.0",
      "upload-length": String(length),
      "upload-metadata": `filename ${encoded("a.pdf")},filetype ${encoded("application/pdf")}`,
    },
  });
  expect(answer.status).toBe(201);
  return answer.headers.get("location")!;
}
const append = (
  url: string,
  offset: number,
  body: RequestInit["body"],
  headers: Record<string, string> = {},
) =>
  fetch(url, {
    method: "PATCH",
    body,
    duplex: "half",
    headers: {
      cookie,
      "tus-resumable": "1.0.0",
      "upload-offset": String(offset),
      "content-type": "application/offset+octet-stream",
      ...headers,
    },
  } as RequestInit);
const ask = (url: string, method = "HEAD", as = cookie) =>
  fetch(url, { method, headers: { cookie: as, "tus-resumable": "1.0.0" } });
async function offsetAt(url: string): Promise<number> {
  for (let tries = 0; ; tries++) {
    const answer = await ask(url);
    if (answer.status === 200) return Number(answer.headers.get("upload-offset"));
    if (tries === 20) throw new Error(`asked in vain: ${answer.status}`);
    await sleep(100);
  }
}
/** A body of these bytes that is cut off when they have gone out, by a sender that is gone. */
function brokenOff(data: Buffer): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    async pull(controller) {
      if (sent === data.length) {
        await sleep(200);
        return controller.error(new Error("gone"));
      }
      controller.enqueue(new Uint8Array(data.subarray(sent, (sent += Math.min(65_536, data.length - sent)))));
    },
  });
}
const pdf = (bytes: number) => Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(bytes - 9)]);
const idOf = (path: string) => path.split("/").at(-1)!;
const rowOf = async (path: string) =>
  (
    await apps[0]!.services.db
      .select()
      .from(uploads)
      .where(eq(uploads.id, idOf(path)))
  )[0];
const finished = (path: string, app = apps[1]!) =>
  app.as(creator).call(getUploadedFile, { params: { id: idOf(path) } });
const storedBytes = async () =>
  (
    await apps[0]!.services.pool.query<{ bytes: string }>(
      "select bytes from storage_use where owner_id = $1",
      [creator.id],
    )
  ).rows[0]?.bytes;
const left = async () => ({
  underWay: s3.underWay(),
  rests: s3.keys().filter((key) => key.startsWith("uploadrests/")),
  folders: (
    await Promise.all(apps.map(({ services }) => readdir(temporaryFolder(services.config)).catch(() => [])))
  ).flat(),
});
const nothing = { underWay: [], rests: [], folders: [] };

test("pieces that go to one process after the other, and break off in the middle, become the file that was sent", async () => {
  const data = pdf(310_007);
  const path = await begin(data.length);
  let turn = 0;
  const next = () => origins[++turn % 2] + path;
  // Whole parts, too few bytes for a part, and then a piece that breaks off.
  const pieces = [160_000, 100, 30_000];
  let offset = 0;
  for (const bytes of pieces) {
    const answer = await append(next(), offset, new Uint8Array(data.subarray(offset, offset + bytes)));
    expect([answer.status, answer.headers.get("upload-offset")]).toEqual([204, String((offset += bytes))]);
  }
  await expect(
    append(next(), offset, brokenOff(data.subarray(offset, offset + 100_000)), {
      "content-length": String(data.length - offset),
    }),
  ).rejects.toThrow();
  const kept = await offsetAt(next());
  expect(kept).toBeGreaterThan(offset);
  expect(kept).toBeLessThanOrEqual(offset + 100_000);
  const last = await append(next(), kept, new Uint8Array(data.subarray(kept)));
  expect(last.status).toBe(204);
  expect(await finished(path)).toMatchObject({ status: 200, body: { size: data.length } });
  const row = await rowOf(path);
  expect(row).toMatchObject({
    state: "STORED",
    arrivedParts: null,
    sha256: createHash("sha256").update(data).digest("hex"),
  });
  const stored = await buffer(await apps[1]!.services.files.read(row!.storageKey));
  expect(stored.equals(data)).toBe(true);
  expect(await left()).toEqual(nothing);
  expect(await storedBytes()).toBe(String(data.length));
});

test("a process serves the picture and the export that another one made, and none keeps a file in its own folder", async () => {
  const data = await sharp({ create: { width: 400, height: 400, channels: 3, background: "#e0502f" } })
    .jpeg()
    .toBuffer();
  const { payload, headers } = multipartOf([{ fileName: "a.jpg", type: "image/jpeg", data }]);
  const sent = await fetch(`${origins[0]}${uploadImage.url}?kind=avatar`, {
    method: "POST",
    body: new Uint8Array(payload),
    headers: { ...headers, cookie },
  });
  expect(sent.status).toBe(201);
  const { picture } = (await sent.json()) as { picture: { src: string } };
  const shown = await Promise.all(origins.map((origin) => fetch(origin + picture.src)));
  expect(shown.map(({ status }) => status)).toEqual([200, 200]);
  const [here, there] = await Promise.all(shown.map((answer) => answer.arrayBuffer()));
  expect(Buffer.from(there!).equals(Buffer.from(here!))).toBe(true);

  const [first, second] = [exportsOf(apps[0]!), exportsOf(apps[1]!)];
  expect((await first.ask(creator, true)).status).toBe(201);
  await apps[0]!.runJobs();
  const answer = await second.fetchFile(await second.linkTo(creator), creator);
  expect(answer.rawPayload.length).toBe((await first.look(creator)).newest?.sizeBytes);

  const kept = await Promise.all(
    apps.map(({ services }) =>
      readdir(services.config.dataDir, { recursive: true, withFileTypes: true }).catch(() => []),
    ),
  );
  expect(
    kept
      .flat()
      .filter((entry) => entry.isFile())
      .map(({ name }) => name),
  ).toEqual([]);
});

test("a process that is killed while it receives takes no byte with it that another counts", async () => {
  const data = pdf(10 * mib);
  const path = await begin(data.length);
  const folder = await mkdtemp(join(tmpdir(), "openstall-test-"));
  const doomed = await startApiProcess({ ...environment, DATA_DIR: folder });
  onTestFinished(async () => {
    await doomed.kill();
    await rm(folder, { recursive: true, force: true });
  });
  const sending = append(doomed.origin + path, 0, brokenLate(data, 9 * mib), {
    "content-length": String(data.length),
  }).catch(() => {});
  await expect.poll(async () => (await rowOf(path))?.arrivedParts?.parts.length).toBe(1);
  await doomed.kill();
  await sending;
  // Nobody can know that it is gone until it has said nothing for a minute.
  apps[1]!.clock.advance({ seconds: 61 });
  const kept = await offsetAt(origins[1] + path);
  expect(kept).toBe(8 * mib);
  expect((await append(origins[1] + path, kept, new Uint8Array(data.subarray(kept)))).status).toBe(204);
  expect((await rowOf(path))?.sha256).toBe(createHash("sha256").update(data).digest("hex"));
  expect(await left()).toMatchObject({ underWay: [], rests: [] });
});

/** Sends the first `bytes`, and then nothing more for as long as anybody waits. */
function brokenLate(data: Buffer, bytes: number): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    async pull(controller) {
      if (sent === bytes) return new Promise(() => {});
      controller.enqueue(new Uint8Array(data.subarray(sent, (sent += Math.min(65_536, bytes - sent)))));
    },
  });
}

test("a writer that was given up and comes back changes nothing of what its successor wrote", async () => {
  const { services } = apps[0]!;
  const data = pdf(180_000);
  const path = await begin(data.length);
  const id = idOf(path);
  const { files } = withSmallParts(services);
  const store = { db: services.db, files, parts: files.parts! };
  const [slow, quick] = [crypto.randomUUID(), crypto.randomUUID()];
  const held = Promise.withResolvers<void>();
  const first = await claimUpload(services, id, slow);
  async function* slowly() {
    yield data.subarray(0, partBytes);
    await held.promise;
    yield data.subarray(partBytes, 170_000);
  }
  const late = writeParts(store, first!, slow, slowly());
  await expect.poll(async () => (await rowOf(path))?.arrivedParts?.parts.length).toBe(1);
  apps[0]!.clock.advance({ seconds: 61 });
  const second = await claimUpload(services, id, quick);
  async function* quickly() {
    yield data.subarray(partBytes);
  }
  expect(await writeParts(store, second!, quick, quickly())).toBe(data.length);
  held.resolve();
  await expect(late).rejects.toMatchObject({ status_code: 409 });
  apps[1]!.clock.advance({ seconds: 122 });
  expect(await finished(path)).toMatchObject({ status: 200 });
  expect((await rowOf(path))?.sha256).toBe(createHash("sha256").update(data).digest("hex"));
});

/** Writes an upload's next bytes as its one writer, past HTTP. */
async function writeDirectly(path: string, stream: AsyncIterable<Buffer>): Promise<number> {
  const { services } = apps[0]!;
  const { db, files } = withSmallParts(services);
  const receiver = crypto.randomUUID();
  const upload = await claimUpload(services, idOf(path), receiver);
  try {
    return await writeParts({ db, files, parts: files.parts! }, upload!, receiver, stream);
  } finally {
    await releaseUpload(services, idOf(path), receiver);
  }
}

test("whatever had come when a connection broke is kept, also what is too little for a part", async () => {
  const path = await begin(200_000);
  async function* breaking() {
    yield pdf(100_000);
    throw new Error("the sender is gone");
  }
  await expect(writeDirectly(path, breaking())).rejects.toThrow("the sender is gone");
  expect(await offsetAt(origins[1] + path)).toBe(100_000);
  expect((await ask(origins[0] + path, "DELETE")).status).toBe(204);
});

test("what turns out to be something else is refused at its end by any process, and is nowhere after it", async () => {
  const data = Buffer.from("<html><script>alert(1)</script>");
  const path = await begin(data.length);
  await append(origins[0] + path, 0, data.subarray(0, 9).toString());
  expect((await append(origins[1] + path, 9, data.subarray(9).toString())).status).toBe(204);
  expect(await finished(path)).toMatchObject({ status: 422 });
  expect(s3.keys().filter((key) => key.includes(idOf(path)))).toEqual([]);
  expect(await left()).toEqual(nothing);
  expect(await storedBytes()).toBe("0");
});

test("an upload that is given up is gone at once, and another creator never sees it", async () => {
  const path = await begin(120_000);
  expect((await append(origins[0] + path, 0, new Uint8Array(pdf(90_000)))).status).toBe(204);
  const stranger = await sessionCookieOf(apps[0]!, await makeCreator(apps[0]!));
  expect((await ask(origins[1] + path, "HEAD", stranger)).status).toBe(404);
  expect((await ask(origins[1] + path, "DELETE", stranger)).status).toBe(404);
  expect(await left()).toMatchObject({ underWay: [expect.stringContaining(idOf(path))] });
  expect((await ask(origins[1] + path, "DELETE")).status).toBe(204);
  expect(await left()).toEqual(nothing);
  expect(await storedBytes()).toBe("0");
});

test("what the store has ended by itself is sent again from the beginning, never taken for complete", async () => {
  const data = pdf(120_000);
  const path = await begin(data.length);
  expect((await append(origins[0] + path, 0, new Uint8Array(data.subarray(0, 90_000)))).status).toBe(204);
  s3.abortAll();
  expect((await append(origins[1] + path, 90_000, new Uint8Array(data.subarray(90_000)))).status).toBe(409);
  expect(await offsetAt(origins[0] + path)).toBe(0);
  expect((await append(origins[0] + path, 0, new Uint8Array(data))).status).toBe(204);
  expect(await finished(path)).toMatchObject({ status: 200, body: { size: data.length } });
});

test("what the store has ended just before it was complete is sent again, too", async () => {
  const data = pdf(120_000);
  const path = await begin(data.length);
  async function* whole() {
    yield data;
  }
  expect(await writeDirectly(path, whole())).toBe(data.length);
  s3.abortAll();
  expect((await finished(path)).status).toBe(404);
  expect(await offsetAt(origins[0] + path)).toBe(0);
  expect((await append(origins[0] + path, 0, new Uint8Array(data))).status).toBe(204);
  expect(await finished(path)).toMatchObject({ status: 200, body: { size: data.length } });
});

test("a day later the parts of what nobody finished are ended, and those of others stay", async () => {
  const abandoned = await begin(200_000);
  await append(origins[0] + abandoned, 0, new Uint8Array(pdf(90_000)));
  const { services, clock } = apps[0]!;
  // What a process had begun that was killed before its row said so.
  await services.files.parts!.begin(`uploads/${creator.id}/${crypto.randomUUID()}`, "application/pdf");
  await sweepFiles(services);
  expect(s3.underWay()).toHaveLength(2);
  clock.advance({ hours: 25 });
  const fresh = await begin(200_000);
  await append(origins[0] + fresh, 0, new Uint8Array(pdf(100)));
  await sweepFiles(services);
  expect(await rowOf(abandoned)).toBeUndefined();
  expect(s3.underWay()).toEqual([expect.stringContaining(idOf(fresh))]);
  expect((await left()).rests).toEqual([expect.stringContaining(idOf(fresh))]);
});
