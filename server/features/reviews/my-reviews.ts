import type { z } from "zod";
import type { listMyReviews as endpoint } from "#contract/reviews/reviews.ts";
import { hotStatement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { standingPurchase } from "./standing-purchase.ts";

type Bought = z.output<(typeof endpoint)["schema"]["response"][200]>;

/** What a buyer has bought, where the purchase stands, and the stars they gave it; the newest purchase first. */
export function listMyReviews({ pool }: Pick<Services, "pool">, customerId: string): Promise<Bought> {
  return selectBought(pool, customerId);
}

const selectBought = hotStatement("reviews_of_buyer")<
  Bought[number],
  [customerId: string]
>(`select p.id as "productId", p.title, u.handle as "creatorHandle", r.rating
     from (select product_id, max(granted_at) as bought_at from (${standingPurchase("$1")}) as standing
            group by product_id) as bought
     join products p on p.id = bought.product_id
     join users u on u.id = p.owner_id
     left join reviews r on r.product_id = p.id and r.customer_id = $1
    order by bought.bought_at desc, p.id`);
