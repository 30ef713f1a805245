import type { FastifyReply } from "fastify";
import type { ImageVariant } from "#server/database/schema/accounts.ts";
import { hotStatement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import { sendTextPicture } from "#server/features/files/text-pictures.ts";
import { isUuid } from "#contract/uuid.ts";
import type { Services } from "#server/services.ts";
import { openingOrder } from "./open-posts.ts";
import { readPostLink } from "./post-link.ts";

/**
 * Sends one encoding of a picture of a post's text. A good link is not enough: the post must still be published and show
 * it, and the membership still be open. Throws 404 for everything else.
 */
export async function readPostPicture(
  services: Services,
  reply: FastifyReply,
  { token, imageId, file }: { token: string; imageId: string; file: string },
): Promise<FastifyReply> {
  const grant = readPostLink(services, "post-picture", token);
  const [row] =
    grant && isUuid(imageId)
      ? await selectPicture(services.pool, grant.postId, imageId, [grant.orderId], services.clock.now())
      : [];
  const variant = row?.variants.find(({ width, format }) => file === `${width}.${format}`);
  if (!variant) throw NotFound();
  return sendTextPicture(services, reply, variant);
}

const selectPicture = hotStatement("posts_select_picture")<
  { variants: ImageVariant[] },
  [postId: string, imageId: string, orderIds: [string], now: Date]
>(`select i.variants
     from posts p
     join post_pictures s on s.post_id = p.id and s.image_id = $2::uuid
     join images i on i.id = s.image_id and i.owner_id = p.owner_id
     cross join lateral ${openingOrder("p", "$3", "$4")} opening
    where p.id = $1::uuid and p.published_at <= $4::timestamptz`);
