import type { FastifyRequest } from "fastify";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { downloadLimit, isAppointment } from "#server/database/download-end.ts";
import { hotStatement } from "#server/database/statement.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { Forbidden, HttpError, NotFound } from "#server/errors.ts";
import { buyerProofs } from "#server/features/access/buyer-proofs.ts";
import { findProvenOrder } from "#server/features/access/can-see.ts";
import { seal, unseal } from "#server/secrets/sealing.ts";
import { hashToken, isToken, newToken } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";
import { type Availability, availabilityOf, type Downloadable, findDownloadable } from "./downloadable.ts";
import { fileNameOf } from "./list-downloads.ts";

const minute = 60_000;
/** So long a granted link takes to begin. */
export const startMs = 5 * minute;
/** A repeated request within this time is the same download. */
const sameMs = 10 * minute;
const purpose = "download grant";

const refusals: Record<Exclude<Availability, "AVAILABLE">, string> = {
  EXPIRED: "This download has expired. Please contact support if you need access.",
  LIMIT_REACHED: "You have reached the maximum number of downloads for this file.",
  UNAVAILABLE: "Download is currently unavailable.",
};

type Asked = { downloadId: string; sessionToken?: string | undefined; customerId?: string | undefined };
export type DownloadLink = { success: true; downloadUrl: string; fileName: string; message: string };

/**
 * Grants a proven buyer a link to one file, and counts it. A second request within ten minutes gets the same link and
 * is not counted. Throws 401 without any proof, 404 for what the proof does not open, 403 where nothing is left,
 * 503 while the file store does not answer.
 */
export async function requestDownloadLink(
  services: Services,
  request: FastifyRequest,
  asked: Asked,
): Promise<DownloadLink> {
  const { sessionToken } = asked;
  if (!showsAnyProof(services, request, sessionToken)) {
    throw new HttpError(401, "PROOF_REQUIRED", "Session token is required for secure download access.");
  }
  const download = await findDownloadable(services.pool, asked.downloadId, services.clock.now());
  const order =
    download && (await findProvenOrder(services, request, { orderId: download.orderId }, sessionToken));
  if (!download || !order || (asked.customerId && asked.customerId !== download.customerId)) throw NotFound();

  // Where the file store is away nothing is counted: a new request after ten minutes would be another download.
  if (download.storageKey !== null) await services.files.size(download.storageKey);
  const token = await grant(services, download.id, request);
  return {
    success: true,
    downloadUrl: `/api/download/${token}`,
    fileName: fileNameOf(download),
    message: "Your download is ready.",
  };
}

/** The token of the link: that of a grant of the last ten minutes, or of a new and counted one. */
async function grant(
  { pool, clock, secret }: Services,
  downloadId: string,
  request: FastifyRequest,
): Promise<string> {
  return inTransaction(pool, async (client) => {
    // Whoever asks for this download at the same time waits here, and then finds the grant.
    await lockDownload(client, downloadId);
    const now = clock.now();
    const download = await findDownloadable(client, downloadId, now);
    if (!download) throw NotFound();
    const availability = availabilityOf(download, now);
    if (availability === "UNAVAILABLE" || availability === "EXPIRED") throw refusal(availability);

    const repeated = await repeatGrant(client, secret, download, now);
    if (repeated) return repeated;
    const counted = await countDownload(
      client,
      downloadId,
      now,
      request.ip,
      (request.headers["user-agent"] ?? "").slice(0, 300),
    );
    if (counted.length === 0) throw refusal("LIMIT_REACHED");
    const id = randomUUID();
    const token = newToken();
    await insertGrant(
      client,
      id,
      downloadId,
      hashToken(token),
      seal(secret, purpose, id, token),
      new Date(now.getTime() + startMs),
      now,
    );
    return token;
  });
}

async function repeatGrant(
  client: pg.PoolClient,
  secret: string,
  { id }: Downloadable,
  now: Date,
): Promise<string | undefined> {
  const [recent] = await selectRecentGrant(client, id, new Date(now.getTime() - sameMs));
  const token = recent && unseal(secret, purpose, recent.id, recent.sealedToken);
  if (!recent || token === undefined) return undefined;
  await renewGrant(client, recent.id, new Date(now.getTime() + startMs));
  return token;
}

const refusal = (availability: Exclude<Availability, "AVAILABLE">) =>
  Forbidden(refusals[availability], availability);

/** Whether anything is shown that could be proof; what it opens is the gate's to say. */
function showsAnyProof(
  { config }: Services,
  request: FastifyRequest,
  sessionToken: string | undefined,
): boolean {
  const { browserHash, buyerTokenHashes } = buyerProofs(config, request);
  return (
    browserHash !== null ||
    buyerTokenHashes.length > 0 ||
    [sessionToken, request.headers["x-order-proof"]].some(isToken)
  );
}

const lockDownload = hotStatement("downloads_lock")<{ id: string }, [id: string]>(
  "select id from digital_downloads where id = $1 for update",
);

const selectRecentGrant = hotStatement("downloads_recent_grant")<
  { id: string; sealedToken: string },
  [downloadId: string, since: Date]
>(`select id, sealed_token as "sealedToken" from download_grants
    where download_id = $1 and created_at > $2
    order by created_at desc limit 1`);

/** Gives a link that has not begun its time to begin anew; one that has begun keeps its day. */
const renewGrant = hotStatement("downloads_renew_grant")<never, [id: string, startBy: Date]>(
  "update download_grants set start_by = $2, expires_at = $2 where id = $1 and started_at is null",
);

const countDownload = hotStatement("downloads_count")<
  { id: string },
  [id: string, now: Date, ip: string, userAgent: string]
>(`update digital_downloads d
      set download_count = d.download_count + case when ${isAppointment("p")} then 0 else 1 end,
          last_download_at = $2, ip_address = $3::inet, user_agent = $4
     from products p
    where d.id = $1 and p.id = d.product_id
      and (${downloadLimit("p")} is null or d.download_count < ${downloadLimit("p")})
    returning d.id`);

const insertGrant = hotStatement("downloads_insert_grant")<
  never,
  [id: string, downloadId: string, tokenHash: string, sealedToken: string, startBy: Date, now: Date]
>(
  `insert into download_grants (id, download_id, token_hash, sealed_token, start_by, expires_at, created_at) values ($1, $2, $3, $4, $5, $5, $6)`,
);
