import { accountTables } from "./tables/account.ts";
import { contentTables } from "./tables/content.ts";
import type { ExportedTable } from "./tables/exported-table.ts";
import { marketingTables } from "./tables/marketing.ts";
import { messageTables } from "./tables/messages.ts";
import { peopleTables } from "./tables/people.ts";
import { salesTables } from "./tables/sales.ts";

/** Every file of an export that is made of rows, beside those that the desk has and the lists of files. */
export const exportedTables: readonly ExportedTable[] = [
  ...accountTables,
  ...contentTables,
  ...salesTables,
  ...peopleTables,
  ...marketingTables,
  ...messageTables,
];
