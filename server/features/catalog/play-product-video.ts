import type { FastifyReply, FastifyRequest } from "fastify";
import { hotStatement, statement } from "#server/database/statement.ts";
import { textVideoCaptions, textVideoFile } from "#server/database/text-videos.ts";
import { NotFound } from "#server/errors.ts";
import { sendTextVideo } from "#server/features/files/text-videos.ts";
import { sendCaptions } from "#server/features/files/video-captions.ts";
import type { Services } from "#server/services.ts";
import { onSale } from "./product-page.ts";

/** Sends a video in a product's description, whole or in ranges, to whoever may see its page. Throws 404 for all else. */
export async function playProductVideo(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { productId, uploadId }: { productId: string; uploadId: string },
): Promise<FastifyReply> {
  const viewerId = request.signedIn?.creatorId ?? null;
  const [video] = await selectVideo(services.pool, productId, viewerId, uploadId);
  if (!video) throw NotFound("Video not found");
  return sendTextVideo(services, request, reply, video);
}

/** Sends the captions of such a video in one language. Throws 404 likewise. */
export async function readProductVideoCaptions(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { productId, uploadId, language }: { productId: string; uploadId: string; language: string },
): Promise<FastifyReply> {
  const viewerId = request.signedIn?.creatorId ?? null;
  const [captions] = await selectCaptions(services.pool, productId, viewerId, uploadId, language);
  if (!captions) throw NotFound("Captions not found");
  return sendCaptions(reply, captions.webvtt);
}

const selectCaptions = statement("catalog_select_video_captions")<
  { webvtt: string },
  [productId: string, viewerId: string | null, uploadId: string, language: string]
>(`select t.webvtt
     from products p
     cross join lateral (${textVideoCaptions("product_id = p.id", "p.owner_id", "$3::uuid", "$4")}) t
    where p.id = $1 and ${onSale}`);

const selectVideo = hotStatement("catalog_select_video")<
  { storageKey: string; sizeBytes: number; sha256: string },
  [productId: string, viewerId: string | null, uploadId: string]
>(`select t.storage_key as "storageKey", t.size_bytes::float8 as "sizeBytes", t.sha256
     from products p
     cross join lateral (${textVideoFile("product_id = p.id", "p.owner_id", "$3::uuid")}) t
    where p.id = $1 and ${onSale}`);
