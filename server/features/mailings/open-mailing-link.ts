import type { FastifyReply, FastifyRequest } from "fastify";
import { returnPath } from "#contract/return-path.ts";
import { hotStatement } from "#server/database/statement.ts";
import { setReplyCookie } from "#server/features/social/links/reply-cookie.ts";
import { cookieFlags, cookieName } from "#server/http/cookies.ts";
import { isVisit } from "#server/http/visits.ts";
import type { Services } from "#server/services.ts";
import { readLinkToken } from "./reader-mark.ts";

/** Until then whoever came by a mail may do something on a page. */
const noticedSeconds = 3_600;

/**
 * `/r/{token}`: leads to where the link of a mailing leads. The browser remembers its code for seven days as it does that of a
 * reply, so that an order comes from the last of both; and for an hour that somebody came by it, which counts once they do
 * something on a page that notices (`recordMailingClick`): programs look through mails, too. False, and nothing sent, for
 * a link that is unknown.
 */
export async function openMailingLink(
  { pool, config, clock }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<boolean> {
  const read = readLinkToken(token);
  const [link] = read ? await findLink(pool, read.code) : [];
  if (!read || !link) return false;
  if (isVisit(request)) {
    await recordVisit(pool, link.id, clock.now());
    setReplyCookie(config, reply, read.code);
    reply.setCookie(cookieName(config, "mailed"), token, {
      ...cookieFlags(config),
      httpOnly: false,
      maxAge: noticedSeconds,
    });
  }
  await reply
    .headers({ "cache-control": "private, no-store", "x-robots-tag": "noindex" })
    .redirect(returnPath(link.target), 302);
  return true;
}

/** Somebody who came by a mailing's link does something: counts once for each person and link. Anything else counts nothing. */
export async function recordMailingClick({ pool, clock }: Services, token: string): Promise<void> {
  const read = readLinkToken(token);
  if (read) await recordClick(pool, read.code, read.promotionId, clock.now());
}

const findLink = hotStatement("mailings_find_link")<{ id: string; target: string }, [code: string]>(
  "select id, coalesce(target, '/') as target from reply_links where code = $1 and mailing_id is not null",
);

const recordVisit = hotStatement("mailings_record_visit")<never, [linkId: string, now: Date]>(
  "update reply_links set last_clicked_at = greatest(last_clicked_at, $2) where id = $1",
);

const recordClick = hotStatement("mailings_record_click")<
  never,
  [code: string, promotionId: string, now: Date]
>(`with clicked as (
     insert into mailing_clicks (promotion_id, link_id, clicked_at)
     select p.id, l.id, $3 from reply_links l
       join promotions p on p.id = $2 and p.mailing_id = l.mailing_id and p.state in ('CLAIMED', 'SENT', 'UNKNOWN')
      where l.code = $1
     on conflict do nothing returning link_id)
   update reply_links set clicks = clicks + 1 where id in (select link_id from clicked)`);
