import { isolated } from "#contract/isolated.ts";
import type { Config } from "#server/config.ts";
import { creatorAccent } from "#server/database/creator-accent.ts";
import { creatorPortrait, isWhiteLabel } from "#server/database/creator-look.ts";
import { creatorName } from "#server/database/creator-name.ts";
import { isNameApproved } from "#server/database/name-approved.ts";
import { creatorZone } from "#server/database/creator-zone.ts";
import { storeName } from "#server/mail/sender-name.ts";
import { isErasedAddress } from "#server/mail/erased-address.ts";
import { isAddress } from "#server/mail/mail-headers.ts";
import type { RenderedMail } from "#server/mail/mailer.ts";
import { mailColors, type Masthead } from "./masthead.ts";

/** The creator on whose behalf a mail is sent; days that it names are those of `zone`. */
export type Seller = {
  name: string;
  handle: string;
  email: string;
  /** The reader's, where it is known and the mail is to a buyer; else the creator's. */
  zone: string;
  /** Of their store, as `#rrggbb`; null where it looks as every new one does. */
  accent: string | null;
  /** The path of their picture. */
  portrait: string | null;
  /** The account that sells our own plans. */
  isPlatform: boolean;
  /** An operator has approved the name as a sender's. */
  isNameApproved: boolean;
  /** Whether their plan takes our name away. */
  isWhiteLabel: boolean;
};

/** SQL: a `Seller`, as JSON. `user` names a row of `users`, and `readersZone` what holds the zone of who reads the mail. */
export const sellerOf = (user: string, readersZone = "null"): string =>
  `json_build_object('name', ${creatorName(user)}, 'handle', ${user}.handle, 'email', ${user}.email,
   'zone', coalesce(${readersZone}, ${creatorZone(user)}), 'accent', ${creatorAccent(user)}, 'portrait', ${creatorPortrait(user, "jpeg")},
   'isPlatform', ${user}.is_platform, 'isNameApproved', ${isNameApproved(user)}, 'isWhiteLabel', ${isWhiteLabel(user)})`;

/** How a mail calls the creator, how its head shows them, and whom its headers name: answers to it reach them. */
export function onBehalfOf(
  seller: Seller,
  { publicUrl, plans }: Pick<Config, "publicUrl" | "plans">,
): {
  creator: string;
  /** The same with where they sell, unless they bought that away. */
  shop: string;
  masthead: Masthead;
  from: Pick<RenderedMail, "fromName" | "replyTo">;
} {
  const { email, accent, portrait, isWhiteLabel } = seller;
  const creator = storeName(seller);
  const isPoweredBy = plans && !isWhiteLabel;
  return {
    creator: isolated(creator),
    shop: isPoweredBy ? `${isolated(creator)} on Openstall` : isolated(creator),
    masthead: {
      name: creator,
      picture: portrait === null ? null : new URL(portrait, publicUrl).href,
      colors: mailColors(accent),
      isPoweredBy,
    },
    from: {
      fromName: isPoweredBy ? `${creator} via Openstall` : creator,
      // Who has left reads no answers.
      ...(isAddress(email) && !isErasedAddress(email) && { replyTo: email }),
    },
  };
}
