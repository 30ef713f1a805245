import type { EventNews } from "#contract/events/events.ts";
import { shownBuyers } from "#server/http/roles.ts";
import type { SignedIn } from "#server/http/http.ts";
import { statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import { openAccess } from "#server/features/access/open-access.ts";
import type { Services } from "#server/services.ts";

/** Whom a change of an event is told, as whoever asks may know it. Throws 404 for what is no event of this creator's. */
export async function getEventNews(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  asking: Pick<SignedIn, "creatorId" | "role">,
  productId: string,
): Promise<EventNews> {
  const [news] = await selectNews(pool, productId, asking.creatorId, clock.now());
  if (!news) throw NotFound("Product not found");
  return { ...news, buyers: shownBuyers(asking, news.buyers) };
}

const selectNews = statement("events_select_news")<
  EventNews & { buyers: number },
  [productId: string, ownerId: string, now: Date]
>(`select (select count(distinct a.customer_id)::int from ${openAccess("$3")} a
            where a.owner_id = $2 and a.product_id = p.id) as buyers,
          (select due_at from event_changes c where c.product_id = p.id and c.told_at is null) as "tellsAt",
          p.event_cancelled_at is not null as "isCancelled"
     from products p where p.id = $1 and p.owner_id = $2 and p.type = 'EVENT'`);
