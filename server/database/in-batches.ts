/**
 * Rows that are read a batch at a time, so that no export is held in memory: `read` gives at most `size` that follow the last
 * one. The next batch is read while one is written.
 */
export async function* inBatches<Row>(
  size: number,
  read: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let reading: Promise<Row[]> | undefined = read(undefined);
  while (reading) {
    const rows: Row[] = await reading;
    const last = rows.length === size ? rows.at(-1) : undefined;
    reading = last && read(last);
    // Whoever leaves in the midst never asks how it ended.
    reading?.catch(() => {});
    for (const row of rows) yield row;
  }
}
