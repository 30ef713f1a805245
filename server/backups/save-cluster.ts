import { createWriteStream } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { Transform, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { names } from "./backup-description.ts";
import { takeBaseBackup } from "./base-backup.ts";
import { sha256 } from "./checksums.ts";

/** Writes PostgreSQL's own copy of the embedded cluster into a backup, and adds what it wrote to `sums`. */
export async function saveCluster(url: string, folder: string, sums: Map<string, string>): Promise<void> {
  const tar = writeSummed(join(folder, names.cluster), createGzip({ level: 1 }));
  const manifest = writeSummed(join(folder, names.clusterManifest));
  try {
    await takeBaseBackup(url, { tar: tar.write, manifest: manifest.write });
    sums.set(names.cluster, await tar.end());
    sums.set(names.clusterManifest, await manifest.end());
  } catch (error) {
    tar.abandon();
    manifest.abandon();
    throw error;
  }
}

/** Writes a file, through `shrink` where it is given; `end` answers its SHA-256 once it is on the disk. */
function writeSummed(path: string, shrink?: Transform) {
  const hash = sha256();
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const file = createWriteStream(path, { flags: "wx", mode: 0o600, flush: true });
  const first: Writable = shrink ?? counted;
  const written = shrink ? pipeline(shrink, counted, file) : pipeline(counted, file);
  // Whoever writes next hears of it.
  written.catch(() => {});
  return {
    async write(chunk: Buffer): Promise<void> {
      if (first.destroyed) await written;
      if (!first.write(chunk)) await Promise.race([once(first, "drain"), written]);
    },
    async end(): Promise<string> {
      first.end();
      await written;
      return hash.digest("hex");
    },
    abandon: () => void first.destroy(),
  };
}
