import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uploadDigitalFile, type UploadedFile } from "#contract/files/files.ts";
import { loadConfig } from "#server/config.ts";
import { auditBooks } from "#server/features/ledger/audit.ts";
import { requireLookedAfter } from "#server/database/set-back.ts";
import { openServices } from "#server/start/open-services.ts";
import { buyOrder } from "#tests/support/paid-order.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { keepFilesForBackup } from "#server/files/backup-mark.ts";
import { multipartOf } from "#tests/support/file-samples.ts";
import { sessionCookieOf } from "#tests/support/session-cookie.ts";
import { testApp, type TestApp } from "#tests/support/test-app.ts";
import { readDescription } from "./backup-description.ts";
import { checkBackup } from "./check-backup.ts";
import { makeBackup, type MadeBackup } from "./make-backup.ts";
import { removeOldBackups } from "./old-backups.ts";
import { restoreBackup } from "./restore-backup.ts";
import { restoreCluster } from "./restore-cluster.ts";
import { markRestore } from "./restore-mark.ts";

const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "openstall-test-backups-"));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

let app: TestApp;
let creator: Awaited<ReturnType<typeof makeCreator>>;
let cookie: string;
let backup: MadeBackup;
/** Orders when the backup began, and when it had ended. */
let ordersAround: [before: number, after: number];
const target = newFolder();

const pdf = (n: number) => Buffer.from(`%PDF-1.7\n% ${n} ${"x".repeat(n * 50_000)}\n%%EOF\n`);
async function upload(n: number): Promise<string> {
  const body = multipartOf([{ fileName: `${n}.pdf`, type: "application/pdf", data: pdf(n) }]);
  const answer = await app.app.inject({
    method: "POST",
    url: uploadDigitalFile.url,
    payload: body.payload,
    headers: { ...body.headers, cookie },
  });
  return answer.json<UploadedFile>().storagePath;
}
const countOrders = async (pool = app.services.pool) =>
  Number(
    (await pool.query<{ n: string }>("select count(*) as n from orders where status = 'PAID'")).rows[0]?.n,
  );

/** A shop that goes on selling, and taking files, while it is copied. */
beforeAll(async () => {
  app = await testApp({ DATABASE_URL: "", DATABASE_DIRECT_URL: "" });
  creator = await makeCreator(app);
  cookie = await sessionCookieOf(app, creator);
  const main = await makeProduct(app, { ownerId: creator.id, priceCents: 2_900 });
  await upload(1);
  await buyOrder(app, { creator, main });
  const before = await countOrders();
  let isOver = false;
  const selling = (async () => {
    for (let n = 2; !isOver; n++) {
      await Promise.all([buyOrder(app, { creator, main }), upload(1 + (n % 4))]);
    }
  })();
  backup = await makeBackup(app.services.config, target);
  isOver = true;
  await selling;
  ordersAround = [before, await countOrders()];
});

/** A command as an operator gives it. */
async function run(script: string, dataDir: string, ...args: string[]) {
  const child = spawn(process.execPath, [resolve("server/backups", script), ...args], {
    env: environmentOf(dataDir),
  });
  let words = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (words += chunk.toString()));
  const [status] = (await once(child, "close")) as [number | null];
  return { status, words };
}
const environmentOf = (dataDir: string) => ({
  PATH: process.env["PATH"],
  DATA_DIR: dataDir,
  LOG_LEVEL: "silent",
});

const configOf = (dataDir: string) => loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent" });
const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  return error instanceof Error ? error.message : "nothing was refused";
};
const damagedCopy = (damage: (folder: string) => void) => {
  const folder = join(newFolder(), "copy");
  cpSync(backup.folder, folder, { recursive: true });
  damage(folder);
  return folder;
};

test("a shop that sells while it is backed up is restored elsewhere: every rule of its books holds, and every row has its file", async () => {
  const dataDir = join(newFolder(), "elsewhere");
  const restored = await restoreBackup(configOf(dataDir), backup.folder, { overwrite: false });
  expect(restored).toMatchObject({ missingFiles: [], aside: undefined, secretDiffers: true });
  const afterRestore = () => run("../after-restore/main.ts", dataDir, `--to=${backup.description.takenAt}`);
  const open = () => openServices(configOf(dataDir), pino({ level: "silent" }));
  // A web server gives money back, as a worker pays it out, and neither knows what was moved since.
  for (const role of ["web", "worker"])
    expect(await run("../main.ts", dataDir, role)).toMatchObject({
      status: 1,
      words: expect.stringContaining(`npm run after-restore -- --to=${backup.description.takenAt}`),
    });
  const running = await open();
  expect(await afterRestore()).toMatchObject({
    status: 1,
    words: expect.stringContaining("is running on this database: stop it first"),
  });
  await expect(requireLookedAfter(running.services.pool)).rejects.toThrow("set back to an earlier moment");
  await running.close();
  // Payments that the backup has, and whose news it has not, are asked for.
  const after = await afterRestore();
  expect(after.words).toContain("Payouts to creators and affiliates wait for you.");
  expect(after.status).toBe(0);
  const { services, close } = await open();
  try {
    await requireLookedAfter(services.pool);
    expect(await auditBooks(services.pool, { provider: "sandbox" })).toEqual([]);
    const orders = await countOrders(services.pool);
    expect(orders).toBeGreaterThanOrEqual(ordersAround[0]);
    expect(orders).toBeLessThanOrEqual(ordersAround[1]);
    const { rows } = await services.pool.query<{ key: string; bytes: number }>(
      "select storage_key as key, size_bytes::float8 as bytes from uploads where state = 'STORED'",
    );
    expect(rows.length).toBeGreaterThan(1);
    for (const { key, bytes } of rows) {
      const sent = [1, 2, 3, 4].map(pdf).find(({ length }) => length === bytes);
      expect((await buffer(await services.files.read(key))).equals(sent ?? Buffer.alloc(0))).toBe(true);
    }
    expect((await run("../after-restore/main.ts", dataDir, "--list")).words).toMatch(
      /^\d+ mails\n {2}[0-9a-f-]{36} .* to \S+@\S+\n/,
    );
  } finally {
    await close();
  }
});

