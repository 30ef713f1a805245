import { DataStore, ERRORS, Upload as TusUpload } from "@tus/server";
import { eq } from "drizzle-orm";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { uploads } from "#server/database/schema/files.ts";
import { HttpError, NotFound } from "#server/errors.ts";
import type { FileParts } from "#server/files/file-store.ts";
import type { Services } from "#server/services.ts";
import type { IncomingBytes } from "./incoming-bytes.ts";
import { asStorageError, makeRoom } from "./temporary-files.ts";
import { type Upload, whileAlive } from "./upload-rows.ts";
import { arrivedBytes, beginAnew, writeParts } from "./write-parts.ts";

/**
 * In the file store, as parts of the file they become: any process goes on where another stopped. `receiverOf` says who in
 * this process holds an upload's lock. The whole file comes to a disk once, to be examined; it is not sent a second time.
 */
export function bytesInParts(
  services: Services,
  parts: FileParts,
  { expiryMs, receiverOf }: { expiryMs: number; receiverOf(id: string): string | undefined },
): IncomingBytes {
  const { files } = services;
  return {
    datastore: new PartsStore(services, parts, expiryMs, receiverOf),
    arrived: async ({ arrivedParts }) => (arrivedParts ? arrivedBytes(arrivedParts) : undefined),
    async withFile(upload, work) {
      const { receiver } = upload;
      if (receiver === null) throw new Error("completing an upload that nobody is writing");
      const path = join(await makeRoom(services.config, upload.sizeBytes), `${upload.id}.${receiver}`);
      try {
        await whileAlive(services, upload.id, receiver, async () => {
          await completeParts(services, parts, upload, receiver);
          await pipeline(await files.read(upload.storageKey), createWriteStream(path, { mode: 0o600 }));
        });
        return await work(path);
      } catch (error) {
        throw asStorageError(error);
      } finally {
        await rm(path, { force: true });
      }
    },
    async forget({ arrivedParts }) {
      if (arrivedParts?.rest) await files.remove(arrivedParts.rest.key).catch(() => {});
    },
  };
}

/** May be repeated: where the parts are no more, they have become the file. */
async function completeParts(
  { db, files }: Services,
  parts: FileParts,
  { id, storageKey, sizeBytes, arrivedParts }: Upload,
  receiver: string,
): Promise<void> {
  if (!arrivedParts) throw NotFound();
  try {
    await parts.complete(storageKey, arrivedParts.upload, arrivedParts.parts);
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 404) throw error;
    if ((await files.size(storageKey)) === sizeBytes) return;
    await beginAnew(db, id, receiver);
    throw error;
  }
}

/** What tus is told, from the row of an upload; who may ask has been checked before. */
class PartsStore extends DataStore {
  readonly #services: Services;
  readonly #parts: FileParts;
  readonly #expiryMs: number;
  readonly #receiverOf: (id: string) => string | undefined;
  override extensions = ["creation", "termination", "expiration"];

  constructor(
    services: Services,
    parts: FileParts,
    expiryMs: number,
    receiverOf: (id: string) => string | undefined,
  ) {
    super();
    this.#services = services;
    this.#parts = parts;
    this.#expiryMs = expiryMs;
    this.#receiverOf = receiverOf;
  }

  override async write(stream: Readable, id: string): Promise<number> {
    const receiver = this.#receiverOf(id);
    if (receiver === undefined) throw new Error("writing an upload without its lock");
    const { db, files } = this.#services;
    return writeParts({ db, files, parts: this.#parts }, await this.#find(id), receiver, stream);
  }

  override async getUpload(id: string): Promise<TusUpload> {
    const row = await this.#find(id);
    return new TusUpload({
      id,
      size: row.sizeBytes,
      offset: arrivedBytes(row.arrivedParts),
      metadata: { filename: row.originalName, filetype: row.mimeType },
      creation_date: row.createdAt.toISOString(),
    });
  }

  override async remove(id: string): Promise<void> {
    const { storageKey, arrivedParts } = await this.#find(id);
    if (!arrivedParts) return;
    await this.#parts.abort(storageKey, arrivedParts.upload);
    if (arrivedParts.rest) await this.#services.files.remove(arrivedParts.rest.key);
  }

  override getExpiration(): number {
    return this.#expiryMs;
  }

  async #find(id: string): Promise<Upload> {
    const [row] = await this.#services.db.select().from(uploads).where(eq(uploads.id, id));
    if (row?.state !== "RECEIVING") throw ERRORS.FILE_NOT_FOUND;
    return row;
  }
}
