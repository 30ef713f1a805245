import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { mkdir, open, readFile, rename, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { type Config, ConfigError } from "#server/config.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { readMigrated } from "#server/database/migration-journal.ts";
import { keepFilesForBackup, removeAbandoned, renew } from "#server/files/backup-mark.ts";
import { derivedKey } from "#server/secrets/derived-keys.ts";
import { localSecret } from "#server/secrets/secrets.ts";
import { type BackupDescription, names } from "./backup-description.ts";
import { sha256, sha256Of, writtenSums } from "./checksums.ts";
import { copyFiles } from "./copy-files.ts";
import { dumpDatabase } from "./dump-database.ts";
import { hasCluster } from "./restore-cluster.ts";
import { requireWholeRestore } from "./restore-mark.ts";
import { saveCluster } from "./save-cluster.ts";
import { version } from "./versions.ts";

export type MadeBackup = { folder: string; description: BackupDescription };

type Shop = Pick<Config, "databaseUrl" | "databaseDirectUrl" | "dataDir" | "files" | "appSecret">;

const unfinished = "unfinished-";
/** Far above what the clocks of two machines differ by, of which each backs up into the same folder. */
const abandonedMs = 600_000;

/**
 * Writes the database and the files of a shop, which may go on selling, into a new folder in `target`, readable by this
 * account alone. Every file that a row of the copied database names is in it: files that are there are copied first, then
 * the database, then what has come since; nothing is removed meanwhile. The folder has its name only once it is whole and on
 * the disk; what a killed backup has left in `target` is removed by the next one. Throws `ConfigError` where the operator can do something about it.
 */
export async function makeBackup(shop: Shop, target: string): Promise<MadeBackup> {
  // It would look whole, and with `--keep` take the place of one that is.
  requireWholeRestore(shop.dataDir);
  if (!shop.databaseUrl && !hasCluster(shop.dataDir))
    throw new ConfigError([`there is nothing to back up: ${shop.dataDir} holds no database`]);
  await mkdir(target, { recursive: true, mode: 0o700 });
  await removeAbandoned(target, unfinished, abandonedMs);
  const embedded = shop.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: join(shop.dataDir, "postgres") });
  const partial = join(target, unfinished + randomUUID());
  const removePartial = () => rmSync(partial, { recursive: true, force: true });
  process.once("exit", removePartial);
  const renewing = renew(partial);
  try {
    await mkdir(join(partial, "database"), { recursive: true, mode: 0o700 });
    const url = directUrl(shop) ?? embedded?.url ?? "";
    const about = await readDatabase(url);
    await requireRoom(target, about.bytes);
    const sums = new Map<string, string>();
    const files = await copyShop(shop, partial, sums, () => saveDatabase(shop, embedded, partial, sums));
    const list = writtenSums(sums);
    await writeFile(join(partial, names.sums), list, { mode: 0o600, flush: true });
    const description: BackupDescription = {
      format: 1,
      openstall: version(),
      takenAt: about.now.toISOString(),
      database: embedded
        ? { kind: "embedded", major: about.major, platform: `${process.platform}-${process.arch}` }
        : { kind: "dump", major: about.major },
      migration: about.migration,
      files,
      secretMark: secretMark(shop.appSecret ?? localSecret(shop.dataDir)),
      sumsSha256: sha256().update(list).digest("hex"),
    };
    const text = `${JSON.stringify(description, null, 2)}\n`;
    await writeFile(join(partial, names.description), text, { mode: 0o600, flush: true });
    const folder = join(target, `openstall-${description.takenAt.replaceAll(/[-:]|\.\d+/g, "")}`);
    await rename(partial, folder);
    await syncFolder(target);
    return { folder, description };
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw (error as NodeJS.ErrnoException).code === "ENOSPC"
      ? new ConfigError([`${target} is full: nothing was written there`], error)
      : error;
  } finally {
    renewing.end();
    process.off("exit", removePartial);
    await embedded?.stop();
  }
}

/** Marks a secret, so that it can be known again: derived from it as every key is, it says nothing of the others. */
export const secretMark = (secret: string): string =>
  derivedKey(secret, "column key id").export().subarray(0, 6).toString("base64url");

/** The files before, and what has come by after, `saveTheDatabase`. */
async function copyShop(
  { files, dataDir }: Shop,
  partial: string,
  sums: Map<string, string>,
  saveTheDatabase: () => Promise<void>,
): Promise<BackupDescription["files"]> {
  if (files.adapter === "s3") {
    await saveTheDatabase();
    return { kind: "bucket", bucket: files.bucket };
  }
  const from = join(dataDir, names.files);
  const to = join(partial, names.files);
  const copied = new Map<string, string>();
  const kept = await keepFilesForBackup(from);
  try {
    let bytes = await copyFiles(from, to, copied);
    await saveTheDatabase();
    bytes += await copyFiles(from, to, copied);
    for (const [path, sum] of copied) sums.set(`${names.files}/${path}`, sum);
    return { kind: "folder", count: copied.size, bytes };
  } finally {
    kept.end();
  }
}

/** PostgreSQL itself: a copy is one long session, which no pooler keeps. */
const directUrl = (shop: Shop) => shop.databaseDirectUrl ?? shop.databaseUrl;

async function saveDatabase(
  shop: Shop,
  embedded: EmbeddedPostgres | undefined,
  partial: string,
  sums: Map<string, string>,
): Promise<void> {
  if (!embedded) {
    await dumpDatabase(directUrl(shop) ?? "", join(partial, names.dump));
    sums.set(names.dump, await sha256Of(join(partial, names.dump)));
    return;
  }
  await saveCluster(embedded.url, partial, sums);
  const password = await readFile(join(shop.dataDir, "postgres", "password"));
  await writeFile(join(partial, names.clusterPassword), password, { mode: 0o600, flush: true });
  sums.set(names.clusterPassword, sha256().update(password).digest("hex"));
}

type About = { major: string; migration: number; now: Date; bytes: number };

async function readDatabase(url: string): Promise<About> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {});
  await client.connect().catch((error: unknown) => {
    throw new ConfigError(["the database cannot be reached"], error);
  });
  try {
    if ((await readMigrated(client)).isEmpty)
      throw new ConfigError(["there is nothing to back up: the database is empty"]);
    const { rows } = await client.query<About>(
      `select (current_setting('server_version_num')::int / 10000)::text as major, shop_now() as now,
              pg_database_size(current_database())::float8 as bytes,
              (select max(created_at)::float8 from drizzle.__drizzle_migrations) as migration`,
    );
    const [about] = rows;
    if (!about) throw new Error("the database did not say what it is");
    return about;
  } finally {
    await client.end().catch(() => {});
  }
}

/** What is written is smaller: compressed. A disk that fills up while it is written is noticed, too. */
async function requireRoom(target: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(target);
  if (bavail * bsize >= bytes / 4) return;
  throw new ConfigError([
    `${target} has ${Math.floor((bavail * bsize) / 1_048_576)} MB left, too little for a database of ${Math.ceil(bytes / 1_048_576)} MB`,
  ]);
}

async function syncFolder(path: string): Promise<void> {
  // Windows has no such thing.
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