test("a restore that is killed when the database is in its place and the files are not is started and backed up by nobody, and done again", async () => {
  const dataDir = join(newFolder(), "elsewhere");
  mkdirSync(join(dataDir, "files"), { recursive: true });
  const begin = () => markRestore(dataDir, backup.folder);
  await restoreCluster(backup.folder, dataDir, join(dataDir, "before-restore-1"), begin);
  mkdirSync(join(dataDir, "files-being-restored-1"));
  await expect(openServices(configOf(dataDir), pino({ level: "silent" }))).rejects.toThrow("was interrupted");
  await expect(makeBackup(configOf(dataDir), newFolder())).rejects.toThrow("was interrupted");
  const again = await restoreBackup(configOf(dataDir), backup.folder, { overwrite: true });
  expect(readdirSync(again.aside ?? "").toSorted()).toEqual(["cluster", "files", "password"]);
  expect(readdirSync(dataDir).filter((name) => !name.startsWith("before-restore-"))).toEqual([
    "files",
    "postgres",
  ]);
});

test("a backup is for its account alone, and holds no secret", () => {
  const secret = readFileSync(join(app.services.config.dataDir, "secret"), "utf8").trim();
  const modes = readdirSync(backup.folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) expect(readFileSync(path).includes(secret)).toBe(false);
    return statSync(path).mode & 0o077;
  });
  expect(new Set(modes)).toEqual(new Set([0]));
  expect(statSync(backup.folder).mode & 0o077).toBe(0);
});

test("nothing that is there is overwritten without being told to, nor while it is in use", async () => {
  const occupied = newFolder();
  cpSync(join(backup.folder, "files"), join(occupied, "files"), { recursive: true });
  expect(await refusalOf(restoreBackup(configOf(occupied), backup.folder, { overwrite: false }))).toContain(
    "holds files already",
  );
  const { config } = app.services;
  expect(await refusalOf(restoreBackup(config, backup.folder, { overwrite: false }))).toContain(
    "holds a database and files already",
  );
  expect(await refusalOf(restoreBackup(config, backup.folder, { overwrite: true }))).toContain(
    "is running on",
  );
  expect(await countOrders()).toBe(ordersAround[1]);
  expect(readdirSync(config.dataDir).toSorted()).toEqual(["files", "postgres", "secret", "tmp"]);
});

test.each([
  [
    "a changed file",
    (folder: string) => writeFileSync(join(folder, firstFile(folder)), "other"),
    "is not what the backup wrote",
  ],
  ["a missing file", (folder: string) => rmSync(join(folder, firstFile(folder))), "cannot be read (ENOENT)"],
  [
    "a cut database",
    (folder: string) => truncateSync(join(folder, "database/base.tar.gz"), 9_000),
    "is not what the backup wrote",
  ],
  [
    "another list of sums",
    (folder: string) => writeFileSync(join(folder, "SHA256SUMS"), ""),
    "the backup is damaged",
  ],
  [
    "a path that leads out of it",
    (folder: string) => {
      const sums = `${readFileSync(join(folder, "SHA256SUMS"), "utf8")}${"0".repeat(64)}  files/../secret\n`;
      writeFileSync(join(folder, "SHA256SUMS"), sums);
      const sum = createHash("sha256").update(sums).digest("hex");
      change(folder, /"sumsSha256": ".*"/, `"sumsSha256": "${sum}"`);
    },
    "names files/../secret, which leads out of the backup",
  ],
  ["no end", (folder: string) => rmSync(join(folder, "backup.json")), "holds no finished backup"],
  ["a newer form", (folder: string) => change(folder, '"format": 1', '"format": 2'), "of a newer Openstall"],
  [
    "a newer database",
    (folder: string) => change(folder, '"migration": ', '"migration": 9'),
    "made by a newer Openstall",
  ],
  [
    "another PostgreSQL",
    (folder: string) => change(folder, '"major": "18"', '"major": "17"'),
    "the backup is of PostgreSQL 17",
  ],
  [
    "another machine",
    (folder: string) => change(folder, /"platform": ".*"/, '"platform": "sunos-sparc"'),
    "made on sunos-sparc",
  ],
])("a backup with %s is refused before anything is changed", async (_name, damage, words) => {
  const dataDir = join(newFolder(), "elsewhere");
  const refused = restoreBackup(configOf(dataDir), damagedCopy(damage), { overwrite: true });
  expect(await refusalOf(refused)).toContain(words);
  expect(existsSync(dataDir)).toBe(false);
});

