import { Readable } from "node:stream";
import type pg from "pg";
import { inTransaction } from "#server/database/in-transaction.ts";
import { type Queryable, statement } from "#server/database/statement.ts";
import { HttpError } from "#server/errors.ts";
import {
  customerExport,
  orderExport,
  orderLineExport,
  refundExport,
} from "#server/features/orders/order-exports.ts";
import { type CsvCell, type CsvColumn, csvOf, csvOfCells } from "#server/http/csv.ts";
import type { Services } from "#server/services.ts";
import { exportedTables } from "./exported-tables.ts";
import { readMe } from "./read-me.ts";
import { readRows } from "./read-rows.ts";
import { withHtml } from "./record-html.ts";
import { listStoredFiles, storedFileColumns, sumStoredFiles } from "./stored-files.ts";
import type { ExportedTable } from "./tables/exported-table.ts";
import type { ZipArchive } from "./zip-archive.ts";

export type ExportProgress = { step: string; percent: number };

type Written = {
  ownerId: string;
  withFiles: boolean;
  onProgress: (progress: ExportProgress) => void;
};

/** A file of the ZIP, and how it is read in the one transaction that all tables are read in. */
type Part = { path: string; says: string; open: (client: pg.PoolClient, ownerId: string) => Readable };

const desk = <Row>(
  path: string,
  says: string,
  {
    columns,
    rows,
  }: { columns: CsvColumn<Row>[]; rows: (client: Queryable, ownerId: string) => AsyncGenerator<Row> },
): Part => ({ path, says, open: (client, ownerId) => csvOf(columns, rows(client, ownerId)) });

const ofTable = (table: ExportedTable): Part => ({
  ...table,
  open: (client, ownerId) =>
    table.kind === "CSV"
      ? csvOfCells(table.headers, readRows<CsvCell[]>(client, table, ownerId))
      : Readable.from(jsonList(readRows(client, table, ownerId))),
});

/** Everything that is made of rows, in the order in which it is written. */
export const exportParts: readonly Part[] = [
  desk("sales/orders.csv", "your orders", orderExport),
  desk("sales/order-lines.csv", "what was bought with each order", orderLineExport),
  desk("sales/refunds.csv", "what you refunded", refundExport),
  desk("people/customers.csv", "who bought from you", customerExport),
  ...exportedTables.map(ofTable),
  {
    path: "files.csv",
    says: "your files and pictures, by the ids that other tables name",
    open: (client, ownerId) => csvOf(storedFileColumns, listStoredFiles(client, ownerId)),
  },
];

/**
 * Writes a creator's export. All tables are of one moment; files that were removed since are left out, and named. What is
 * read waits for what is written, so that memory stays the same however much there is.
 */
export async function writeExport(
  { pool, files, clock }: Pick<Services, "pool" | "files" | "clock">,
  zip: ZipArchive,
  { ownerId, withFiles, onProgress }: Written,
): Promise<void> {
  const bytes = withFiles ? await sumStoredFiles(pool, ownerId) : 0;
  // Files take nearly all of the time where there are any.
  const tablesShare = bytes > 0 ? 10 : 100;
  await zip.add("README.txt", Readable.from([readMe(clock.now(), exportParts, withFiles)]));
  const write = async (client: pg.PoolClient) => {
    await keepWaiting(client);
    for (const [index, { path, open }] of exportParts.entries()) {
      onProgress({ step: path, percent: (index / exportParts.length) * tablesShare });
      await zip.add(path, open(client, ownerId));
    }
  };
  await inTransaction(pool, write, { isSnapshot: true });
  if (!withFiles) return;

  const missing: string[] = [];
  let written = 0;
  for await (const file of listStoredFiles(pool, ownerId)) {
    if (file.storageKey === null) continue;
    onProgress({
      step: file.name,
      percent: tablesShare + Math.min(1, written / Math.max(1, bytes)) * (100 - tablesShare),
    });
    const content = await files.read(file.storageKey).catch((error: unknown) => {
      if (error instanceof HttpError && error.status === 404) return undefined;
      throw error;
    });
    if (content) await zip.add(file.path, content, { isCompressed: true });
    else missing.push(file.path);
    written += file.sizeBytes ?? 0;
  }
  if (missing.length > 0)
    await zip.add(
      "files-left-out.txt",
      Readable.from([`These files are not there any more:\n${missing.join("\n")}\n`]),
    );
}

async function* jsonList(records: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = "[\n";
  for await (const record of records) {
    yield before + JSON.stringify(withHtml(record), undefined, 2);
    before = ",\n";
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}

/** A store that is slow to take what is written must not end the transaction that reads it. */
const keepWaiting = statement("leaving_keep_waiting")<{ idle: string | null; reading: string | null }, []>(
  `select set_config('idle_in_transaction_session_timeout', '300s', true) as idle,
          set_config('statement_timeout', '1800s', true) as reading`,
);
