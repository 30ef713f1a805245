import type { Services } from "#server/services.ts";
import { readGrant, signGrant } from "#server/secrets/signed-grant.ts";

/** Which post's file, by which proved order. */
export type AttachmentGrant = { postId: string; orderId: string };

const purpose = "post-attachment";

/** The signed link of a post's file: good for 12 hours, for this post and order. */
export const attachmentLink = (services: Services, { postId, orderId }: AttachmentGrant): string =>
  `/api/post-attachment/${signGrant(services, purpose, [postId, orderId])}`;

/** What a link's token grants; undefined when it is forged or expired. */
export function readAttachmentLink(services: Services, token: string): AttachmentGrant | undefined {
  const [postId = "", orderId = ""] = readGrant(services, purpose, token) ?? [];
  return postId === "" ? undefined : { postId, orderId };
}
