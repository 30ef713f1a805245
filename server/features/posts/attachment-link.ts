import type { Services } from "#server/services.ts";
import { readGrant, signGrant } from "#server/secrets/signed-grant.ts";

/** Which post's file, for which proved buyer. */
export type AttachmentGrant = { postId: string; customerId: string };

const purpose = "post-attachment";

/** The signed link of a post's file: good for 12 hours, for this post and buyer. */
export const attachmentLink = (services: Services, { postId, customerId }: AttachmentGrant): string =>
  `/api/post-attachment/${signGrant(services, purpose, [postId, customerId])}`;

/** What a link's token grants; undefined when it is forged or expired. */
export function readAttachmentLink(services: Services, token: string): AttachmentGrant | undefined {
  const [postId = "", customerId = ""] = readGrant(services, purpose, token) ?? [];
  return postId === "" ? undefined : { postId, customerId };
}
