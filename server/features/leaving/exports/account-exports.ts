import type { FastifyReply, FastifyRequest } from "fastify";
import { type AccountExport, exportsADay } from "#contract/leaving/account-exports.ts";
import { isUuid } from "#contract/uuid.ts";
import { dbOn } from "#server/database/client.ts";
import { lockCreator } from "#server/database/lock-creator.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { Conflict, NotFound } from "#server/errors.ts";
import { sendStoredFile } from "#server/features/files/send-stored-file.ts";
import { enqueue } from "#server/jobs/job.ts";
import { readGrant, signGrant } from "#server/secrets/signed-grant.ts";
import type { Services } from "#server/services.ts";
import { exportKey } from "./export-rows.ts";
import { reserveRoom } from "./export-room.ts";
import { makeAccountExport } from "./make-export.ts";
import { sumStoredFiles } from "./stored-files.ts";

const day = 86_400_000;

/** What the creator's page of exports shows. */
export async function getAccountExports(services: Services, ownerId: string) {
  const { pool, clock } = services;
  const [[newest], [stored], filesBytes, made] = await Promise.all([
    selectNewest(pool, ownerId),
    selectStored(pool, ownerId, clock.now()),
    sumStoredFiles(pool, ownerId),
    selectMade(pool, ownerId, new Date(clock.now().getTime() - day)),
  ]);
  return { newest: newest ?? null, stored: stored ?? null, filesBytes, nextAt: nextAt(made) };
}

/**
 * Queues an export. Throws 409 while one is being made, and after as many as one may have made in 24 hours, 413 where all
 * exports together would take more room than the installation has for them.
 */
export async function createAccountExport(
  services: Services,
  ownerId: string,
  withFiles: boolean,
): Promise<AccountExport> {
  const { pool, clock } = services;
  const now = clock.now();
  const created = await inTransaction(pool, async (client) => {
    await lockCreator(client, ownerId);
    const made = await selectMade(client, ownerId, new Date(now.getTime() - day));
    if (made.some(({ isOpen }) => isOpen))
      throw Conflict("An export is being made already.", "EXPORT_RUNNING");
    const next = nextAt(made);
    if (next)
      throw Conflict(`You can have ${exportsADay} exports made in 24 hours.`, "EXPORTS_OF_THE_DAY", {
        nextAt: next.toISOString(),
      });
    const reservedBytes = await reserveRoom(services, client, ownerId, withFiles);
    const [row] = await insertExport(client, ownerId, withFiles, now, reservedBytes);
    if (!row) throw new Error("no export was written");
    await enqueue(dbOn(client), makeAccountExport, { exportId: row.id });
    return row;
  });
  wakeListeners(pool, "job_outbox");
  return created;
}

/** A link by which an export is downloaded for 12 hours. Throws 404 for one that is not theirs, not ready or over. */
export async function createAccountExportLink(services: Services, ownerId: string, exportId: string) {
  const [ready] = await selectReady(services.pool, ownerId, exportId, services.clock.now());
  if (!ready) throw over();
  return { url: `/api/account/exports/${signGrant(services, "account-export", [exportId, ownerId])}` };
}

/**
 * Sends the file of an export. Its link is signed for its creator, and opens nothing unless they are signed in. Throws 404
 * for any other, and once it is over.
 */
export async function downloadAccountExport(
  services: Services,
  ownerId: string,
  token: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [exportId, signedFor] = readGrant(services, "account-export", token) ?? [];
  if (!exportId || !isUuid(exportId) || signedFor !== ownerId) throw over();
  const [ready] = await selectReady(services.pool, ownerId, exportId, services.clock.now());
  if (!ready?.run) throw over();
  const storageKey = exportKey(exportId, ready.run);
  const sizeBytes = await services.files.size(storageKey);
  if (sizeBytes === undefined) throw over();
  return sendStoredFile(services, request, reply, {
    storageKey,
    sizeBytes,
    mimeType: "application/zip",
    // A run's file never changes.
    sha256: ready.run,
    attachmentName: `${ready.handle}-openstall-${ready.readyOn}.zip`,
  });
}

const over = () => NotFound("This export is not there any more. Make a new one in your settings.");

/** When the next may be made, where as many as one may have were made in these 24 hours. */
function nextAt(made: readonly Made[]): Date | null {
  const oldest = made.filter(({ counts }) => counts).toReversed()[exportsADay - 1];
  return oldest ? new Date(oldest.createdAt.getTime() + day) : null;
}

type Made = { createdAt: Date; isOpen: boolean; counts: boolean };

const columns = `id, state, with_files as "withFiles", percent, step, size_bytes::float8 as "sizeBytes", created_at as "createdAt", expires_at as "expiresAt"`;

/** Of the last 24 hours, and what is being made; one that we could not make counts for nothing. */
const selectMade = statement("leaving_select_made")<Made, [ownerId: string, since: Date]>(
  `select created_at as "createdAt", state in ('QUEUED', 'RUNNING') as "isOpen", state <> 'FAILED' and created_at > $2 as counts
     from account_exports where owner_id = $1 and (created_at > $2 or state in ('QUEUED', 'RUNNING')) order by created_at`,
);

const selectNewest = statement("leaving_select_newest")<AccountExport, [ownerId: string]>(
  `select ${columns} from account_exports where owner_id = $1 order by created_at desc limit 1`,
);

const selectStored = statement("leaving_select_stored")<AccountExport, [ownerId: string, now: Date]>(
  `select ${columns} from account_exports where owner_id = $1 and state = 'READY' and expires_at > $2 order by created_at desc limit 1`,
);

const insertExport = statement("leaving_insert_export")<
  AccountExport,
  [ownerId: string, withFiles: boolean, now: Date, reservedBytes: number]
>(
  `insert into account_exports (owner_id, with_files, seen_at, created_at, reserved_bytes) values ($1, $2, $3, $3, $4) returning ${columns}`,
);

const selectReady = statement("leaving_select_ready")<
  { run: string | null; handle: string; readyOn: string | null },
  [ownerId: string, id: string, now: Date]
>(`select e.run, u.handle, to_char(e.ready_at, 'YYYY-MM-DD') as "readyOn"
     from account_exports e join users u on u.id = e.owner_id
    where e.owner_id = $1 and e.id = $2 and e.state = 'READY' and e.expires_at > $3`);
