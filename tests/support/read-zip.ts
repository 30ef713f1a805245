import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import yauzl from "yauzl";

/** What is in a ZIP, by the paths of its entries. */
export async function readZip(zip: Buffer): Promise<Map<string, Buffer>> {
  const archive = await promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer)(zip, {
    lazyEntries: true,
  });
  const open = promisify<yauzl.Entry, NodeJS.ReadableStream>(archive.openReadStream.bind(archive));
  const entries = new Map<string, Buffer>();
  await new Promise<void>((resolve, reject) => {
    archive.on("error", reject).on("end", resolve);
    archive.on("entry", (entry: yauzl.Entry) => {
      void (async () => {
        entries.set(entry.fileName, await buffer(await open(entry)));
        archive.readEntry();
      })().catch(reject);
    });
    archive.readEntry();
  });
  return entries;
}
