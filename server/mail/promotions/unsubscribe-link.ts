import type pg from "pg";
import { statement } from "#server/database/statement.ts";
import { keyedToken, sameText } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";

/** Whom a mail that advertises goes to: somebody on a list or on none. */
type Recipient = { ownerId: string; email: string; cartId?: string | null };

/** The page where a mail's recipient ends mails, and the address that ends a creator's by one POST (RFC 8058). */
export type UnsubscribeWays = { page: string; oneClick: string };

/** What the unsubscribe links of a mail to somebody on no list are; one for each address and creator, or cart. */
export async function getUnsubscribeWays(
  services: Pick<Services, "config" | "secret">,
  client: pg.Pool | pg.PoolClient,
  { ownerId, email, cartId = null }: Recipient,
  now: Date,
): Promise<UnsubscribeWays> {
  await insertLink(client, ownerId, email, cartId, now);
  const [link] = await selectLink(client, ownerId, email, cartId);
  if (!link) throw new Error("an unsubscribe link was not written");
  return unsubscribeWays(services, link.id);
}

/** Those of a row of `subscribers` or `unsubscribe_links`. The page's token is in the fragment, which reaches no log. */
export function unsubscribeWays(
  { config, secret }: Pick<Services, "config" | "secret">,
  id: string,
): UnsubscribeWays {
  const token = unsubscribeToken(secret, id);
  const page = new URL("/unsubscribe", config.publicUrl);
  page.hash = `token=${token}`;
  return { page: page.href, oneClick: new URL(`/api/unsubscribe/${token}`, config.publicUrl).href };
}

/** What every mail's unsubscribe link carries: short, since mail programs fold what is long. */
const unsubscribeToken = (secret: string, id: string): string =>
  `${Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url")}${
    // 128 bits are enough for what cannot be tried without asking us.
    keyedToken(secret, "unsubscribe", id).slice(0, 22)
  }`;

/** The row that an unsubscribe token is of; undefined where we did not make it. */
export function readUnsubscribeToken(secret: string, token: string): string | undefined {
  if (!/^[\w-]{44}$/.test(token)) return undefined;
  const id = Buffer.from(token.slice(0, 22), "base64url")
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return sameText(token, unsubscribeToken(secret, id)) ? id : undefined;
}

const insertLink = statement("mail_insert_unsubscribe_link")<
  never,
  [ownerId: string, email: string, cartId: string | null, now: Date]
>(
  `insert into unsubscribe_links (owner_id, email, cart_id, created_at) values ($1, $2, $3, $4) on conflict do nothing`,
);

const selectLink = statement("mail_select_unsubscribe_link")<
  { id: string },
  [ownerId: string, email: string, cartId: string | null]
>(
  `select id from unsubscribe_links
    where owner_id = $1 and lower(email) = lower($2) and cart_id is not distinct from $3::uuid`,
);
