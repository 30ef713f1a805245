import type pg from "pg";
import { statement } from "#server/database/statement.ts";
import { keyedToken, sameText } from "#server/secrets/secrets.ts";

/** How a link was sent. One in a message does not fill an address in: the message's reader need not be who typed it. */
type SentBy = "MAIL" | "DM";

const purposes = { MAIL: "cart-link", DM: "cart-message-link" } as const;

/** What a link to a cart carries: short, since mail programs fold what is long. */
export const cartToken = (secret: string, cartId: string, by: SentBy = "MAIL"): string =>
  `${Buffer.from(cartId.replaceAll("-", ""), "hex").toString("base64url")}${keyedToken(secret, purposes[by], cartId).slice(0, 22)}`;

/** The cart that a link's token is of, and how it was sent; undefined where we did not make it. */
export function readCartToken(secret: string, token: string): { cartId: string; by: SentBy } | undefined {
  if (!/^[\w-]{44}$/.test(token)) return undefined;
  const id = Buffer.from(token.slice(0, 22), "base64url")
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  for (const by of ["MAIL", "DM"] as const)
    if (sameText(token, cartToken(secret, id, by))) return { cartId: id, by };
  return undefined;
}

/** Remembers that a mail's link has filled a draft in. */
export const recordReturn = (client: pg.PoolClient, draftId: string, cartId: string): Promise<unknown> =>
  saveReturn(client, draftId, cartId);

const saveReturn = statement("carts_save_return")<never, [draftId: string, cartId: string]>(
  `insert into cart_returns (draft_id, cart_id) values ($1, $2)
   on conflict (draft_id) do update set cart_id = excluded.cart_id`,
);
