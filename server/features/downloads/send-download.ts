import type { FastifyReply, FastifyRequest } from "fastify";
import { hotStatement } from "#server/database/statement.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { Forbidden, NotFound } from "#server/errors.ts";
import { sendStoredFile } from "#server/features/files/send-stored-file.ts";
import { hashToken, isToken } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";
import { type Downloadable, findDownloadable, hasFile } from "./downloadable.ts";
import { fileNameOf } from "./list-downloads.ts";

const day = 86_400_000;

/**
 * Sends the file of a granted link. The first GET must come in time and opens the link for 24 hours, in which ranges,
 * repeats and HEAD are free. Throws 404 for links that are unknown or over, 403 where the right to it has ended.
 */
export async function sendDownload(
  services: Services,
  token: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!isToken(token)) throw NotFound();
  const now = services.clock.now();
  const [grant] = await findGrant(services.pool, hashToken(token), now);
  const download = grant && (await findDownloadable(services.pool, grant.downloadId, now));
  if (!grant || !download) throw NotFound();
  if (!download.isActive || !hasFile(download))
    throw Forbidden("Download is currently unavailable.", "UNAVAILABLE");
  if (!grant.startedAt && request.method !== "HEAD") await startGrant(services, grant.id, download, now);

  if (download.fileType === "LINK" && download.externalUrl !== null) {
    return reply
      .headers({ "referrer-policy": "no-referrer", "cache-control": "private, no-store" })
      .redirect(download.externalUrl, 302);
  }
  const { storageKey, sha256, mimeType, fileSize } = download;
  if (storageKey === null || sha256 === null || mimeType === null || fileSize === null) throw NotFound();
  return sendStoredFile(services, request, reply, {
    storageKey,
    sha256,
    mimeType,
    sizeBytes: fileSize,
    attachmentName: fileNameOf(download),
  });
}

/** Opens the link, and says so once in the order's history. */
async function startGrant(
  { pool }: Services,
  grantId: string,
  download: Downloadable,
  now: Date,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const started = await markStarted(client, grantId, now, new Date(now.getTime() + day));
    if (started.length === 0) return;
    const detail = { downloadId: download.id, productId: download.productId, file: fileNameOf(download) };
    await insertEvent(client, download.orderId, JSON.stringify(detail), now);
  });
}

const findGrant = hotStatement("downloads_find_grant")<
  { id: string; downloadId: string; startedAt: Date | null },
  [tokenHash: string, now: Date]
>(`select id, download_id as "downloadId", started_at as "startedAt" from download_grants
    where token_hash = $1 and case when started_at is null then start_by > $2 else expires_at > $2 end`);

const markStarted = hotStatement("downloads_start_grant")<
  { id: string },
  [id: string, now: Date, expiresAt: Date]
>(
  "update download_grants set started_at = $2, expires_at = $3 where id = $1 and started_at is null returning id",
);

const insertEvent = hotStatement("downloads_insert_event")<
  never,
  [orderId: string, detail: string, now: Date]
>("insert into order_events (order_id, kind, detail, created_at) values ($1, 'DOWNLOADED', $2::jsonb, $3)");
