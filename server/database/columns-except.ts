import { getTableColumns } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/**
 * SQL names of a table's columns, separated by commas, without the named exceptions. A statement that copies rows uses
 * it, so that a column added later is copied too unless somebody decides otherwise.
 */
export const columnsExcept = <Table extends PgTable>(
  table: Table,
  exceptions: (keyof Table["_"]["columns"])[],
): string =>
  Object.entries(getTableColumns(table))
    .filter(([key]) => !exceptions.includes(key))
    .map(([, column]) => column.name)
    .join(", ");
