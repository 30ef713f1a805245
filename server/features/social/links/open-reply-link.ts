import type { LinkTarget } from "#contract/social/reply-link.ts";
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
 * `/l/{code}`: leads to the page or the checkout of the link's product, to the store or the list, with the link's coupon or
 * the one that stands behind it (`?code=`); to the store when the product is not on sale. The browser remembers the code
 * for seven days, and the link counts a click, once for each visitor and day of the creator's zone. Programs, pages fetched in advance
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
  await reply
    .headers({ "cache-control": "private, no-store", "x-robots-tag": "noindex" })
    .redirect(addressOf(link, code, request.query), 302);
  return true;
}

/**
 * Where a link leads. The code goes along in the address: the browsers of social apps keep their cookies to themselves, and
 * "Open in Safari" takes the address alone.
 */
function addressOf(link: FoundLink, code: string, query: unknown): string {
  const store = `/u/${encodeURIComponent(link.handle)}`;
  const search = new URLSearchParams({
    via: code,
    ...(link.couponCode !== null && { code: link.couponCode }),
    ...cartIn(query),
  }).toString();
  if (link.destination === "LIST") return `${store}/join?via=${code}`;
  if (link.destination === "STORE" || !link.onSale) return `${store}?${search}`;
  if (link.destination === "PAGE") return `${store}/${encodeURIComponent(link.slug ?? "")}?${search}`;
  return `/checkout/${link.productId}?${search}`;
}

/** What a creator has written behind the link for the checkout to begin with: a coupon, offers. Nothing else goes on. */
const cartIn = (query: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query ?? {}).filter(
      ([name, value]) => (name === "code" || name === "bump") && typeof value === "string",
    ),
  );

async function count({ pool, secret, clock }: Services, request: FastifyRequest, link: FoundLink) {
  const now = clock.now();
  const day = dayOf(now, link.zone);
  const visitor = visitorHash(secret, "reply-click", request, day);
  await countClick(pool, link.id, day, visitor, now, isAmongFew(clientNetwork(request.ip), visitor));
}

/** Whoever names ever other browsers writes no more clicks down. */
const isAmongFew = fewBrowsers();

type FoundLink = {
  id: string;
  /** The rest of the product is null for the store and the list. */
  productId: string | null;
  slug: string | null;
  onSale: boolean;
  destination: LinkTarget | null;
  couponCode: string | null;
  handle: string;
  zone: string;
};

const findLink = hotStatement("social_find_reply_link")<
  FoundLink,
  [code: string]
>(`select l.id, l.product_id as "productId", p.slug, coalesce(p.state = 'PUBLISHED', false) as "onSale", l.destination,
          (select c.code from coupons c where c.owner_id = l.user_id and lower(c.code) = lower(l.coupon_code) and c.active) as "couponCode",
          u.handle, ${creatorZone("u")} as zone
     from reply_links l left join products p on p.id = l.product_id join users u on u.id = l.user_id
    where l.code = $1 and l.mailing_id is null`);

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
