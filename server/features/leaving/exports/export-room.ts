import { type Queryable, statement } from "#server/database/statement.ts";
import { HttpError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { sumStoredFiles } from "./stored-files.ts";

/** For the tables of one, packed: orders and messages of years. */
const tablesBytes = 64 * 1024 ** 2;

/**
 * How much room the next export of this creator is promised. Call it in the transaction that writes its row: whoever asks at the
 * same time waits for that. Throws 413 where it does not fit beside what others are promised and what is stored of theirs.
 */
export async function reserveRoom(
  { config }: Pick<Services, "config">,
  client: Queryable,
  ownerId: string,
  withFiles: boolean,
): Promise<number> {
  const bytes = tablesBytes + (withFiles ? await sumStoredFiles(client, ownerId) : 0);
  const { totalBytes } = config.exportsStorage;
  if (withFiles && bytes > totalBytes)
    throw full(
      "Your files are more than an export may hold here. Have one made without files, and download the files where they are used.",
    );
  await lockRoom(client);
  const [taken] = await selectTaken(client);
  if ((taken?.bytes ?? 0) + bytes > totalBytes)
    throw full(
      withFiles
        ? "There is no room for an export with files at the moment: exports of others take it. Have one made without files, or try again tomorrow."
        : "There is no room for an export at the moment: exports of others take it. Please try again tomorrow.",
    );
  return bytes;
}

const full = (message: string) => new HttpError(413, "EXPORTS_FULL", message);

const lockRoom = statement("leaving_lock_export_room")<never, []>(
  "select pg_advisory_xact_lock(hashtextextended('room of exports', 0))",
);

/** What is stored, and what is promised to those that are being made; an index holds just these. */
const selectTaken = statement("leaving_select_export_room")<{ bytes: number }, []>(
  `select coalesce(sum(case state when 'READY' then size_bytes else reserved_bytes end), 0)::float8 as bytes
     from account_exports where state in ('QUEUED', 'RUNNING', 'READY')`,
);
