import type pg from "pg";
import { statement } from "#server/database/statement.ts";
import { newLinkCode } from "./reply-links.ts";

/**
 * Writes the links of a mailing, one for each path that it leads to, beside those of replies: so an order comes from the last
 * of all of them that was clicked.
 */
export async function insertMailingLinks(
  client: pg.PoolClient,
  mailing: { id: string; ownerId: string; now: Date },
  targets: readonly string[],
): Promise<void> {
  const codes = targets.map(() => newLinkCode());
  await insertLinks(client, mailing.ownerId, mailing.id, [...targets], codes, mailing.now);
}

const insertLinks = statement("social_insert_mailing_links")<
  never,
  [ownerId: string, mailingId: string, targets: string[], codes: string[], now: Date]
>(
  `insert into reply_links (code, user_id, mailing_id, target, created_at)
   select code, $1, $2, target, $5 from unnest($3::text[], $4::text[]) links(target, code) on conflict (mailing_id, target) do nothing`,
);
