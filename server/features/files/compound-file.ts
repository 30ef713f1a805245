import type { FileHandle } from "node:fs/promises";

const signature = Buffer.from("d0cf11e0a1b11ae1", "hex");
const headerBytes = 512;
const entryBytes = 128;
const maxDirectorySectors = 2_000;
const endOfChain = 0xff_ff_ff_fa;

/**
 * The names in a compound file (the container of .doc and .xls, and of installers and mail too), as [MS-CFB] lays it
 * out. Undefined for what is none, or is damaged.
 */
export async function compoundFileNames(
  file: FileHandle,
  fileBytes: number,
): Promise<Set<string> | undefined> {
  const header = await readAt(file, 0, headerBytes);
  if (header.length < headerBytes || !header.subarray(0, 8).equals(signature)) return undefined;
  const sectorShift = header.readUInt16LE(30);
  if (sectorShift !== 9 && sectorShift !== 12) return undefined;
  const sectorBytes = 1 << sectorShift;
  const maxSectors = Math.ceil(fileBytes / sectorBytes);
  const readSector = (sector: number) => readAt(file, (sector + 1) * sectorBytes, sectorBytes);

  const nextSector = async (sector: number) => {
    const perSector = sectorBytes / 4;
    const slot = Math.floor(sector / perSector);
    // The first 109 allocation sectors are named in the header; a directory further in than that is not read.
    if (slot >= 109) return endOfChain;
    const table = await readSector(header.readUInt32LE(76 + slot * 4));
    const at = (sector % perSector) * 4;
    return at + 4 <= table.length ? table.readUInt32LE(at) : endOfChain;
  };

  const names = new Set<string>();
  let sector = header.readUInt32LE(48);
  for (let read = 0; read < maxDirectorySectors && sector < maxSectors; read++) {
    const directory = await readSector(sector);
    for (let at = 0; at + entryBytes <= directory.length; at += entryBytes) {
      const length = directory.readUInt16LE(at + 64);
      const kind = directory[at + 66];
      if (kind !== 0 && length >= 2 && length <= 64)
        names.add(directory.toString("utf16le", at, at + length - 2));
    }
    sector = await nextSector(sector);
  }
  return names;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
