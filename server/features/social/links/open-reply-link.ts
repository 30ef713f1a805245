import { dayOf } from "#contract/dates.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { creatorZone } from "#server/database/creator-zone.ts";
import { hotStatement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { fewBrowsers } from "#server/http/few-browsers.ts";
import { clientNetwork } from "#server/http/rate-limits.ts";
import { isVisit, visitorHash } from "#server/http/visits.ts";
import { setReplyCookie } from "./reply-cookie.ts";
import { replyLinkCode } from "./reply-links.ts";

/**
 * `/l/{code}`: leads to the checkout of the link's product, with the coupon that stands behind it (`?code=`), or to the store when it is not on sale. The browser remembers
 * the code for seven days, and the link counts a click, once for each visitor and day of the creator's zone. Programs, pages fetched in advance
 * and HEAD are led on as well, but count for nothing. False, and nothing sent, for a code that is unknown.
 */
export async function openReplyLink(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  code: string,
): Promise<boolean> {
  if (!replyLinkCode.test(code)) return false;
  const { config, pool, log } = services;
  const [link] = await findLink(pool, code);
  if (!link) return false;
  if (isVisit(request)) {
    try {
      await count(services, request, link);
      // Only now: an order counts for a click that there was, and takes no other reply's place without one.
      setReplyCookie(config, reply, code);
    } catch (error) {
      // Not worth the page: whoever clicked wants to see the product.
      log.error({ err: error }, "a click on a reply's link was not counted");
    }
  }
  const target = link.onSale ? `/checkout/${link.productId}${cartIn(request.query)}` : `/u/${link.handle}`;
  await reply
    .headers({ "cache-control": "private, no-store", "x-robots-tag": "noindex" })
    .redirect(target, 302);
  return true;
}

/** What a creator has written behind the link for the checkout to begin with: a coupon, offers. Nothing else goes on. */
function cartIn(query: unknown): string {
  const given = Object.entries(query ?? {}).filter(
    ([name, value]) => (name === "code" || name === "bump") && typeof value === "string",
  ) as [string, string][];
  return given.length > 0 ? `?${new URLSearchParams(given).toString()}` : "";
}

async function count({ pool, secret, clock }: Services, request: FastifyRequest, link: FoundLink) {
  const now = clock.now();
  const day = dayOf(now, link.zone);
  const visitor = visitorHash(secret, "reply-click", request, day);
  await countClick(pool, link.id, day, visitor, now, isAmongFew(clientNetwork(request.ip), visitor));
}

/** Whoever names ever other browsers writes no more clicks down. */
const isAmongFew = fewBrowsers();

type FoundLink = { id: string; productId: string; onSale: boolean; handle: string; zone: string };

const findLink = hotStatement("social_find_reply_link")<
  FoundLink,
  [code: string]
>(`select l.id, l.product_id as "productId", p.state = 'PUBLISHED' as "onSale", u.handle,
          ${creatorZone("u")} as zone
     from reply_links l join products p on p.id = l.product_id join users u on u.id = l.user_id where l.code = $1`);

/** A repeated click is no second one, but it is the last one. */
const countClick = hotStatement("social_count_reply_click")<
  never,
  [linkId: string, day: string, visitorHash: string, now: Date, isCounted: boolean]
>(`with clicked as (
     insert into reply_link_clicks (link_id, day, visitor_hash) select $1, $2, $3 where $5::boolean
     on conflict do nothing returning link_id)
   update reply_links set clicks = clicks + (select count(*) from clicked),
          last_clicked_at = greatest(last_clicked_at, $4)
    where id = $1`);
