import type { z } from "zod";
import type { CreatorReview, listReviews as endpoint } from "#contract/reviews/reviews.ts";
import { inBatches } from "#server/database/in-batches.ts";
import { comesAfter, cursorOf, cutPage, type Placed, placeOf } from "#server/database/newest-first.ts";
import { hotStatement, statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { newestFirst, reviewColumns } from "./review-page.ts";

type Page = z.output<(typeof endpoint)["schema"]["response"][200]>;
type Filter = z.output<(typeof endpoint)["schema"]["querystring"]>;

const perPage = 20;
const batchSize = 2_000;

/** A page of what buyers say of the creator's products, of the reviews that count; none for another's product. */
export async function listReviews(
  { pool }: Pick<Services, "pool">,
  ownerId: string,
  { productId, answered, cursor }: Filter,
): Promise<Page> {
  const filter = [productId ?? null, answered === undefined ? null : answered === "yes"] as const;
  const [rows, [counts]] = await Promise.all([
    selectPage(pool, ownerId, ...filter, ...placeOf(cursor)),
    countReviews(pool, ownerId, ...filter),
  ]);
  const { shown, nextCursor } = cutPage(rows, perPage);
  return {
    reviews: shown,
    nextCursor,
    total: counts?.total ?? 0,
    unansweredCount: counts?.unansweredCount ?? 0,
  };
}

/** All of the creator's reviews that count, the newest first. */
export const allReviews = (pool: Services["pool"], ownerId: string): AsyncGenerator<CreatorReview> =>
  inBatches(batchSize, (last?: Row) =>
    selectBatch(pool, ownerId, null, null, ...placeOf(last && cursorOf(last))),
  );

/**
 * Answers a review of the creator's own product, changes the answer, or takes it away (null). Throws 404 for any other
 * id, and for a review that does not count.
 */
export async function answerReview(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  ownerId: string,
  reviewId: string,
  answer: string | null,
): Promise<CreatorReview> {
  const [review] = await updateAnswer(pool, ownerId, reviewId, answer, answer === null ? null : clock.now());
  if (!review) throw NotFound("Review not found");
  return review;
}

const columns = `${reviewColumns}, r.product_id as "productId", p.title as "productTitle", r.customer_id as "customerId"`;
const own = "counted_reviews r join products p on p.id = r.product_id and p.owner_id = $1";
const filtered = "($2::uuid is null or p.id = $2) and ($3::boolean is null or (r.answer is not null) = $3)";

type Row = CreatorReview & Placed;
type FilterValues = [ownerId: string, productId: string | null, isAnswered: boolean | null];

/** Reviews are put in order first (`offset 0` keeps the planner to it): whether they count is asked of a page of them. */
const firstOf = (rows: number) => `
  select ${columns}
    from (select r.id, r.created_at from reviews r join products p on p.id = r.product_id and p.owner_id = $1
           where ${filtered} and ${comesAfter("r.created_at", "r.id", ["$4", "$5"])} order by ${newestFirst} offset 0) placed
    join counted_reviews r on r.id = placed.id join products p on p.id = r.product_id
   order by placed.created_at desc, placed.id desc limit ${rows}`;

type PageValues = [...FilterValues, micros: string, id: string];
const selectPage = hotStatement("reviews_of_creator")<Row, PageValues>(firstOf(perPage + 1));
const selectBatch = statement("reviews_batch_of_creator")<Row, PageValues>(firstOf(batchSize));

const countReviews = hotStatement("reviews_count")<
  { total: number; unansweredCount: number },
  FilterValues
>(`select count(*) filter (where ${filtered})::int as total,
          count(*) filter (where r.answer is null)::int as "unansweredCount" from ${own}`);

const updateAnswer = hotStatement("reviews_answer")<
  Row,
  [ownerId: string, reviewId: string, answer: string | null, answeredAt: Date | null]
>(`with r as (
     update reviews set answer = $3, answered_at = $4
      where id in (select r.id from ${own} where r.id = $2)
      returning *)
   select ${columns} from r join products p on p.id = r.product_id`);
