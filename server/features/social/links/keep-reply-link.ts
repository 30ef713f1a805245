import type { FastifyReply, FastifyRequest } from "fastify";
import { statement } from "#server/database/statement.ts";
import { isOwnNavigation } from "#server/pages/own-navigation.ts";
import type { Services } from "#server/services.ts";
import { replyLinkOf, setReplyCookie } from "./reply-cookie.ts";
import { replyLinkCode } from "./reply-links.ts";

/**
 * Remembers the link of a reply that a page's address names (`?via=`), as the click did in the app's own browser: a fan who
 * goes on in another browser is still one whom the reply brought. It counts no click, and a link that nobody clicked in
 * the last seven days takes no other's place. Never throws.
 */
export async function keepReplyLink(
  { config, pool, clock, log }: Pick<Services, "config" | "pool" | "clock" | "log">,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { via } = request.query as Partial<Record<string, unknown>>;
  if (typeof via !== "string" || !replyLinkCode.test(via) || !isOwnNavigation(request)) return;
  if (replyLinkOf(config, request) === via) return;
  try {
    const [clicked] = await selectClicked(pool, via, clock.now());
    if (clicked) setReplyCookie(config, reply, via);
  } catch (error) {
    log.error({ err: error }, "a reply's link in an address was not kept");
  }
}

const selectClicked = statement("social_select_clicked_link")<{ id: string }, [code: string, now: Date]>(
  `select id from reply_links
    where code = $1 and mailing_id is null and last_clicked_at > $2::timestamptz - interval '7 days'`,
);
