import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { ConfigError } from "#server/config.ts";

/** What a backup's `backup.json` says: written last, so that a folder without one is none. */
export const BackupDescription = z.object({
  format: z.literal(1),
  openstall: z.string(),
  /** The shop's time when the copy began: what happened before it is in the backup. */
  takenAt: z.iso.datetime(),
  database: z.discriminatedUnion("kind", [
    /** PostgreSQL's own copy of the embedded cluster: for the same major version on the same kind of processor. */
    z.object({ kind: z.literal("embedded"), major: z.string(), platform: z.string() }),
    /** By `pg_dump`. */
    z.object({ kind: z.literal("dump"), major: z.string() }),
  ]),
  /** The newest migration, by when it was made (milliseconds since 1970). */
  migration: z.number(),
  files: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("folder"), count: z.number(), bytes: z.number() }),
    /** Not in the backup: the bucket keeps its own versions. */
    z.object({ kind: z.literal("bucket"), bucket: z.string() }),
  ]),
  /** Tells whether a secret is the one that the shop had, and nothing else about it. */
  secretMark: z.string(),
  /** Of the file that lists the SHA-256 of everything else. */
  sumsSha256: z.string(),
});
export type BackupDescription = z.output<typeof BackupDescription>;

export const names = {
  description: "backup.json",
  /** In the form of `sha256sum --check`. */
  sums: "SHA256SUMS",
  cluster: "database/base.tar.gz",
  clusterManifest: "database/backup_manifest",
  clusterPassword: "database/password",
  dump: "database/openstall.dump",
  files: "files",
} as const;

/** Reads what a backup is. Throws `ConfigError` where the folder holds none, or one of a newer form. */
export async function readDescription(folder: string): Promise<BackupDescription> {
  const path = join(folder, names.description);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw new ConfigError([`${folder} holds no finished backup: ${path} cannot be read`], error);
  }
  try {
    return BackupDescription.parse(JSON.parse(text));
  } catch (error) {
    throw new ConfigError([`${path} is damaged, or of a newer Openstall`], error);
  }
}