const firstFile = (folder: string) =>
  join(
    "files",
    readdirSync(join(folder, "files"), { recursive: true, encoding: "utf8" }).find((path) =>
      statSync(join(folder, "files", path)).isFile(),
    ) ?? "",
  );
const change = (folder: string, from: string | RegExp, to: string) => {
  const path = join(folder, "backup.json");
  const text = readFileSync(path, "utf8");
  expect(text).toMatch(from);
  writeFileSync(path, text.replace(from, to));
};

test("a file is not removed while any backup is under way, and a killed one holds nothing up for long", async () => {
  const { files, config } = app.services;
  const folder = join(config.dataDir, "files");
  const key = "uploads/x/kept";
  const marks = () => readdirSync(config.dataDir).filter((name) => name.startsWith("backup-under-way"));
  expect(marks()).toEqual([]);
  await files.put(key, Buffer.from("kept"), "application/pdf");
  const [one, killed] = [await keepFilesForBackup(folder), await keepFilesForBackup(folder)];
  one.end();
  await files.remove(key);
  expect(await files.size(key)).toBe(4);
  const longAgo = new Date(Date.now() - 31_000);
  for (const mark of marks()) utimesSync(join(config.dataDir, mark), longAgo, longAgo);
  await files.remove(key);
  expect(await files.size(key)).toBeUndefined();
  (await keepFilesForBackup(folder)).end();
  expect(marks()).toEqual([]);
  killed.end();
});

test("a backup that is ended in the middle leaves nothing; what a killed one left goes with the next, and no other's", async () => {
  const { dataDir } = app.services.config;
  const to = newFolder();
  for (const [name, minutes] of [
    ["unfinished-dead", 11],
    ["unfinished-of-another", 9],
  ] as const) {
    mkdirSync(join(to, name));
    const moment = new Date(Date.now() - minutes * 60_000);
    utimesSync(join(to, name), moment, moment);
  }
  const child = spawn(process.execPath, [resolve("server/backups/backup.ts"), `--to=${to}`], {
    env: environmentOf(dataDir),
  });
  const ended = once(child, "close");
  // The dead one gone, and its own there.
  const begun = () => readdirSync(to).filter((name) => !/dead|another/.test(name)).length;
  await expect.poll(begun, { interval: 10 }).toBe(1);
  expect(readdirSync(to)).not.toContain("unfinished-dead");
  child.kill("SIGTERM");
  expect(await ended).toEqual([143, null]);
  expect(readdirSync(to)).toEqual(["unfinished-of-another"]);
});

test("only the newest finished backups are kept, and nothing else is touched", async () => {
  const folder = newFolder();
  const copies = ["openstall-20260101T000000Z", "openstall-20260102T000000Z", "openstall-20260103T000000Z"];
  for (const name of copies) cpSync(join(backup.folder, "backup.json"), join(folder, name, "backup.json"));
  for (const other of ["openstall-20250101T000000Z/half", "photos/backup.json"])
    cpSync(join(backup.folder, "backup.json"), join(folder, other));
  expect(await removeOldBackups(folder, 2)).toEqual([join(folder, "openstall-20260101T000000Z")]);
  expect(readdirSync(folder).toSorted()).toEqual([
    "openstall-20250101T000000Z",
    "openstall-20260102T000000Z",
    "openstall-20260103T000000Z",
    "photos",
  ]);
});

test("the commands say in words what they did, and what they would not do", async () => {
  const { dataDir } = app.services.config;
  const to = newFolder();
  const made = await run("backup.ts", dataDir, `--to=${to}`, "--keep=1");
  expect(made.words).toContain("is whole: the database and ");
  expect(made.status).toBe(0);
  const [name = ""] = readdirSync(to);
  expect((await readDescription(join(to, name))).migration).toBe(backup.description.migration);
  const [checked, ...refused] = await Promise.all([
    run("backup.ts", dataDir, `--check=${join(to, name)}`),
    run("backup.ts", dataDir),
    run("restore.ts", dataDir, `--from=${join(to, name)}`),
    run("restore.ts", dataDir, "--form=x"),
  ]);
  expect(checked).toMatchObject({ status: 0, words: expect.stringContaining("is whole") });
  expect(refused).toEqual(
    ["Say where the backup goes", "add --overwrite", "--from="].map((words) => ({
      status: 1,
      words: expect.stringContaining(words),
    })),
  );
  expect((await checkBackup(backup.folder)).description).toEqual(backup.description);
});
