import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import { ConfigError } from "#server/config.ts";
import { listMigrations } from "#server/database/migration-journal.ts";
import { type BackupDescription, names, readDescription } from "./backup-description.ts";
import { checkSums, readSums, sha256, type Sums } from "./checksums.ts";
import { checkDump } from "./dump-database.ts";
import { readTar, type TarVisitor } from "./read-tar.ts";
import { embeddedMajor } from "./versions.ts";

/** PostgreSQL's own list of what its copy has. */
const ClusterManifest = z.object({
  Files: z.array(
    z.object({
      Path: z.string(),
      Size: z.number(),
      "Checksum-Algorithm": z.literal("SHA256"),
      Checksum: z.string(),
    }),
  ),
});

/**
 * Reads a backup to its last byte, and the database in it as a restore would: everything is there, and is what was written.
 * Throws `ConfigError` with what is wrong.
 */
export async function checkBackup(folder: string): Promise<{ description: BackupDescription; sums: Sums }> {
  const description = await readDescription(folder);
  const sums = await readSums(folder, description);
  await checkSums(folder, sums);
  if (description.database.kind === "dump") await checkDump(join(folder, names.dump));
  else await readCluster(folder, async () => undefined);
  return { description, sums };
}

/** Refuses what this Openstall cannot read: a database of a newer one, or of another PostgreSQL or kind of machine. */
export function requireReadable({ database, migration, openstall }: BackupDescription): void {
  const problems: string[] = [];
  if (migration > Math.max(...listMigrations().map(({ when }) => when)))
    problems.push(
      `the backup was made by a newer Openstall (${openstall}): restore it with that one, or a newer one`,
    );
  if (database.kind === "embedded") {
    const here = `${process.platform}-${process.arch}`;
    if (database.major !== embeddedMajor())
      problems.push(
        `the backup is of PostgreSQL ${database.major}, and PostgreSQL ${embeddedMajor()} is installed: restore it with the Openstall that made it (${openstall})`,
      );
    if (database.platform !== here)
      problems.push(
        `the backup was made on ${database.platform}, and this is ${here}: restore it on such a machine`,
      );
  }
  if (problems.length > 0) throw new ConfigError(problems);
}

/**
 * Goes through the cluster in a backup, and compares each file with PostgreSQL's own list. Throws `ConfigError` where one is
 * missing or differs; by then `visit` may have written others.
 */
export async function readCluster(folder: string, visit: TarVisitor): Promise<void> {
  const manifest = ClusterManifest.parse(
    JSON.parse(await readFile(join(folder, names.clusterManifest), "utf8")),
  );
  const expected = new Map(manifest.Files.map((file) => [file.Path, file]));
  const problems: string[] = [];
  const archive = createGunzip();
  // Ends the reading below with the error, where there is one.
  pipeline(createReadStream(join(folder, names.cluster)), archive, () => {});
  await readTar(archive, async (entry) => {
    const write = await visit(entry);
    const listed = expected.get(entry.path);
    if (entry.isFolder || !listed) return write;
    expected.delete(entry.path);
    const hash = sha256();
    let left = entry.bytes;
    if (left !== listed.Size) problems.push(`${entry.path} has another size than PostgreSQL wrote`);
    return async (chunk) => {
      hash.update(chunk);
      left -= chunk.length;
      if (left === 0 && hash.digest("hex") !== listed.Checksum)
        problems.push(`${entry.path} is not what PostgreSQL wrote`);
      await write?.(chunk);
    };
  }).catch((error: unknown) => {
    // A disk that is full, or that cannot be read, says nothing about the backup.
    if (!(error instanceof Error) || "syscall" in error) throw error;
    problems.push(error.message);
  });
  for (const { Path } of expected.values()) problems.push(`${Path} is missing`);
  if (problems.length > 0)
    throw new ConfigError([`the database in ${folder} is damaged`, ...problems.slice(0, 20)]);
}
