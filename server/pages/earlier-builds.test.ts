import cookie from "@fastify/cookie";
import Fastify from "fastify";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { loadConfig } from "#server/config.ts";
import { HttpError } from "#server/errors.ts";
import type { FileStore } from "#server/files/file-store.ts";
import { folderStore } from "#server/files/folder-store.ts";
import { sendFailure } from "#server/http/failures.ts";
import type { Services } from "#server/services.ts";
import { assetOf, type Assets } from "./assets.ts";
import { neededNoMore, openEarlierBuilds } from "./earlier-builds.ts";
import type { WebApp } from "./render-page.ts";
import { servePages } from "./serve-pages.ts";

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function newStore(): Promise<FileStore> {
  const folder = await mkdtemp(join(tmpdir(), "builds-"));
  folders.push(folder);
  return folderStore(folder);
}

const script = (path: string, text: string): [string, ReturnType<typeof assetOf>] => [
  path,
  assetOf(path, { identity: Buffer.from(text), br: brotliCompressSync(text) }),
];

/** A process that serves a build, on the file store that it shares with those before and after it. */
async function processOf(files: FileStore, assets: Assets) {
  const log = pino({ level: "silent" });
  const clock = { now: () => new Date() };
  const pool = { query: async () => ({ rows: [] }) };
  const services = { files, log, clock, pool, secret: "0123456789", config: loadConfig({}) };
  const web: WebApp = {
    pageMode: () => "unknown",
    fetch: () => new Response("<h1>Page Not Found</h1>", { status: 404 }),
  };
  const earlier = openEarlierBuilds(services, assets);
  const app = Fastify();
  app.setErrorHandler((error, request, reply) =>
    error instanceof HttpError ? sendFailure(error, request, reply) : reply.code(500).send(),
  );
  await app.register(cookie);
  await servePages(app, services as unknown as Services, { load: async () => web, assets, earlier });
  return { app, earlier };
}

test("a page of the build before still gets its files after a deploy, compressed and for ever", async () => {
  const files = await newStore();
  const before = await processOf(files, new Map([script("/assets/late-A1b_2-.js", "export const A = 1")]));
  await before.earlier.save();
  const after = await processOf(files, new Map([script("/assets/late-B2.js", "export const B = 2")]));
  const answer = await after.app.inject({
    url: "/assets/late-A1b_2-.js",
    headers: { "accept-encoding": "br" },
  });
  expect(answer.statusCode).toBe(200);
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe("export const A = 1");
  expect(answer.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
    "content-encoding": "br",
  });
  const plain = await after.app.inject({ url: "/assets/late-A1b_2-.js" });
  expect(plain.body).toBe("export const A = 1");
});

test("while a deploy goes on, the process that still runs the old build serves the new one's files", async () => {
  const files = await newStore();
  const before = await processOf(files, new Map([script("/assets/a-1.js", "1")]));
  const after = await processOf(files, new Map([script("/assets/a-2.js", "2")]));
  await Promise.all([before.earlier.save(), after.earlier.save()]);
  expect((await before.app.inject({ url: "/assets/a-2.js" })).body).toBe("2");
});

test("a file that no build has is a plain 404 that nobody keeps, and no page", async () => {
  const { app, earlier } = await processOf(await newStore(), new Map([script("/assets/a-1.js", "1")]));
  await earlier.save();
  for (const url of ["/assets/gone.js", "/assets/gone.css", "/assets/..%2fbuilds%2fx.json", "/assets/"]) {
    const answer = await app.inject({ url });
    expect([url, answer.statusCode, answer.headers["cache-control"]]).toEqual([url, 404, "no-store"]);
    expect(answer.headers["content-type"]).toContain("application/json");
  }
});

test("a store of files that fails costs only the files of earlier builds", async () => {
  const files = await newStore();
  const broken: FileStore = {
    ...files,
    list: () => {
      throw new Error("the file store is gone");
    },
  };
  const { app } = await processOf(broken, new Map([script("/assets/a-1.js", "1")]));
  expect((await app.inject({ url: "/assets/a-1.js" })).statusCode).toBe(200);
  expect((await app.inject({ url: "/assets/a-0.js" })).statusCode).toBe(404);
});

test("the newest three builds stay, and any that was replaced less than seven days ago", () => {
  const day = (date: number) => new Date(Date.UTC(2030, 0, date));
  const builds = [1, 2, 3, 20, 21].map((date) => ({ key: `${date}`, modifiedAt: day(date) }));
  const gone = (now: Date) => neededNoMore(builds, now).map(({ key }) => key);
  expect(gone(day(21))).toEqual(["2", "1"]);
  // The build of the 3rd was in use until the 20th.
  const four = builds.filter(({ key }) => key !== "2");
  expect(neededNoMore(four, day(21)).map(({ key }) => key)).toEqual(["1"]);
  expect(neededNoMore([...builds.slice(0, 2), ...builds.slice(3)], day(24)).map(({ key }) => key)).toEqual([
    "1",
  ]);
  const many = Array.from({ length: 40 }, (_, hour) => ({
    key: `${hour}`,
    modifiedAt: new Date(Date.UTC(2030, 0, 1, hour)),
  }));
  expect(neededNoMore(many, day(3))).toHaveLength(10);
});

test("what is needed no more is removed by the next start", async () => {
  const files = await newStore();
  const times = new Map<string, Date>();
  let now = Date.UTC(2030, 0, 1);
  const dated: FileStore = {
    ...files,
    async put(key, data, type) {
      times.set(key, new Date(now));
      await files.put(key, data, type);
    },
    async *list(prefix) {
      for await (const { key } of files.list(prefix))
        yield { key, modifiedAt: times.get(key) ?? new Date(0) };
    },
  };
  for (const build of [1, 2, 3, 4, 5]) {
    const services = { files: dated, log: pino({ level: "silent" }), clock: { now: () => new Date(now) } };
    await openEarlierBuilds(services, new Map([script(`/assets/a-${build}.js`, `${build}`)])).save();
    now += 10 * 86_400_000;
  }
  const last = await processOf(dated, new Map([script("/assets/a-5.js", "5")]));
  const statuses = [];
  for (const build of [1, 2, 3, 4, 5])
    statuses.push((await last.app.inject({ url: `/assets/a-${build}.js` })).statusCode);
  expect(statuses).toEqual([404, 404, 200, 200, 200]);
});
