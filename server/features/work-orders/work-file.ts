import type { FastifyReply, FastifyRequest } from "fastify";
import { hotStatement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import { browserHashOf } from "#server/features/access/browser-cookie.ts";
import type { ProvenOrder } from "#server/features/access/can-see.ts";
import { openAccess } from "#server/features/access/open-access.ts";
import { safeFileName } from "#server/features/files/safe-file-name.ts";
import { sendStoredFile } from "#server/features/files/send-stored-file.ts";
import { isUuid } from "#contract/uuid.ts";
import { readGrant, signGrant } from "#server/secrets/signed-grant.ts";
import type { Services } from "#server/services.ts";

const purpose = "work-file";
const nothing = "-";

/**
 * The signed link of a delivered file: good for 12 hours, and where the browser that paid was the proof, in that browser
 * alone.
 */
export function workFileLink(
  services: Services,
  request: FastifyRequest,
  { proof }: Pick<ProvenOrder, "proof">,
  { deliveryId, position }: { deliveryId: string; position: number },
): string {
  const browser = proof === "BROWSER" ? browserMark(services, request) : nothing;
  return `/api/work-file/${signGrant(services, purpose, [deliveryId, String(position), browser])}`;
}

/** Sends a delivered file, whole or in ranges. A good link is not enough: its order must be open still. Throws 404 for everything else. */
export async function sendWorkFile(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<FastifyReply> {
  const [deliveryId = "", position = "", browser = ""] = readGrant(services, purpose, token) ?? [];
  if (!isUuid(deliveryId)) throw NotFound();
  if (browser !== nothing && browser !== browserMark(services, request)) throw NotFound();
  const [file] = await selectFile(services.pool, deliveryId, Number(position), services.clock.now());
  if (!file) throw NotFound();
  const { originalName, ...stored } = file;
  return sendStoredFile(services, request, reply, { ...stored, attachmentName: safeFileName(originalName) });
}

/** Enough of the hash to tell browsers apart; the cookie itself never stands in an address. */
const browserMark = ({ config }: Services, request: FastifyRequest): string =>
  browserHashOf(config, request)?.slice(0, 16) ?? "none";

const selectFile = hotStatement("work_orders_select_file")<
  { storageKey: string; sizeBytes: number; sha256: string; mimeType: string; originalName: string },
  [deliveryId: string, position: number, now: Date]
>(`select u.storage_key as "storageKey", u.size_bytes::float8 as "sizeBytes", u.sha256, u.mime_type as "mimeType",
          u.original_name as "originalName"
     from work_files f
     join work_deliveries d on d.id = f.delivery_id
     join uploads u on u.id = f.upload_id and u.state = 'STORED' and u.sha256 is not null
    where f.delivery_id = $1 and f.position = $2
      and exists (select from ${openAccess("$3")} a where a.order_item_id = d.order_item_id)`);
