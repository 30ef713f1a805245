import type { Readable } from "node:stream";
import { staysInside } from "./path-inside.ts";

/** `write` is called with each piece of a file's content and waited for; undefined for a folder. */
export type TarEntry = { path: string; isFolder: boolean; bytes: number };
export type TarVisitor = (entry: TarEntry) => Promise<((chunk: Buffer) => Promise<void>) | undefined>;

const block = 512;

/**
 * Goes through an archive as PostgreSQL writes it: plain files and folders with names of up to 100 characters. Throws for
 * anything else, for a path that leads out of the archive, and where it ends too early.
 */
export async function readTar(stream: Readable, visit: TarVisitor): Promise<void> {
  const bytes = new Pieces(stream);
  for (;;) {
    const head = await bytes.take(block);
    if (!head) throw new Error("the archive ends too early");
    if (head.every((byte) => byte === 0)) return;
    const entry = readHead(head);
    const write = await visit(entry);
    for (let left = entry.bytes; left > 0;) {
      const piece = await bytes.some(left);
      if (!piece) throw new Error(`the archive ends within ${entry.path}`);
      await write?.(piece);
      left -= piece.length;
    }
    const padding = (block - (entry.bytes % block)) % block;
    if (padding > 0 && !(await bytes.take(padding))) throw new Error("the archive ends too early");
  }
}

function readHead(head: Buffer): TarEntry {
  const text = (from: number, length: number) =>
    head
      .subarray(from, from + length)
      .toString("utf8")
      .split("\0", 1)[0] ?? "";
  const sum = head.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
  if (sum !== Number.parseInt(text(148, 8), 8)) throw new Error("the archive has a damaged entry");
  const type = text(156, 1) || "0";
  const path = text(0, 100).replace(/^\.\//, "").replace(/\/$/, "");
  if (type !== "0" && type !== "5")
    throw new Error(`the archive has ${path}, which is no file and no folder`);
  // The folder that the archive is of.
  if (path !== "" && !staysInside(path)) throw new Error(`the archive has ${path}, which leads out of it`);
  const bytes = type === "5" ? 0 : sizeOf(head.subarray(124, 136));
  if (!Number.isSafeInteger(bytes)) throw new Error(`the archive has ${path} of no size that could be`);
  return { path, isFolder: type === "5", bytes };
}

/** Octal digits; of what is larger than 8 GB the bytes of the number. */
function sizeOf(field: Buffer): number {
  if (((field[0] ?? 0) & 0x80) === 0) return Number.parseInt(field.toString("latin1").trim() || "0", 8);
  return field.subarray(4).reduce((total, byte) => total * 256 + byte, 0);
}

/** A stream by as many bytes as are asked for. */
class Pieces {
  #pieces: AsyncIterator<Buffer>;
  #left: Buffer = Buffer.alloc(0);

  constructor(stream: Readable) {
    this.#pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** At least one byte, at most `most`; undefined at the end. */
  async some(most: number): Promise<Buffer | undefined> {
    while (this.#left.length === 0) {
      const next = await this.#pieces.next();
      if (next.done) return undefined;
      this.#left = next.value;
    }
    const piece = this.#left.subarray(0, most);
    this.#left = this.#left.subarray(piece.length);
    return piece;
  }

  /** Exactly so many; undefined where there are fewer. */
  async take(length: number): Promise<Buffer | undefined> {
    const taken: Buffer[] = [];
    for (let left = length; left > 0;) {
      const piece = await this.some(left);
      if (!piece) return undefined;
      taken.push(piece);
      left -= piece.length;
    }
    return Buffer.concat(taken);
  }
}
