import { type Entry, openPromise } from "yauzl";

const maxEntries = 10_000;
const maxTotalBytes = 10 * 1024 ** 3;
const maxRatio = 200;

const unsafe = "This archive contains names that could be unpacked outside their folder.";
const tooMany = "This archive has more than 10,000 entries.";
const tooBig = "This archive expands to more than can be opened safely.";

export type Listing = { names: Set<string> } | { refusal: string } | undefined;

/** Reads the list of an archive of `fileBytes`, and unpacks nothing. Undefined for what is no archive. */
export async function listZip(path: string, fileBytes: number): Promise<Listing> {
  try {
    const zip = await openPromise(path);
    if (zip.entryCount > maxEntries) {
      zip.close();
      return { refusal: tooMany };
    }
    const names = new Set<string>();
    let total = 0;
    for await (const entry of zip.eachEntry()) {
      if (names.size >= maxEntries) return { refusal: tooMany };
      if (isSymbolicLink(entry) || hasControlCharacter(entry.fileName)) return { refusal: unsafe };
      total += entry.uncompressedSize;
      if (total > maxTotalBytes || total > fileBytes * maxRatio) return { refusal: tooBig };
      names.add(entry.fileName);
    }
    return names.size > 0 ? { names } : undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    return /absolute path|relative path|invalid characters in fileName/.test(message)
      ? { refusal: unsafe }
      : undefined;
  }
}

const isSymbolicLink = (entry: Entry) => ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000;

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const hasControlCharacter = (name: string) => /[\u0000-\u001f]/.test(name);

/** Whether a file that is something else ends like an archive: two formats in one file are a trick. */
export function endsLikeZip(tail: Buffer): boolean {
  for (
    let at = tail.indexOf("PK\u0005\u0006", 0, "latin1");
    at >= 0;
    at = tail.indexOf("PK\u0005\u0006", at + 1, "latin1")
  ) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true;
  }
  return false;
}

/** How much of a file's end `endsLikeZip` needs: the record and its longest comment. */
export const zipTailBytes = 22 + 65_535;
