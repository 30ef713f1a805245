import type { Readable } from "node:stream";

/** Where files rest, by our own keys (`uploads/…`, `images/…`). */
export type FileStore = {
  /** Takes over a finished local file: afterwards it is stored under `key`, durable, and gone from `path`. */
  putFile(key: string, path: string): Promise<void>;
  put(key: string, data: Buffer, contentType: string): Promise<void>;
  /**
   * Stores what a stream gives, of any length, in little memory; answers its size in bytes. Where the stream fails nothing
   * is stored.
   */
  putStream(key: string, stream: Readable, contentType: string): Promise<number>;
  /** Reads `start`..`end` (both inclusive, bytes) or all. Throws `NotFound` when there is no such file. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Size in bytes; undefined when there is no such file. */
  size(key: string): Promise<number | undefined>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Everything whose key begins with `prefix`, which ends with a slash; in no order. */
  list(prefix: string): AsyncIterable<{ key: string; modifiedAt: Date }>;
  /** Files that come in parts; missing where they are put together on a disk of this process. */
  parts?: FileParts;
};

/**
 * A file that is stored part by part, by whichever process receives the next one. Until it is complete there is no file
 * under its key. `upload` is the store's name for one such undertaking. All throw `NotFound` where it is over, except `abort`.
 */
export type FileParts = {
  /** Of each part but the last: how many it has to have, and how many it should. */
  minimumBytes: number;
  partBytes: number;
  /** Parts are put together in the order of their numbers, from 1; numbers may be left out. */
  maximumNumber: number;
  begin(key: string, contentType: string): Promise<string>;
  /** Answers the tag by which `complete` names the part. */
  put(key: string, upload: string, number: number, data: Buffer): Promise<string>;
  complete(key: string, upload: string, parts: { number: number; tag: string }[]): Promise<void>;
  /** Ends it without a file. Ending what is over is no error. */
  abort(key: string, upload: string): Promise<void>;
  /** Everything under way whose key begins with `prefix`, which ends with a slash; in no order. */
  list(prefix: string): AsyncIterable<{ key: string; upload: string; begunAt: Date }>;
};

/** Keys are ours alone, so anything odd in one is a mistake of the caller's. */
export function checkKey(key: string): void {
  if (!/^[a-z0-9]+(\/[a-z0-9][a-z0-9._-]*)+$/.test(key))
    throw new Error(`Not a key of the file store: ${key}`);
}
