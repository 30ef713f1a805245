import type { Services } from "#server/services.ts";
import { readGrant, signGrant } from "#server/secrets/signed-grant.ts";

/** Which post's file, pictures or videos, by which proved order. */
export type PostGrant = { postId: string; orderId: string };

type Kind = "post-attachment" | "post-picture" | "post-video";

/** The signed link of a post's file, or of its pictures and videos: good for 12 hours, for this post and order. */
export const postLink = (services: Services, kind: Kind, { postId, orderId }: PostGrant): string =>
  `/api/${kind}/${signGrant(services, kind, [postId, orderId])}`;

/** What a link's token grants; undefined when it is forged or expired. */
export function readPostLink(services: Services, kind: Kind, token: string): PostGrant | undefined {
  const [postId = "", orderId = ""] = readGrant(services, kind, token) ?? [];
  return postId === "" ? undefined : { postId, orderId };
}
