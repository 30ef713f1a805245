import { createHash, randomBytes } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { type PreviousUpload, Upload } from "tus-js-client";
import { beforeAll, expect, test } from "vitest";
import { createResumableUpload, getUploadedFile } from "#contract/files/files.ts";
import { maxUploadBytes } from "#contract/files/accepted-files.ts";
import { chooseStore } from "#contract/team/own-teams.ts";
import { storeHeader } from "#contract/team/refusals.ts";
import { uploads } from "#server/database/schema/files.ts";
import { teamMembers } from "#server/database/schema/team.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { sessionCookieOf } from "#tests/support/session-cookie.ts";
import { colleagueBrowser } from "#tests/support/team-factory.ts";
import { testApp, type TestApp } from "#tests/support/test-app.ts";
import { sweepFiles } from "./sweep-files.ts";
import { temporaryFolder } from "./temporary-files.ts";
import { beginUpload } from "./upload-rows.ts";

let app: TestApp;
let creator: { id: string };
let cookie: string;
let origin: string;
beforeAll(async () => {
  app = await testApp();
  creator = await makeCreator(app);
  cookie = await sessionCookieOf(app, creator);
  await app.app.listen({ port: 0, host: "127.0.0.1" });
  origin = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
});

const encoded = (text: string) => Buffer.from(text).toString("base64");
const metadataOf = (name: string, type: string) => `filename ${encoded(name)},filetype ${encoded(type)}`;

async function begin(length: number, headers: Record<string, string> = {}, body?: RequestInit["body"]) {
  return fetch(origin + createResumableUpload.url, {
    method: "POST",
    ...(body !== undefined && { body, duplex: "half" }),
    headers: {
      cookie,
      "tus-resumable": "1.0.0",
      "upload-length": String(length),
      "upload-metadata": metadataOf("a.pdf", "application/pdf"),
      ...headers,
    },
  });
}
const locationOf = (response: Response) => origin + response.headers.get("location");
const append = (url: string, offset: number, body: Buffer, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: "PATCH",
    body: new Uint8Array(body),
    headers: {
      cookie,
      "tus-resumable": "1.0.0",
      "upload-offset": String(offset),
      "content-type": "application/offset+octet-stream",
      ...headers,
    },
  });
const finishedFile = (id: string, as: { id: string } = creator) =>
  app.as(as).call(getUploadedFile, { params: { id } });
const idOf = (url: string) => url.split("/").at(-1)!;

test("a large upload that is broken off goes on where it stopped, and arrives with the same checksum", async () => {
  const data = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(30 * 1024 * 1024)]);
  const remembered = new Map<string, PreviousUpload>();
  const options = {
    endpoint: origin + createResumableUpload.url,
    chunkSize: 5 * 1024 * 1024,
    metadata: { filename: "big.pdf", filetype: "application/pdf" },
    headers: { cookie },
    urlStorage: {
      findAllUploads: async () => [...remembered.values()],
      findUploadsByFingerprint: async () => [...remembered.values()],
      removeUpload: async (key: string) => void remembered.delete(key),
      addUpload: async (key: string, upload: PreviousUpload) => {
        remembered.set(key, { ...upload, urlStorageKey: key });
        return key;
      },
    },
    fingerprint: async () => "big.pdf",
    retryDelays: null,
  };
  const brokenOffAt = await new Promise<number>((resolve, reject) => {
    const first = new Upload(data, {
      ...options,
      onError: reject,
      onProgress: (sent) => {
        if (sent > 12 * 1024 * 1024) void first.abort().then(() => resolve(sent));
      },
    });
    first.start();
  });
  expect(brokenOffAt).toBeLessThan(data.length);

  let resumedAt = Infinity;
  const url = await new Promise<string>((resolve, reject) => {
    const second = new Upload(data, {
      ...options,
      onError: reject,
      onProgress: (sent) => (resumedAt = Math.min(resumedAt, sent)),
      onSuccess: () => resolve(second.url!),
    });
    void second.findPreviousUploads().then(([previous]) => {
      second.resumeFromPreviousUpload(previous!);
      second.start();
    });
  });
  expect(resumedAt).toBeGreaterThan(4 * 1024 * 1024);
  const answer = await finishedFile(idOf(url));
  expect(answer).toMatchObject({
    status: 200,
    body: {
      success: true,
      fileName: "big.pdf",
      size: data.length,
      mimeType: "application/pdf",
      storagePath: idOf(url),
    },
  });
  const [row] = await app.services.db
    .select()
    .from(uploads)
    .where(eq(uploads.id, idOf(url)));
  expect(row?.sha256).toBe(createHash("sha256").update(data).digest("hex"));
  expect(await readdir(temporaryFolder(app.services.config))).toEqual([]);
});

