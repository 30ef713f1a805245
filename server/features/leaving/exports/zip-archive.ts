import { addAbortSignal, type Readable } from "node:stream";
import { ZipFile } from "yazl";

export type ZipArchive = {
  /** The ZIP itself. */
  stream: Readable;
  /** Adds one entry and waits until it is written; what is compressed already is only stored. */
  add(path: string, content: Readable, options?: { isCompressed?: boolean }): Promise<void>;
  /** Writes the list of entries. */
  end(): void;
};

/**
 * A ZIP that is written while it is read, an entry at a time, so that nothing of it is held but the list of its entries.
 * Beyond 4 GB or 65,535 entries it is a ZIP64. Once `ending` is aborted, everything fails with its reason.
 */
export function openZip(mtime: Date, ending: AbortSignal): ZipArchive {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  addAbortSignal(ending, stream);
  let entryFailed: (error: unknown) => void = () => {};
  zip.on("error", (error) => entryFailed(error));
  return {
    stream,
    add(path, content, { isCompressed = false } = {}) {
      return new Promise((resolve, reject) => {
        // Its errors are no part of the pipe that leads from it.
        addAbortSignal(ending, content);
        const failed = (error: unknown) => reject(ending.aborted ? (ending.reason as Error) : error);
        content.once("error", failed).once("end", resolve);
        if (ending.aborted) return failed(ending.reason);
        entryFailed = failed;
        zip.addReadStreamLazy(path, { mtime, compress: !isCompressed }, handedOver({ content }));
      });
    },
    end: () => void zip.end(),
  };
}

/** The archive keeps this function to its end, for every entry: it must not keep what was read. */
const handedOver =
  (held: { content?: Readable }) =>
  (take: (error: Error | null, content: Readable) => void): void => {
    const { content } = held;
    delete held.content;
    if (content) take(null, content);
  };
