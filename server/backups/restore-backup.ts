import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { type Config, ConfigError } from "#server/config.ts";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { markSetBack } from "#server/database/set-back.ts";
import { type BackupDescription, names, readDescription } from "./backup-description.ts";
import { checkBackup, requireReadable } from "./check-backup.ts";
import type { Sums } from "./checksums.ts";
import { copyWithSum } from "./copy-files.ts";
import { restoreDump } from "./dump-database.ts";
import { secretMark } from "./make-backup.ts";
import { hasCluster, moveAside, requireStopped, restoreCluster } from "./restore-cluster.ts";
import { markRestore } from "./restore-mark.ts";

type Shop = Pick<Config, "databaseUrl" | "dataDir" | "files" | "appSecret">;

export type Restored = {
  description: BackupDescription;
  /** Where what stood in the way is now. */
  aside: string | undefined;
  /** Rows that name a file which is not in the backup, by its key. */
  missingFiles: string[];
  /** The secret here is not the one that the backup's shop had: connected accounts and links in mails do not work. */
  secretDiffers: boolean;
  /** Of the database, which somebody may look into now. */
  url: string;
};

/**
 * Puts a backup in the place of a shop that does not run: all is checked before anything is changed. Refuses where a database
 * or files are there already, unless `overwrite`: then those are moved aside, never deleted. A database that DATABASE_URL names
 * has to be empty. Throws `ConfigError` with what the operator can do.
 */
export async function restoreBackup(
  shop: Shop,
  backup: string,
  { overwrite }: { overwrite: boolean },
): Promise<Restored> {
  const description = await readDescription(backup);
  requireReadable(description);
  requireSameKinds(shop, description);
  const aside = join(shop.dataDir, `before-restore-${process.pid}-${performance.timeOrigin.toFixed(0)}`);
  const { dataDir, databaseUrl } = shop;
  if (!overwrite) requireNothingThere(shop, description);
  if (databaseUrl) await requireEmptyDatabase(databaseUrl);
  else if (hasCluster(dataDir)) await requireStopped(dataDir);
  // Takes long, so after all that may refuse at once.
  const { sums } = await checkBackup(backup);
  const mark = await putInPlace(shop, backup, { description, sums, aside });
  const found = await lookInto(shop, description, sums);
  await mark.end();
  return {
    description,
    aside: existsSync(aside) ? aside : undefined,
    secretDiffers: secretMark(shop.appSecret ?? readSecret(dataDir)) !== description.secretMark,
    ...found,
  };
}

type Found = { description: BackupDescription; sums: Sums; aside: string };

/** All that takes long is done aside; then files and database change places under a mark that no start passes by: it is answered. */
async function putInPlace(shop: Shop, backup: string, { description, sums, aside }: Found) {
  const { dataDir, databaseUrl } = shop;
  await mkdir(dataDir, { recursive: true });
  const files = await copyFilesAside(backup, shop, description, sums);
  try {
    const begin = () => markRestore(dataDir, backup);
    const mark = databaseUrl
      ? await fillDatabase(databaseUrl, join(backup, names.dump), begin)
      : await restoreCluster(backup, dataDir, aside, begin);
    await files.place(aside);
    return mark;
  } catch (error) {
    await files.abandon();
    throw (error as NodeJS.ErrnoException).code === "ENOSPC"
      ? new ConfigError([`${dataDir} has too little room for this backup`], error)
      : error;
  }
}

/** What `pg_restore` does is there whole or not at all. */
async function fillDatabase(url: string, dump: string, begin: () => ReturnType<typeof markRestore>) {
  const mark = await begin();
  try {
    await restoreDump(url, dump);
    return mark;
  } catch (error) {
    await mark.end();
    throw error;
  }
}

function requireSameKinds({ databaseUrl, files }: Shop, { database, files: saved }: BackupDescription): void {
  const problems: string[] = [];
  if (database.kind === "embedded" && databaseUrl)
    problems.push("the backup is of an embedded database, and DATABASE_URL names another: unset it");
  if (database.kind === "dump" && !databaseUrl)
    problems.push("the backup was made of the database in DATABASE_URL: name an empty one there");
  if (saved.kind === "folder" && files.adapter === "s3")
    problems.push(
      `the backup holds the files of a folder, and S3_BUCKET is set: unset it, or bring ${names.files}/ of the backup into the bucket and restore with the database alone`,
    );
  if (problems.length > 0) throw new ConfigError(problems);
}

