import type { FastifyReply, FastifyRequest } from "fastify";
import { hotStatement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import { safeFileName } from "#server/features/files/safe-file-name.ts";
import { sendStoredFile } from "#server/features/files/send-stored-file.ts";
import type { Services } from "#server/services.ts";
import { openingOrder } from "./open-posts.ts";
import { readPostLink } from "./post-link.ts";

/**
 * Sends a post's file, whole or in ranges. A good link is not enough: the post must still be published, and the
 * membership still be open. Throws 404 for everything else.
 */
export async function downloadPostAttachment(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<FastifyReply> {
  const grant = readPostLink(services, "post-attachment", token);
  const [file] = grant
    ? await selectAttachment(services.pool, grant.postId, [grant.orderId], services.clock.now())
    : [];
  if (!file) throw NotFound();
  const { originalName, ...stored } = file;
  return sendStoredFile(services, request, reply, { ...stored, attachmentName: safeFileName(originalName) });
}

const selectAttachment = hotStatement("posts_select_attachment")<
  { storageKey: string; sizeBytes: number; sha256: string; mimeType: string; originalName: string },
  [postId: string, orderIds: [string], now: Date]
>(`select u.storage_key as "storageKey", u.size_bytes::float8 as "sizeBytes", u.sha256, u.mime_type as "mimeType",
          u.original_name as "originalName"
     from posts p
     join uploads u on u.id = p.attachment_id and u.state = 'STORED' and u.sha256 is not null
     cross join lateral ${openingOrder("p", "$2", "$3")} opening
    where p.id = $1::uuid and p.published_at <= $3::timestamptz`);
