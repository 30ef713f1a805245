import { statement } from "#server/database/statement.ts";
import { keyedToken, sameText } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";

/** The headers by which a mail program ends a creator's mails about their sales with one press (RFC 8058). */
export function stopHeaders(
  { config, secret }: Pick<Services, "config" | "secret">,
  ownerId: string,
): Record<string, string> {
  const link = new URL(`/api/sale-mails/${tokenOf(secret, ownerId)}`, config.publicUrl).href;
  return { "List-Unsubscribe": `<${link}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/** Ends them, by a link's token. One that we did not make ends nothing, and is answered the same. */
export async function stopSaleMails(
  { pool, secret }: Pick<Services, "pool" | "secret">,
  token: string,
): Promise<void> {
  const id = Buffer.from(token.slice(0, 22), "base64url").toString("hex");
  const ownerId = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  if (!/^[\w-]{44}$/.test(token) || !sameText(token, tokenOf(secret, ownerId))) return;
  await stop(pool, ownerId);
}

/** Short, since mail programs fold what is long. */
const tokenOf = (secret: string, ownerId: string): string =>
  `${Buffer.from(ownerId.replaceAll("-", ""), "hex").toString("base64url")}${keyedToken(secret, "sale-mails", ownerId).slice(0, 22)}`;

const stop = statement("notifications_stop_sale_mails")<never, [ownerId: string]>(`
  insert into notification_choices (owner_id, kind, mail) select u.id, 'SALE', 'NEVER' from users u where u.id = $1
  on conflict (owner_id, kind) do update set mail = 'NEVER'`);