test("another creator cannot see, write, end or read an upload, and without signing in nobody can", async () => {
  const url = locationOf(await begin(1_000));
  const stranger = { cookie: await sessionCookieOf(app, await makeCreator(app)) };
  const tus = { "tus-resumable": "1.0.0" };
  const strangers = [
    await fetch(url, { method: "HEAD", headers: { ...stranger, ...tus } }),
    await append(url, 0, Buffer.alloc(10), stranger),
    await fetch(url, { method: "DELETE", headers: { ...stranger, ...tus } }),
  ];
  expect(strangers.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect((await fetch(url, { method: "HEAD", headers: tus })).status).toBe(401);
  expect((await begin(1_000, { cookie: "" })).status).toBe(401);
  expect((await append(url, 0, Buffer.alloc(10), { "sec-fetch-site": "cross-site" })).status).toBe(403);
  expect(
    (await fetch(url, { method: "HEAD", headers: { cookie, ...tus } })).headers.get("upload-offset"),
  ).toBe("0");
});

test("an upload of one store goes on for that store alone, whatever store its browser acts for by then", async () => {
  const [first, second] = [await makeCreator(app), await makeCreator(app)];
  const { browser, person } = await colleagueBrowser(app, first, "EDITOR");
  await app.services.db.insert(teamMembers).values({ ownerId: second.id, userId: person.id, role: "EDITOR" });
  const own = {
    cookie: Object.entries(browser.cookies)
      .map((pair) => pair.join("="))
      .join("; "),
  };
  const ofPage = (store: { id: string }) => ({ ...own, [storeHeader]: store.id });
  const started = await begin(20, ofPage(first));
  expect(started.status).toBe(201);
  const url = locationOf(started);
  expect((await append(url, 0, Buffer.from("%PDF-1.7\n"), ofPage(first))).status).toBe(204);

  await browser.call(chooseStore, { body: { storeId: second.id } });
  const rest = Buffer.from("x".repeat(11));
  const stale = await append(url, 9, rest, ofPage(first));
  expect([stale.status, await stale.json()]).toMatchObject([409, { code: "STORE_CHANGED" }]);
  expect((await begin(20, ofPage(first))).status).toBe(409);
  // It is no upload of the other store, either.
  expect((await append(url, 9, rest, ofPage(second))).status).toBe(404);

  await browser.call(chooseStore, { body: { storeId: first.id } });
  expect((await append(url, 9, rest, ofPage(first))).status).toBe(204);
  expect((await finishedFile(idOf(url), first)).body).toMatchObject({ size: 20 });
  expect((await finishedFile(idOf(url), second)).status).toBe(404);
});

test("an upload is refused at its beginning for its size, its kind, or for what it leaves out", async () => {
  expect((await begin(maxUploadBytes)).status).toBe(201);
  const tooLarge = await begin(maxUploadBytes + 1);
  expect(tooLarge.status).toBe(413);
  expect(await tooLarge.json()).toMatchObject({ message: "File size must be under 1GB" });
  expect(
    (await begin(10, { "upload-metadata": metadataOf("a.exe", "application/x-msdownload") })).status,
  ).toBe(415);
  expect((await begin(10, { "upload-metadata": "filename" })).status).toBe(415);
  expect((await begin(10, { "upload-metadata": "a b c" })).status).toBe(400);
  expect((await begin(0)).status).toBe(422);
  for (const length of ["", "-1", "1e9", "99999999999999999999", "abc"])
    expect((await begin(10, { "upload-length": length })).status, length).toBe(400);
  expect((await begin(10, { "tus-resumable": "0.2.2" })).status).toBe(412);
});

test("what asks for more of the protocol than is offered is refused, and leaves nothing behind", async () => {
  const url = locationOf(await begin(20));
  const count = () => app.services.db.$count(uploads);
  const before = await count();
  const extensions: Record<string, string>[] = [
    { "upload-concat": "partial" },
    { "upload-concat": "final;/api/uploads/a /api/uploads/b" },
    { "upload-defer-length": "1" },
    { "upload-checksum": "sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=" },
    { "upload-expires": "Wed, 25 Jun 2036 16:00:00 GMT" },
    { "upload-complete": "?1", "upload-draft-interop-version": "6" },
    { "tus-version": "9.9.9" },
    { "upload-length": "007" },
    { "upload-length": "5, 5" },
    { "upload-length": "0x10" },
    { "upload-metadata": "filename %%%" },
    { "upload-metadata": "filename YQ==,filename YQ==" },
    { "tus-resumable": "1.0.0, 1.0.0" },
  ];
  for (const headers of extensions) {
    const answers = [
      await begin(10, headers),
      await append(url, 0, Buffer.from("%PDF-1.7\n"), headers),
      await fetch(url, { method: "HEAD", headers: { cookie, "tus-resumable": "1.0.0", ...headers } }),
      await fetch(url, { method: "DELETE", headers: { cookie, "tus-resumable": "1.0.0", ...headers } }),
    ];
    for (const { status } of answers) {
      expect(status, JSON.stringify(headers)).toBeGreaterThanOrEqual(400);
      expect(status, JSON.stringify(headers)).toBeLessThan(500);
    }
  }
  for (const offset of ["-1", "1.5", "x", "", "00", "9".repeat(30)])
    expect((await append(url, 0, Buffer.from("%"), { "upload-offset": offset })).status, offset).toBeLessThan(
      500,
    );
  for (const body of ["%PDF-1.7\n", new Blob(["%PDF-1.7\n"]).stream()]) {
    const withBytes = await begin(10, { "content-type": "application/offset+octet-stream" }, body);
    expect(withBytes.status).toBe(400);
    expect(await withBytes.json()).toMatchObject({ code: "TUS_NOT_OFFERED" });
  }
  expect(await count()).toBe(before);
  const state = await fetch(url, { method: "HEAD", headers: { cookie, "tus-resumable": "1.0.0" } });
  expect(state.headers.get("upload-offset")).toBe("0");
});

test("an empty body in pieces, as some proxies send it, keeps no upload from beginning", async () => {
  expect((await begin(10, {}, new Blob([]).stream())).status).toBe(201);
});

test("what several proxies say of the visitor's scheme keeps no upload from beginning", async () => {
  expect((await begin(10, { "x-forwarded-proto": "https, http" })).status).toBe(201);
});

test("what is sent past the announced length or at another offset is refused", async () => {
  const url = locationOf(await begin(20));
  expect((await append(url, 5, Buffer.alloc(5))).status).toBe(409);
  expect((await append(url, 0, Buffer.alloc(21))).status).toBeGreaterThanOrEqual(400);
  expect((await append(url, 0, Buffer.from("%PDF-1.7\n"))).headers.get("upload-offset")).toBe("9");
  expect((await finishedFile(idOf(url))).status).toBe(404);
});

test("a file that turns out to be something else is refused at its end, with the reason", async () => {
  const data = Buffer.from("<html><script>alert(1)</script>");
  const url = locationOf(await begin(data.length));
  expect((await append(url, 0, data)).status).toBe(204);
  expect(await finishedFile(idOf(url))).toMatchObject({
    status: 422,
    body: { message: "Please upload a supported file type (PDF, ZIP, DOC, XLS, IMG, VIDEO, AUDIO, TXT)" },
  });
  expect(
    (await readdir(temporaryFolder(app.services.config))).filter((name) => name.startsWith(idOf(url))),
  ).toEqual([]);
});

test("a sender whose last answer got lost learns that everything has arrived", async () => {
  const data = Buffer.from("%PDF-1.7\n%%EOF");
  const url = locationOf(await begin(data.length));
  await append(url, 0, data);
  const head = await fetch(url, { method: "HEAD", headers: { cookie, "tus-resumable": "1.0.0" } });
  expect([head.status, head.headers.get("upload-offset"), head.headers.get("upload-length")]).toEqual([
    200,
    String(data.length),
    String(data.length),
  ]);
  expect((await append(url, data.length, Buffer.alloc(1))).status).toBe(404);
  const [row] = await app.services.db
    .select()
    .from(uploads)
    .where(eq(uploads.id, idOf(url)));
  // The process ended after the file had moved and before its row said so.
  await app.services.db
    .update(uploads)
    .set({ state: "RECEIVING", storedAt: null })
    .where(eq(uploads.id, idOf(url)));
  expect(await finishedFile(idOf(url))).toMatchObject({ status: 200, body: { size: data.length } });
  expect(
    (
      await app.services.db
        .select()
        .from(uploads)
        .where(eq(uploads.id, idOf(url)))
    )[0]?.sha256,
  ).toBe(row?.sha256);
});

test("parallel requests at one offset write it once", async () => {
  const data = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(200_000)]);
  const url = locationOf(await begin(data.length));
  const answers = await Promise.all(Array.from({ length: 4 }, () => append(url, 0, data)));
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  const [row] = await app.services.db
    .select()
    .from(uploads)
    .where(eq(uploads.id, idOf(url)));
  expect(row?.sha256).toBe(createHash("sha256").update(data).digest("hex"));
});

