import type { listProductReviews as endpoint, Review } from "#contract/reviews/reviews.ts";
import type { z } from "zod";
import { creatorName } from "#server/database/creator-name.ts";
import { comesAfter, cutPage, type Placed, placeOf } from "#server/database/newest-first.ts";
import { hotStatement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { newestFirst, reviewColumns } from "./review-page.ts";

type Page = z.output<(typeof endpoint)["schema"]["response"][200]>;

const perPage = 10;

/** What buyers say of a product on sale, of the reviews that count alone. Throws 404 for every other product. */
export async function listProductReviews(
  { pool }: Pick<Services, "pool">,
  productId: string,
  cursor: string | undefined,
): Promise<Page> {
  const [figures] = await selectFigures(pool, productId);
  if (!figures) throw NotFound("Product not found");
  const rows = await selectPage(pool, productId, ...placeOf(cursor));
  const { shown, nextCursor } = cutPage(rows, perPage);
  return { ...figures, reviews: shown, nextCursor };
}

const selectFigures = hotStatement("reviews_figures")<
  Pick<Page, "average" | "count" | "stars" | "creatorName">,
  [productId: string]
>(`select ${creatorName("u")} as "creatorName", figures.*
     from products p
     join users u on u.id = p.owner_id
     cross join lateral (
       select round(avg(r.rating), 1)::float8 as average, count(*)::int as count,
              array[${[1, 2, 3, 4, 5].map((stars) => `count(*) filter (where r.rating = ${stars})::int`).join(", ")}] as stars
         from counted_reviews r where r.product_id = p.id) as figures
    where p.id = $1 and p.state = 'PUBLISHED'`);

const selectPage = hotStatement("reviews_of_product")<
  Review & Placed,
  [productId: string, micros: string, id: string]
>(`select ${reviewColumns} from counted_reviews r
    where r.product_id = $1 and ${comesAfter("r.created_at", "r.id", ["$2", "$3"])}
    order by ${newestFirst} limit ${perPage + 1}`);
