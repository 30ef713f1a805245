import { randomBytes } from "node:crypto";
import type { Connection, Submittable } from "pg";
import pg from "pg";

/** Where PostgreSQL's own copy of a cluster goes, as it comes. A promise that it answers is waited for. */
export type BaseBackupTarget = {
  /** A piece of `base.tar`. */
  tar(chunk: Buffer): Promise<void>;
  /** A piece of its list of files, with a SHA-256 of each. */
  manifest(chunk: Buffer): Promise<void>;
};

/**
 * Has PostgreSQL copy its whole cluster while it works, with the log that brings the copy to one moment: what every
 * transaction has committed by the end of the copy is in it, and nothing of any other. `url` names a server of ours.
 */
export async function takeBaseBackup(url: string, target: BaseBackupTarget): Promise<void> {
  const client = new pg.Client({ connectionString: url, ...asReplica, application_name: "openstall backup" });
  let lost: Error | undefined;
  client.on("error", (error) => (lost = error));
  await client.connect();
  try {
    // Keeps the log that is needed, however much is written meanwhile; it goes with the connection.
    // Its own name: another backup may be under way.
    const slot = `openstall_backup_${randomBytes(6).toString("hex")}`;
    await client.query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY PHYSICAL RESERVE_WAL`);
    await client.query(new BaseBackup(target)).ended;
    if (lost) throw lost;
  } finally {
    await client.end().catch(() => {});
  }
}

/** The driver passes it on to the server; its types do not have it. */
const asReplica = { replication: "database" } as pg.ClientConfig;

const command =
  "BASE_BACKUP (LABEL 'openstall', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')";

/** One BASE_BACKUP as the driver runs it: a stream of pieces, each marked with what it is of. */
class BaseBackup implements Submittable {
  readonly ended: Promise<void>;
  #target: BaseBackupTarget;
  #part: "tar" | "manifest" = "tar";
  #writing: Promise<void> = Promise.resolve();
  #waiting = 0;
  #failure: Error | undefined;
  #end!: { resolve: () => void; reject: (error: Error) => void };

  constructor(target: BaseBackupTarget) {
    this.#target = target;
    this.ended = new Promise((resolve, reject) => (this.#end = { resolve, reject }));
  }

  submit(connection: Connection): void {
    connection.query(command);
  }

  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: Connection): void {
    const kind = String.fromCharCode(chunk[0] ?? 0);
    if (kind === "m") this.#part = "manifest";
    if (kind !== "d" || this.#failure) return;
    // The driver reads on into the same memory.
    const data = Buffer.from(chunk.subarray(1));
    const write = this.#target[this.#part];
    if (++this.#waiting > mostWaiting) stream.pause();
    this.#writing = this.#writing
      .then(() => write(data))
      .catch((error: Error) => {
        this.#failure ??= error;
        stream.destroy();
      })
      .finally(() => {
        if (--this.#waiting <= mostWaiting / 2) stream.resume();
      });
  }

  handleError(error: Error): void {
    this.#failure ??= error;
    this.#finish();
  }

  handleReadyForQuery(): void {
    this.#finish();
  }

  #finish(): void {
    void this.#writing.then(() => (this.#failure ? this.#end.reject(this.#failure) : this.#end.resolve()));
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}

/** Pieces of 64 kB that may wait for the disk. */
const mostWaiting = 64;