test("an upload that is given up is gone at once", async () => {
  const url = locationOf(await begin(100));
  await append(url, 0, Buffer.from("%PDF"));
  expect((await fetch(url, { method: "DELETE", headers: { cookie, "tus-resumable": "1.0.0" } })).status).toBe(
    204,
  );
  expect((await finishedFile(idOf(url))).status).toBe(404);
  await expect(stat(join(temporaryFolder(app.services.config), idOf(url)))).rejects.toThrow("ENOENT");
});

test("a day later what nobody finished, uses or knows is swept away, and nothing else", async () => {
  const data = Buffer.from("%PDF-1.7\n%%EOF");
  const kept = locationOf(await begin(data.length));
  await append(kept, 0, data);
  const begun = await beginUpload(app.services, {
    ownerId: creator.id,
    fileName: "a.pdf",
    mimeType: "application/pdf",
    sizeBytes: 10,
    receiver: null,
  });
  await app.services.files.put(`uploads/${creator.id}/${crypto.randomUUID()}`, data, "application/pdf");
  await app.services.files.put(`images/${crypto.randomUUID()}/96.avif`, data, "image/avif");
  const stored = async () => {
    const keys: string[] = [];
    for (const prefix of ["uploads/", "images/"])
      for await (const { key } of app.services.files.list(prefix)) keys.push(key);
    return keys;
  };
  const before = (await stored()).length;
  await sweepFiles(app.services);
  expect(await stored()).toHaveLength(before);
  app.clock.advance({ hours: 25 });
  await sweepFiles(app.services);
  expect(await stored()).toHaveLength(before - 2);
  expect(await app.services.db.select().from(uploads).where(eq(uploads.id, begun.id))).toEqual([]);
  expect(await readdir(temporaryFolder(app.services.config))).toEqual([]);
  expect((await app.services.db.select().from(uploads)).every(({ state }) => state === "STORED")).toBe(true);
  expect(
    await app.services.db
      .select()
      .from(uploads)
      .where(eq(uploads.id, idOf(kept))),
  ).toHaveLength(1);
  app.clock.advance({ days: 31 });
  await sweepFiles(app.services);
  expect(await stored()).toEqual([]);
});
