import { commonZone, dayOf } from "#contract/dates.ts";
import { lt, sql } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import { affiliateClicks } from "#server/database/schema/affiliates.ts";
import { hotStatement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { fewBrowsers } from "#server/http/few-browsers.ts";
import { clientNetwork } from "#server/http/rate-limits.ts";
import { isVisit, visitorHash } from "#server/http/visits.ts";
import { affiliateCode } from "./affiliate-code.ts";
import { setAffiliateCookie } from "./affiliate-cookie.ts";

/**
 * A page was opened with `?aff=`: the browser remembers the code, and the link counts a click, once for each visitor and
 * day. Unknown and inactive codes, programs and prefetches count for nothing, and no failure here costs anyone the page.
 */
export async function openAffiliateLink(
  { config, pool, secret, clock, log }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { aff } = request.query as { aff?: unknown };
  if (typeof aff !== "string" || !affiliateCode.test(aff) || !isVisit(request)) return;
  const day = dayOf(clock.now(), commonZone);
  try {
    const visitor = visitorHash(secret, "affiliate-click", request, day);
    const isCounted = isAmongFew(clientNetwork(request.ip), visitor);
    const [link] = await countClick(pool, aff, day, visitor, isCounted);
    if (link) setAffiliateCookie(config, reply, link.code);
  } catch (error) {
    log.error({ err: error }, "an affiliate click was not counted");
  }
}

/** Whoever names ever other browsers writes no more clicks down, and is remembered by the browser all the same. */
const isAmongFew = fewBrowsers();

const countClick = hotStatement("affiliates_count_click")<
  { code: string },
  [code: string, day: string, visitorHash: string, isCounted: boolean]
>(`with link as (
     select l.id, l.code from affiliate_links l join affiliates a on a.id = l.affiliate_id
      where lower(l.code) = lower($1) and l.active and a.active),
   clicked as (
     insert into affiliate_clicks (link_id, day, visitor_hash) select id, $2, $3 from link where $4::boolean
     on conflict do nothing returning link_id),
   counted as (
     update affiliate_links set clicks = clicks + 1 from clicked where affiliate_links.id = clicked.link_id)
   select code from link`);

/** Who clicked is of use on its own day only; the counts stay. */
export async function clearOldClicks({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const today = dayOf(clock.now(), commonZone);
  await db.delete(affiliateClicks).where(lt(affiliateClicks.day, sql`${today}::date - 1`));
}
