import type { FastifyReply, FastifyRequest } from "fastify";
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { maxImageBytes } from "#contract/files/files.ts";
import type { Picture } from "#contract/values.ts";
import { dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { images, type ImageVariant } from "#server/database/schema/accounts.ts";
import { Invalid, NotFound } from "#server/errors.ts";
import type { ImageKind } from "#server/images/encode-image-variants.ts";
import { render, RenderFailed, requireRenderRoom } from "#server/render-process/render-process.ts";
import type { Services } from "#server/services.ts";
import { isUuid } from "#contract/uuid.ts";
import { pictureOf } from "./pictures.ts";
import { nothing } from "./send-stored-file.ts";
import { receiveMultipart } from "./receive-multipart.ts";
import { requireRoom } from "./storage-room.ts";
import { makeRoom } from "./temporary-files.ts";

/** `data`: the picture, or the path of its file. */
type NewImage = {
  ownerId: string;
  kind: ImageKind;
  data: Buffer | string;
  alt?: string;
  generated?: boolean;
};
type SavedImage = { id: string; picture: Picture };

/** Of each encoding, as browsers call it. */
export const imageTypes = { avif: "image/avif", webp: "image/webp", jpeg: "image/jpeg" } as const;

/** What is shown by access alone is kept where `sendImage`, which asks nobody, does not look. */
const folders: Partial<Record<ImageKind, string>> = { text: "textpictures" };

/**
 * Encodes a picture in every size it is shown in and stores it. Throws 422 for what is no picture, 413 without room, 429 or 503
 * where too many wait to be encoded.
 */
export async function storeImage(
  services: Services,
  { ownerId, kind, data, alt = "", generated = false }: NewImage,
): Promise<SavedImage> {
  const { pool, files, clock } = services;
  const encoded = await render(ownerId, "encodeImageVariants", data, kind).catch((error: unknown) => {
    if (!(error instanceof RenderFailed)) throw error;
    services.log.error({ err: error, ownerId }, "a picture could not be encoded");
    throw Invalid({ file: "This picture takes too long to prepare. Use a smaller one." });
  });
  const sizeBytes = encoded.files.reduce((sum, file) => sum + file.data.length, 0);
  // Asked before the first file is written, and again with the row: others may have taken the room meanwhile.
  await inTransaction(pool, (client) => requireRoom(services, client, ownerId, sizeBytes));
  const id = randomUUID();
  const variants: ImageVariant[] = [];
  for (const file of encoded.files) {
    const storageKey = `${folders[kind] ?? "images"}/${id}/${file.width}.${file.format}`;
    await files.put(storageKey, file.data, imageTypes[file.format]);
    variants.push({ width: file.width, format: file.format, storageKey });
  }
  const { width, height } = encoded;
  const row = { id, ownerId, kind, width, height, variants, alt, generated, sizeBytes };
  const image = await inTransaction(pool, async (client) => {
    await requireRoom(services, client, ownerId, sizeBytes);
    const [written] = await dbOn(client)
      .insert(images)
      .values({ ...row, createdAt: clock.now() })
      .returning();
    return written;
  }).catch(async (error: unknown) => {
    for (const { storageKey } of variants) await files.remove(storageKey);
    throw error;
  });
  const picture = pictureOf(image ?? null);
  if (!picture) throw new Error("the image was not written");
  return { id, picture };
}

/** Receives one picture of at most 10 MB as multipart/form-data. */
export async function receiveImage(
  services: Services,
  ownerId: string,
  kind: ImageKind,
  request: FastifyRequest,
): Promise<SavedImage> {
  requireRenderRoom(ownerId);
  // Those that wait for their turn wait on the disk, not in memory.
  const path = join(await makeRoom(services.config, maxImageBytes), `picture-${randomUUID()}`);
  try {
    const { sizeBytes } = await receiveMultipart(request, {
      maxBytes: maxImageBytes,
      tooLarge: "The image is too large. Use one of at most 10 MB.",
      open: () => createWriteStream(path, { flags: "wx", mode: 0o600 }),
    });
    if (sizeBytes === 0) throw Invalid({ file: "The file is empty." });
    return await storeImage(services, { ownerId, kind, data: path });
  } finally {
    await rm(path, { force: true });
  }
}

/** Sends one encoding of a picture. Its address never shows anything else, so that browsers keep it for ever. */
export async function sendImage(
  { files }: Services,
  id: string,
  file: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const format = /^[1-9]\d{0,3}\.(avif|webp|jpeg)$/.exec(file)?.[1] as keyof typeof imageTypes | undefined;
  if (!format || !isUuid(id)) throw NotFound();
  const etag = `"${id}-${file}"`;
  const key = `images/${id}/${file}`;
  const sizeBytes = await files.size(key);
  if (sizeBytes === undefined) throw NotFound();
  reply.headers({
    etag,
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
  });
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  reply.headers({ "content-type": imageTypes[format], "content-length": sizeBytes });
  return reply.send(request.method === "HEAD" ? nothing() : await files.read(key));
}
