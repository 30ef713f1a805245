import { readdir } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { updateLesson } from "#contract/courses/course-editor.ts";
import { uploadDigitalFile, type UploadedFile, uploadImage } from "#contract/files/files.ts";
import { images } from "#server/database/schema/accounts.ts";
import { lessonCaptions } from "#server/database/schema/lesson-files.ts";
import { uploads } from "#server/database/schema/files.ts";
import { makeCourse } from "#tests/support/course-factory.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { goodFiles, multipartOf } from "#tests/support/file-samples.ts";
import { hostileFiles, hostileImages, laden, smuggled } from "#tests/support/hostile-files.ts";
import { sessionCookieOf } from "#tests/support/session-cookie.ts";
import { testApp } from "#tests/support/test-app.ts";
import { storeUpload } from "./store-upload.ts";
import { temporaryFolder } from "./temporary-files.ts";

const app = await testApp();
const { db, files, config } = app.services;
const pdf = { fileName: "guide.pdf", type: "application/pdf", data: "%PDF-1.7\n%%EOF\n" };

let creator: { id: string };
let cookie: string;
beforeAll(async () => {
  creator = await makeCreator(app);
  cookie = await sessionCookieOf(app, creator);
});

async function send(url: string, part: { fileName: string; type: string; data: Buffer | string }) {
  const { payload, headers } = multipartOf([part]);
  const response = await app.app.inject({ method: "POST", url, payload, headers: { ...headers, cookie } });
  return {
    status: response.statusCode,
    body: response.json<UploadedFile & { id: string; message: string }>(),
  };
}

const storedKeys = async () => {
  const keys: string[] = [];
  for (const prefix of ["uploads/", "images/"])
    for await (const { key } of files.list(prefix)) keys.push(key);
  return keys.toSorted();
};

/** What is in the store, in the tables and among the temporary files belongs together, whatever was sent. */
async function expectNoOrphans() {
  const rows = await db.select().from(uploads);
  expect(rows.filter(({ state }) => state !== "STORED")).toEqual([]);
  const pictures = await db.select().from(images);
  const known = [
    ...rows.map(({ storageKey }) => storageKey),
    ...pictures.flatMap(({ variants }) => variants.map(({ storageKey }) => storageKey)),
  ];
  expect(await storedKeys()).toEqual(known.toSorted());
  expect(await readdir(temporaryFolder(config))).toEqual([]);
}

/** Two at a time, as many as one creator may send. */
async function each<T>(list: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...list];
  const run = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
  };
  await Promise.all([run(), run()]);
}

test("no hostile file is kept, under any name and type, and the server's memory stays as it was", async () => {
  const all = await hostileFiles();
  expect(all.length).toBeGreaterThan(60);
  // Each is examined by itself elsewhere; here it is the way there and back that counts, and a thread for each takes long.
  const hostile = all.filter((_, index) => index % 9 === 0);
  const before = process.memoryUsage().rss;
  await each(hostile, async ({ what, name, type, data }) => {
    const { status, body } = await send(uploadDigitalFile.url, { fileName: name, type, data });
    expect([415, 422], `${what}: ${body.message}`).toContain(status);
  });
  expect(await db.$count(uploads)).toBe(0);
  await expectNoOrphans();
  expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(200);
});

test("what is no picture of ours is none, whatever kind of picture it is sent as", async () => {
  const kinds = ["cover", "avatar", "poster", "post"];
  const others = await goodFiles();
  const pages = others.filter(({ type }) => !/^image\/(png|jpeg|gif|webp)$/.test(type));
  const all = [...(await hostileImages()), ...pages.map(({ name, data }) => ({ what: name, data }))];
  const before = process.memoryUsage().rss;
  for (const [index, { what, data }] of all.entries()) {
    const url = `${uploadImage.url}?kind=${kinds[index % kinds.length]}`;
    const { status, body } = await send(url, { fileName: "a.jpg", type: "image/jpeg", data });
    expect(status, `${what}: ${body.message}`).toBe(422);
  }
  expect(await db.$count(images)).toBe(0);
  await expectNoOrphans();
  expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(200);
});

test("a picture is drawn anew: what else was in it is gone", async () => {
  for (const { what, data } of await laden()) {
    const { status, body } = await send(`${uploadImage.url}?kind=avatar`, {
      fileName: "photo.jpg.html",
      type: "text/html",
      data,
    });
    expect(status, what).toBe(201);
    const [row] = await db.select().from(images).where(eq(images.id, body.id));
    for (const { storageKey } of row?.variants ?? []) {
      const bytes = await buffer(await files.read(storageKey));
      expect(bytes.includes("smuggled"), what).toBe(false);
      expect(bytes.includes("PK\u0003\u0004", 0, "latin1"), what).toBe(false);
    }
  }
  await expectNoOrphans();
});

