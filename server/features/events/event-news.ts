import type { EventNews } from "#contract/events/events.ts";
import { statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import { openAccess } from "#server/features/access/open-access.ts";
import type { Services } from "#server/services.ts";

/** Whom a change of an event is told. Throws 404 for what is no event of this creator's. */
export async function getEventNews(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  ownerId: string,
  productId: string,
): Promise<EventNews> {
  const [news] = await selectNews(pool, productId, ownerId, clock.now());
  if (!news) throw NotFound("Product not found");
  return news;
}

const selectNews = statement("events_select_news")<
  EventNews,
  [productId: string, ownerId: string, now: Date]
>(`select (select count(distinct a.customer_id)::int from ${openAccess("$3")} a
            where a.owner_id = $2 and a.product_id = p.id) as buyers,
          (select due_at from event_changes c where c.product_id = p.id and c.told_at is null) as "tellsAt",
          p.event_cancelled_at is not null as "isCancelled"
     from products p where p.id = $1 and p.owner_id = $2 and p.type = 'EVENT'`);
