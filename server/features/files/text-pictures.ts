import { and, eq } from "drizzle-orm";
import type { FastifyReply } from "fastify";
import { images, type ImageVariant } from "#server/database/schema/accounts.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { imageTypes } from "./images.ts";

/** Sends a picture of a creator's own texts to them. Throws 404 for what is none. */
export async function readTextPicture(
  services: Services,
  reply: FastifyReply,
  creatorId: string,
  imageId: string,
): Promise<FastifyReply> {
  const [image] = await services.db
    .select({ variants: images.variants })
    .from(images)
    .where(and(eq(images.id, imageId), eq(images.ownerId, creatorId), eq(images.kind, "text")));
  const variant = image?.variants.findLast(({ format, width }) => format === "webp" && width <= 960);
  const shown = variant ?? image?.variants.find(({ format }) => format === "webp");
  if (!shown) throw NotFound("Picture not found");
  return sendTextPicture(services, reply, shown);
}

/** Sends one encoding of a picture to somebody who may see it now; it is asked anew for whoever comes next. */
export async function sendTextPicture(
  { files }: Pick<Services, "files">,
  reply: FastifyReply,
  { storageKey, format }: ImageVariant,
): Promise<FastifyReply> {
  const sizeBytes = await files.size(storageKey);
  if (sizeBytes === undefined) throw NotFound("Picture not found");
  reply.headers({
    "content-type": imageTypes[format],
    "content-length": sizeBytes,
    "cache-control": "private, no-store",
    "content-security-policy": "sandbox; default-src 'none'",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
  });
  return reply.send(await files.read(storageKey));
}