function requireNothingThere({ databaseUrl, dataDir }: Shop, { files }: BackupDescription): void {
  const there = [
    ...(!databaseUrl && hasCluster(dataDir) ? ["a database"] : []),
    ...(files.kind === "folder" && hasFiles(dataDir) ? ["files"] : []),
  ];
  if (there.length > 0)
    throw new ConfigError([
      `${dataDir} holds ${there.join(" and ")} already. Name an empty folder in DATA_DIR, or add --overwrite: what is there is moved aside`,
    ]);
}

const hasFiles = (dataDir: string) => {
  const folder = join(dataDir, names.files);
  return existsSync(folder) && readdirSync(folder).length > 0;
};

async function requireEmptyDatabase(url: string): Promise<void> {
  const [found] = await query<{ count: number }>(
    url,
    `select count(*)::int as count from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')`,
  );
  if (found?.count)
    throw new ConfigError([
      `the database that DATABASE_URL names has ${found.count} tables: make an empty one beside it, and name that`,
    ]);
}

/** Copies the files aside; `place` puts them where the shop looks for them. */
async function copyFilesAside(backup: string, { dataDir }: Shop, { files }: BackupDescription, sums: Sums) {
  if (files.kind !== "folder") return { place: async () => {}, abandon: async () => {} };
  // Of a restore that was killed.
  for (const name of await readdir(dataDir))
    if (name.startsWith(beingRestored)) await rm(join(dataDir, name), { recursive: true, force: true });
  const partial = join(dataDir, `${beingRestored}${process.pid}`);
  const abandon = () => rm(partial, { recursive: true, force: true });
  try {
    await mkdir(partial, { mode: 0o700 });
    for (const [path, sum] of filesOf(sums)) {
      const copied = await copyWithSum(join(backup, names.files, path), join(partial, path));
      if (copied.sum !== sum) throw new ConfigError([`${path} changed while it was read`]);
    }
  } catch (error) {
    await abandon();
    throw error;
  }
  return {
    abandon,
    async place(aside: string) {
      const target = join(dataDir, names.files);
      await moveAside(target, aside, names.files);
      await rename(partial, target);
    },
  };
}

const beingRestored = "files-being-restored-";

const filesOf = (sums: Sums): [path: string, sum: string][] =>
  [...sums].flatMap(([path, sum]) =>
    path.startsWith(`${names.files}/`) ? [[path.slice(names.files.length + 1), sum]] : [],
  );

/**
 * Starts the database once, which brings it to the backup's moment; has it say that it was set back, and compares its rows with
 * the files.
 */
async function lookInto(
  { databaseUrl, dataDir }: Shop,
  { files, takenAt }: BackupDescription,
  sums: Sums,
): Promise<Pick<Restored, "missingFiles" | "url">> {
  const embedded = databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: join(dataDir, "postgres") });
  try {
    const url = databaseUrl ?? embedded?.url ?? "";
    await connected(url, (client) => markSetBack(client, new Date(takenAt)));
    if (files.kind !== "folder") return { missingFiles: [], url };
    const named = await query<{ key: string; sum: string | null }>(
      url,
      `select storage_key as key, sha256 as sum from uploads where state = 'STORED'
       union all
       select variant ->> 'storageKey', null from images cross join jsonb_array_elements(variants) variant`,
    );
    const found = new Map(filesOf(sums));
    const isThere = ({ key, sum }: { key: string; sum: string | null }) =>
      found.has(key) && (sum === null || found.get(key) === sum);
    return { missingFiles: named.filter((row) => !isThere(row)).map(({ key }) => key), url };
  } finally {
    await embedded?.stop();
  }
}

const query = <Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> =>
  connected(url, async (client) => (await client.query<Row>(sql)).rows);

async function connected<T>(url: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {});
  await client.connect().catch((error: unknown) => {
    throw new ConfigError(["the database cannot be reached"], error);
  });
  try {
    return await act(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Empty where there is none yet; the first start would make a new one. */
function readSecret(dataDir: string): string {
  try {
    return readFileSync(join(dataDir, "secret"), "utf8").trim();
  } catch {
    return "";
  }
}
