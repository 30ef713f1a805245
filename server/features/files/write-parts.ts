import { ERRORS } from "@tus/server";
import { and, eq } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { Db } from "#server/database/client.ts";
import { type ArrivedParts, uploads } from "#server/database/schema/files.ts";
import { HttpError } from "#server/errors.ts";
import type { FileParts, FileStore } from "#server/files/file-store.ts";
import type { Upload } from "./upload-rows.ts";

/** Bytes that are too few for a part wait as files of their own: `uploadrests/<upload's id>/…`. */
export const restPrefix = "uploadrests/";

export const arrivedBytes = (arrived: ArrivedParts | null): number =>
  bytesOfParts(arrived) + (arrived?.rest?.bytes ?? 0);

const bytesOfParts = (arrived: ArrivedParts | null) =>
  (arrived?.parts ?? []).reduce((sum, { bytes }) => sum + bytes, 0);

type Store = { db: Db; files: FileStore; parts: FileParts };

/**
 * Writes what comes in `stream` behind what has arrived of an upload, and answers how many bytes have arrived. Each part is
 * in the upload's row before the next is begun, so a process that dies takes nothing with it that was counted; where the
 * stream breaks off, what came by then is kept. `receiver` is the upload's one writer. One that was given up as dead
 * changes nothing any more: each part has a number of its own, and the row is another's.
 * Throws what tus answers; where the store no longer has the parts, the upload begins anew.
 */
export async function writeParts(
  store: Store,
  upload: Upload,
  receiver: string,
  stream: AsyncIterable<Buffer>,
): Promise<number> {
  const writer = new PartWriter(store, upload, receiver);
  try {
    await writer.readRest();
    let brokenBy: unknown;
    for await (const chunk of untilBroken(stream, (error) => (brokenBy = error))) await writer.take(chunk);
    await writer.keepEnd();
    if (brokenBy !== undefined) throw brokenBy;
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 404) throw error;
    await beginAnew(store.db, upload.id, receiver);
    throw ERRORS.INVALID_OFFSET;
  }
  return writer.arrivedBytes;
}

/** The store has ended an upload in parts by itself, as it may after days: none of its bytes count. */
export async function beginAnew(db: Db, id: string, receiver: string): Promise<void> {
  await db
    .update(uploads)
    .set({ arrivedParts: null, sha256: null })
    .where(and(eq(uploads.id, id), eq(uploads.receiver, receiver)));
}

class PartWriter {
  readonly #store: Store;
  readonly #upload: Upload;
  readonly #receiver: string;
  #arrived: ArrivedParts | null;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  /** Reserved in the row, for the part that comes next. */
  #number: number | undefined;

  constructor(store: Store, upload: Upload, receiver: string) {
    this.#store = store;
    this.#upload = upload;
    this.#receiver = receiver;
    this.#arrived = upload.arrivedParts;
  }

  get arrivedBytes(): number {
    return arrivedBytes(this.#arrived);
  }

  async readRest(): Promise<void> {
    const rest = this.#arrived?.rest;
    if (rest) this.#add(await buffer(await this.#store.files.read(rest.key)));
  }

  async take(chunk: Buffer): Promise<void> {
    this.#add(chunk);
    const { partBytes } = this.#store.parts;
    if (this.#waitingBytes >= partBytes) await this.#putPart(partBytes);
  }

  async keepEnd(): Promise<void> {
    const isEnd = bytesOfParts(this.#arrived) + this.#waitingBytes === this.#upload.sizeBytes;
    const fits = this.#waitingBytes >= this.#store.parts.minimumBytes;
    if (this.#waitingBytes > 0 && (fits || isEnd)) await this.#putPart(this.#waitingBytes);
    else if (this.#waitingBytes > (this.#arrived?.rest?.bytes ?? 0)) await this.#putRest();
  }

  #add(chunk: Buffer): void {
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
  }

  async #putPart(bytes: number): Promise<void> {
    const all = Buffer.concat(this.#waiting);
    const data = all.subarray(0, bytes);
    const { upload, parts } = await this.#begun();
    const number = this.#number ?? (await this.#reserve());
    if (number > this.#store.parts.maximumNumber) throw ERRORS.FILE_NO_LONGER_EXISTS;
    const tag = await this.#store.parts.put(this.#upload.storageKey, upload, number, data);
    const rest = this.#arrived?.rest;
    // The number of the next part is reserved with this one.
    await this.#save({ upload, parts: [...parts, { number, tag, bytes }], nextNumber: number + 2 });
    this.#number = number + 1;
    this.#waiting = [all.subarray(bytes)];
    this.#waitingBytes -= bytes;
    await this.#removeRest(rest);
  }

  async #reserve(): Promise<number> {
    const begun = await this.#begun();
    await this.#save({ ...begun, nextNumber: begun.nextNumber + 1 });
    return begun.nextNumber;
  }

  async #putRest(): Promise<void> {
    const begun = await this.#begun();
    const key = `${restPrefix}${this.#upload.id}/${randomUUID()}`;
    await this.#store.files.put(key, Buffer.concat(this.#waiting), "application/octet-stream");
    await this.#save({ ...begun, rest: { key, bytes: this.#waitingBytes } });
    await this.#removeRest(begun.rest);
  }

  async #begun(): Promise<ArrivedParts> {
    const { storageKey, mimeType } = this.#upload;
    return (this.#arrived ??= {
      upload: await this.#store.parts.begin(storageKey, mimeType),
      parts: [],
      nextNumber: 1,
    });
  }

  /** Nothing counts that its row does not say, and a row that another has taken over takes nothing. */
  async #save(arrived: ArrivedParts): Promise<void> {
    const [mine] = await this.#store.db
      .update(uploads)
      .set({ arrivedParts: arrived })
      .where(
        and(
          eq(uploads.id, this.#upload.id),
          eq(uploads.receiver, this.#receiver),
          eq(uploads.state, "RECEIVING"),
        ),
      )
      .returning({ id: uploads.id });
    if (!mine) throw ERRORS.INVALID_OFFSET;
    this.#arrived = arrived;
  }

  /** What cannot be removed now is swept when the upload is over. */
  async #removeRest(rest: ArrivedParts["rest"]): Promise<void> {
    if (rest) await this.#store.files.remove(rest.key).catch(() => {});
  }
}

/** What comes until the sender is gone; its error is told, and ends nothing. */
async function* untilBroken(
  stream: AsyncIterable<Buffer>,
  onBroken: (error: unknown) => void,
): AsyncGenerator<Buffer> {
  try {
    yield* stream;
  } catch (error) {
    onBroken(error);
  }
}
