import { creatorName } from "#server/database/creator-name.ts";
import { creatorZone } from "#server/database/creator-zone.ts";
import { storeName } from "#server/mail/hostile-words.ts";
import { isAddress } from "#server/mail/mail-headers.ts";
import type { RenderedMail } from "#server/mail/mailer.ts";

/** The creator on whose behalf a mail is sent; days that it names are those of their zone. */
export type Seller = { name: string; handle: string; email: string; zone: string };

/** SQL: a `Seller`, as JSON. `user` names a row of `users`. */
export const sellerOf = (user: string): string =>
  `json_build_object('name', ${creatorName(user)}, 'handle', ${user}.handle, 'email', ${user}.email,
   'zone', ${creatorZone(user)})`;

/** How a mail calls the creator, and whom its headers name: answers to it reach them. */
export function onBehalfOf({ name, handle, email }: Pick<Seller, "name" | "handle" | "email">): {
  creator: string;
  from: Pick<RenderedMail, "fromName" | "replyTo">;
} {
  const creator = storeName({ name, handle });
  return {
    creator,
    from: { fromName: `${creator} via Openstall`, ...(isAddress(email) && { replyTo: email }) },
  };
}
