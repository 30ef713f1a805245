import { statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";

/**
 * Where a PostgreSQL of the tests, and a store of the journeys, lies. Memory, where there is plenty of it as a file system: on a disk the thousand files of each
 * test database take the processor ten times as long, hundreds of times in a run. Else the temporary folder.
 */
export function fastFolder() {
  const memory = "/dev/shm";
  try {
    const { bavail, bsize } = statfsSync(memory);
    return Math.min(bavail * bsize, freemem()) >= 6 * 2 ** 30 ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}
