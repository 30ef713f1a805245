import { keyedToken, sameText } from "#server/secrets.ts";
import type { Services } from "#server/services.ts";

/** Which post's file, for which proved buyer. */
export type AttachmentGrant = { postId: string; customerId: string };

const hours12 = 12 * 60 * 60;

/** The signed link of a post's file: good for 12 hours, for this post and buyer. */
export function attachmentLink({ clock, secret }: Services, { postId, customerId }: AttachmentGrant): string {
  const expires = Math.floor(clock.now().getTime() / 1000) + hours12;
  const grant = [postId, customerId, expires].join(".");
  return `/api/post-attachment/${grant}.${signature(secret, grant)}`;
}

/** What a link's token grants; undefined when it is forged or expired. */
export function readAttachmentLink({ clock, secret }: Services, token: string): AttachmentGrant | undefined {
  const [postId = "", customerId = "", expires, signed = "", ...rest] = token.split(".");
  const grant = [postId, customerId, expires].join(".");
  if (rest.length > 0 || !sameText(signed, signature(secret, grant))) return undefined;
  if (Number(expires) * 1000 <= clock.now().getTime()) return undefined;
  return { postId, customerId };
}

const signature = (secret: string, grant: string): string => keyedToken(secret, "post-attachment", grant);