test.each([
  ["guide.pdf.exe", 415],
  ["guide.pdf.html", 415],
  ["guide.pdf.svg", 415],
  ["guide.pdf\u0000.exe", 415],
  ["guide.pdf.", 415],
  ["guide.pdf ", 415],
  ["guide.pdf::$DATA", 415],
  ["guide.pdf%00.exe", 415],
  ["guide.pdf;.exe", 415],
  ["guide.\u202efdp.exe", 415],
  ["guide．pdf", 415],
  ["guide.pdſ", 415],
  ["pdf", 415],
  ["", 415],
  [".", 415],
  ["..", 415],
  [".htaccess", 415],
  ["desktop.ini", 415],
  ["guide.docm", 415],
  ["guide.jar", 415],
  ["guide.svgz", 415],
  ["guide.xhtml", 415],
  ["guide.phtml", 415],
  ["x.__proto__", 415],
])("the name %j is refused", async (fileName, status) => {
  const answer = await send(uploadDigitalFile.url, { ...pdf, fileName });
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  await expectNoOrphans();
});

test("an odd name of an honest file is shown without what makes it odd, and names no place in the store", async () => {
  const names: [string, string][] = [
    ["....//....//etc/passwd.pdf", "passwd.pdf"],
    ["\\\\\\\\evil.example\\\\share\\\\plan.pdf", "plan.pdf"],
    ["invoice\u202efdp.exe.pdf", "invoicefdp.exe.pdf"],
    ["guide.exe\u0000.pdf", "guide.exe.pdf"],
    ["\u2067\u200bplan\u2069.pdf", "plan.pdf"],
    ["<img src=x onerror=alert(1)>.pdf", "_img src=x onerror=alert(1)_.pdf"],
    ["=cmd|' !A1.pdf", "=cmd_' !A1.pdf"],
    [`${"a".repeat(5_000)}.pdf`, `${"a".repeat(146)}.pdf`],
    ["👩‍👩‍👧‍👦".repeat(60) + ".pdf", ""],
  ];
  await each(names, async ([given, shown]) => {
    const { status, body } = await send(uploadDigitalFile.url, { ...pdf, fileName: given });
    expect(status, given.slice(0, 50)).toBe(200);
    if (shown) expect(body.fileName).toBe(shown);
    expect(body.fileName).toMatch(/^[^/\\\p{Cc}<>]{1,150}\.pdf$/iu);
    const [row] = await db.select().from(uploads).where(eq(uploads.id, body.storagePath));
    expect(row).toMatchObject({
      storageKey: `uploads/${creator.id}/${body.storagePath}`,
      mimeType: pdf.type,
    });
  });
  await expectNoOrphans();
});

test("hostile captions are refused by their line, or kept as plain words", async () => {
  const video = await storeUpload(app.services, {
    ownerId: creator.id,
    originalName: "a.mp4",
    mimeType: "video/mp4",
    data: Buffer.from("film"),
  });
  const course = await makeCourse(app, { ownerId: creator.id, modules: [[{ videoUploadId: video.id }]] });
  const params = { productId: course.id, lessonId: course.lessons[0]!.id };
  let revision = 1;
  const save = async (captions: string) => {
    const answer = await app.as(creator).call(updateLesson, {
      params,
      body: { revision, captions: [{ language: "en", file: captions }] },
    });
    if (answer.status === 200) revision++;
    return answer;
  };
  const texts = (await hostileFiles()).filter(({ data }) => data.length > 0 && data.length < 100_000);
  const encodings = ["utf8", "latin1", "utf16le"] as const;
  for (const [index, { what, data }] of texts.entries()) {
    const encoding = encodings[index % encodings.length];
    const { status, body } = await save(data.toString(encoding).toWellFormed());
    expect(status, what).toBe(422);
    const { fields } = body as unknown as { fields: Record<string, string> };
    expect(Object.entries(fields)).toEqual([[expect.stringMatching(/^captions/), expect.any(String)]]);
  }
  const cue = (text: string) =>
    `WEBVTT\n\nSTYLE\n::cue{background:url(//evil.example)}\n\n00:01.000 --> 00:02.000\n${text}`;
  for (const text of [
    smuggled,
    `<v ${smuggled}>x`,
    `<c.${smuggled}>`,
    `{\\an8}${smuggled}`,
    `<b ${smuggled}`,
  ]) {
    expect((await save(cue(`Words ${text}`))).status).toBe(200);
    const [row] = await db.select().from(lessonCaptions).where(eq(lessonCaptions.lessonId, params.lessonId));
    expect(row?.webvtt).toMatch(/^WEBVTT\n\n00:00:01\.000 --> 00:00:02\.000\nWords [^<>]*\n$/);
    expect(row?.webvtt).not.toContain("evil");
  }
});
