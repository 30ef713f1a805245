import { randomInt } from "node:crypto";
import type pg from "pg";
import type { LinkTarget } from "#contract/social/reply-link.ts";
import { hotStatement } from "#server/database/statement.ts";

/** What `/l/{code}` looks like. */
export const replyLinkCode = /^[A-Za-z0-9]{10}$/;

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A code for a new link: nobody guesses one, and ten characters fit any message. */
export const newLinkCode = (): string =>
  Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join("");

/** The link of one reply. At most one of the response and the rule is set; `postId` where a comment was answered. */
export type NewReplyLink = {
  code: string;
  userId: string;
  /** Null for the store and the list. */
  productId: string | null;
  destination: LinkTarget;
  couponCode: string | null;
  eventId: number | null;
  keywordResponseId: string | null;
  automationRuleId: string | null;
  postId: string | null;
  now: Date;
};

/** Writes the links of replies, in the transaction that queues these. Throws for a second link of one event. */
export async function insertReplyLinks(
  client: Pick<pg.PoolClient, "query"> | Pick<pg.Pool, "query">,
  links: readonly NewReplyLink[],
): Promise<void> {
  if (links.length > 0) await insertLinks(client, JSON.stringify(links));
}

const insertLinks = hotStatement("social_insert_reply_links")<
  never,
  [links: string]
>(`insert into reply_links (code, user_id, product_id, destination, coupon_code, event_id, keyword_response_id, automation_rule_id, post_id, created_at)
   select code, "userId", "productId", destination, "couponCode", "eventId", "keywordResponseId", "automationRuleId", "postId", now
     from json_to_recordset($1::json) as link (code text, "userId" uuid, "productId" uuid, destination text, "couponCode" text, "eventId" bigint,
          "keywordResponseId" uuid, "automationRuleId" uuid, "postId" text, now timestamptz)`);
