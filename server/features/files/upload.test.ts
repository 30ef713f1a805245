import { createHash, randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { uploadDigitalFile, type UploadedFile } from "#contract/files/files.ts";
import { uploads } from "#server/database/schema/files.ts";
import { filmOf } from "#tests/support/film-samples.ts";
import { goodFiles, multipartOf, zipOf } from "#tests/support/file-samples.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { sessionCookieOf } from "#tests/support/session-cookie.ts";
import { testApp, type TestApp } from "#tests/support/test-app.ts";
import { temporaryFolder } from "./temporary-files.ts";
import { beginUpload } from "./upload-rows.ts";

const pdf = { fileName: "guide.pdf", type: "application/pdf", data: "%PDF-1.7\n%%EOF\n" };

let app: TestApp;
let creator: { id: string };
let cookie: string;
beforeAll(async () => {
  app = await testApp();
  creator = await makeCreator(app);
  cookie = await sessionCookieOf(app, creator);
});

const rowsOf = (ownerId: string) =>
  app.services.db.select().from(uploads).where(eq(uploads.ownerId, ownerId));
const leftovers = () => readdir(temporaryFolder(app.services.config));

async function upload(parts: Parameters<typeof multipartOf>[0], headers: Record<string, string> = {}) {
  const body = multipartOf(parts);
  const response = await app.app.inject({
    method: "POST",
    url: uploadDigitalFile.url,
    payload: body.payload,
    headers: { ...body.headers, cookie, ...headers },
  });
  return {
    status: response.statusCode,
    body: response.json<UploadedFile & { message: string; code: string; fields?: Record<string, string> }>(),
  };
}

test("a file of every kind on offer is kept as it was sent, under an id that says nothing", async () => {
  for (const { name, type, data } of await goodFiles()) {
    const { status, body } = await upload([{ fileName: name, type, data }]);
    expect(status, name).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual([
      "fileName",
      "mimeType",
      "originalName",
      "size",
      "storagePath",
      "success",
    ]);
    expect(body).toMatchObject({ success: true, fileName: name, originalName: name, size: data.length });
    const row = (await rowsOf(creator.id)).find(({ id }) => id === body.storagePath);
    expect(row).toMatchObject({
      state: "STORED",
      receiver: null,
      sha256: createHash("sha256").update(data).digest("hex"),
    });
    expect(data.equals(await buffer(await app.services.files.read(row!.storageKey)))).toBe(true);
  }
  expect(await leftovers()).toEqual([]);
});

test("an MP4 that not every browser plays is kept, and its type names its format", async () => {
  for (const [format, mimeType] of [
    ["avc1", "video/mp4"],
    ["hvc1", 'video/mp4; codecs="hvc1"'],
  ] as const) {
    const file = { fileName: "IMG_0042.mp4", type: "video/mp4", data: Buffer.from(filmOf(format)) };
    const { status, body } = await upload([file]);
    expect([status, body.mimeType]).toEqual([200, mimeType]);
    const [row] = await app.services.db.select().from(uploads).where(eq(uploads.id, body.storagePath));
    expect(row?.mimeType).toBe(mimeType);
  }
});

test("nobody uploads without signing in, and no other site makes a browser do it", async () => {
  expect((await upload([pdf], { cookie: "" })).body).toMatchObject({ message: "Unauthorized" });
  expect((await upload([pdf], { "sec-fetch-site": "cross-site" })).status).toBe(403);
  expect((await upload([pdf], { origin: "https://evil.example" })).status).toBe(403);
});

test("a name cannot leave its folder, hide its ending or carry control characters", async () => {
  const names: [string, string][] = [
    ["../../../etc/passwd.pdf", "passwd.pdf"],
    ["C:\\\\Users\\\\me\\\\plan.pdf", "plan.pdf"],
    ["guide\u202efdp.pdf", "guidefdp.pdf"],
    ["a<b>c|d*.pdf", "a_b_c_d_.pdf"],
    [`${"long ".repeat(60)}.pdf`, `${"long ".repeat(60).slice(0, 146).trimEnd()}.pdf`],
    ["..pdf", "file.pdf"],
  ];
  for (const [given, shown] of names) {
    const { status, body } = await upload([{ ...pdf, fileName: given }]);
    expect(status, given).toBe(200);
    expect(body.fileName).toBe(shown);
  }
});

describe("what is refused leaves nothing behind", () => {
  const refused: [string, Parameters<typeof multipartOf>[0], number][] = [
    ["another kind of file", [{ fileName: "run.exe", type: "application/x-msdownload", data: "MZ" }], 415],
    ["content that is not what it is called", [{ ...pdf, data: "<html>" }], 415],
    [
      "an archive that swells",
      [
        {
          fileName: "a.zip",
          type: "application/zip",
          data: zipOf([{ name: "z", data: Buffer.alloc(9_000_000) }]),
        },
      ],
      422,
    ],
    ["an empty file", [{ ...pdf, data: "" }], 422],
    ["no file", [], 422],
    ["two files", [pdf, pdf], 400],
    ["a file in another field", [{ ...pdf, name: "other" }], 400],
    ["a field without a file name", [{ name: "file", data: "%PDF-1.7" }], 400],
    ["too many fields", Array.from({ length: 9 }, (_, index) => ({ name: `f${index}`, data: "x" })), 400],
  ];
  test.each(refused)("%s", async (_what, parts, status) => {
    const before = (await rowsOf(creator.id)).length;
    const answer = await upload(parts);
    expect(answer.status).toBe(status);
    if (status === 415)
      expect(answer.body.message).toBe(
        "Please upload a supported file type (PDF, ZIP, DOC, XLS, IMG, VIDEO, AUDIO, TXT)",
      );
    expect(await rowsOf(creator.id)).toHaveLength(before);
    expect(await leftovers()).toEqual([]);
  });
});

test("a body that is no multipart is refused by its type", async () => {
  for (const type of [
    "application/json",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/mixed; boundary=x",
  ]) {
    const response = await app.app.inject({
      method: "POST",
      url: uploadDigitalFile.url,
      payload: "{}",
      headers: { cookie, "content-type": type },
    });
    expect(response.statusCode, type).toBe(415);
  }
});

test("malformed bodies are refused and never end the process", async () => {
  const crashes: unknown[] = [];
  const onCrash = (error: unknown) => crashes.push(error);
  process.on("uncaughtExceptionMonitor", onCrash);
  const whole = multipartOf([pdf]).payload;
  const edge = "----edge";
  const part = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n`;
  const bodies: [string, string][] = [
    ["", edge],
    [`--${edge}`, edge],
    [`--${edge}--`, edge],
    [`--${edge}\r\n`, edge],
    [part, edge],
    [`${part}%PDF-1.7`, edge],
    [`${part}%PDF-1.7\r\n--${edge}`, edge],
    [`${part}%PDF-1.7\r\n--${edge}-`, edge],
    [part.repeat(3), edge],
    [part.replace(/\r\n/g, "\n"), edge],
    [part.replace("form-data", "attachment"), edge],
    [part.replace('name="file"', "name"), edge],
    [part.replace('filename="a.pdf"', 'filename="a\r\n.pdf"'), edge],
    [part.replace("content-disposition", "\0\0\0"), edge],
    [part.replace("content-type: application/pdf", `x: ${"y".repeat(100_000)}`), edge],
    [part.replace("content-type: application/pdf", "x: y\r\n".repeat(3_000)), edge],
    [`${"garbage ".repeat(10_000)}${part}`, edge],
    [part, ""],
    [part, "x".repeat(500)],
    [part, '"'],
  ];
  for (const [payload, boundary] of bodies) {
    const response = await app.app.inject({
      method: "POST",
      url: uploadDigitalFile.url,
      payload,
      headers: { cookie, "content-type": `multipart/form-data; boundary=${boundary}` },
    });
    expect([400, 415, 422], JSON.stringify(payload.slice(0, 60))).toContain(response.statusCode);
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 12 }),
      fc.nat(whole.length),
      async (changes, length) => {
        const payload = Buffer.from(whole.subarray(0, length));
        for (const [at, byte] of changes) if (at < length) payload[at] = byte;
        const response = await app.app.inject({
          method: "POST",
          url: uploadDigitalFile.url,
          payload,
          headers: { cookie, ...multipartOf([]).headers },
        });
        expect(response.statusCode).toBeLessThan(500);
      },
    ),
    { numRuns: 150 },
  );
  await expect
    .poll(async () => (await rowsOf(creator.id)).filter(({ state }) => state !== "STORED"))
    .toEqual([]);
  await expect.poll(leftovers).toEqual([]);
  await delay(50);
  process.off("uncaughtExceptionMonitor", onCrash);
  expect(crashes).toEqual([]);
});

test("a sender that goes away half-way leaves nothing behind", async () => {
  await app.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.app.server.address() as AddressInfo;
  const body = multipartOf([
    { ...pdf, data: Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(3_000_000)]) },
  ]);
  const request = http.request({
    port,
    path: uploadDigitalFile.url,
    method: "POST",
    headers: { ...body.headers, cookie, "content-length": body.payload.length },
  });
  request.on("error", () => {});
  request.write(body.payload.subarray(0, 2_000_000));
  await expect.poll(leftovers).toHaveLength(1);
  expect((await rowsOf(creator.id)).filter(({ state }) => state === "RECEIVING")).toHaveLength(1);
  request.destroy();
  await expect.poll(leftovers).toHaveLength(0);
  await expect
    .poll(async () => (await rowsOf(creator.id)).filter(({ state }) => state === "RECEIVING"))
    .toHaveLength(0);
});

test("two uploads run at once for one creator, and a third waits, however many ask together", async () => {
  const other = await makeCreator(app);
  const begun = await Promise.allSettled(
    Array.from({ length: 20 }, () =>
      beginUpload(app.services, {
        ownerId: other.id,
        fileName: "a.pdf",
        mimeType: "application/pdf",
        sizeBytes: 10,
        receiver: crypto.randomUUID(),
      }),
    ),
  );
  expect(begun.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  const response = await app.app.inject({
    method: "POST",
    url: uploadDigitalFile.url,
    ...mergedHeaders(multipartOf([pdf]), await sessionCookieOf(app, other)),
  });
  expect(response.statusCode).toBe(429);
  expect(response.headers["retry-after"]).toBeDefined();
});

test("what a creator keeps never passes 50 GiB, counted with what is on its way", async () => {
  const other = await makeCreator(app, { givenPlan: "PRO" });
  const gib = 1024 ** 3;
  for (let index = 0; index < 49; index++) {
    await beginUpload(app.services, {
      ownerId: other.id,
      fileName: "a.pdf",
      mimeType: "application/pdf",
      sizeBytes: gib,
      receiver: null,
    });
  }
  const last = () =>
    beginUpload(app.services, {
      ownerId: other.id,
      fileName: "a.pdf",
      mimeType: "application/pdf",
      sizeBytes: gib,
      receiver: null,
    });
  const begun = await Promise.allSettled(Array.from({ length: 10 }, last));
  expect(begun.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(last()).rejects.toMatchObject({ status: 413 });
});

const mergedHeaders = ({ payload, headers }: ReturnType<typeof multipartOf>, cookie: string) => ({
  payload,
  headers: { ...headers, cookie },
});
