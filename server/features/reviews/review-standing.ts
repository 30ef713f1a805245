import type { FastifyRequest } from "fastify";
import {
  longestReviewName,
  type MyReview,
  type Review,
  reviewFromPercent,
} from "#contract/reviews/reviews.ts";
import { hotStatement } from "#server/database/statement.ts";
import { canSeeProduct } from "#server/features/access/can-see-product.ts";
import { findProvenBuyer } from "#server/features/access/proven-buyer.ts";
import { singleLine } from "#server/mail/mail-headers.ts";
import type { Services } from "#server/services.ts";
import { standingPurchase } from "./standing-purchase.ts";
import { courseDonePercent } from "./course-done.ts";

const notBought: MyReview = {
  status: "NOT_BOUGHT",
  progressPercent: null,
  suggestedName: "",
  review: null,
};

/**
 * Whether the caller may review a product, and what they wrote. One review belongs to an address, so a browser that paid,
 * or a receipt, learns only that the address has to be verified; who proves nothing learns as much as of a product that
 * does not exist.
 */
export async function getMyReview(
  services: Services,
  request: FastifyRequest,
  productId: string,
): Promise<MyReview> {
  const buyer = await findProvenBuyer(services, request);
  const standing = buyer ? await getReviewStanding(services, buyer.customerId, productId) : notBought;
  if (standing.status !== "NOT_BOUGHT") return standing;
  const purchase = await canSeeProduct(services, request, { productId });
  return purchase ? { ...notBought, status: "VERIFY_EMAIL" } : notBought;
}

/**
 * Whether a buyer may review a product: their purchase has to stand, and of a course they must have done a part before
 * they first speak of it; an event must have begun. What is written may be changed whatever the course has grown to.
 */
export async function getReviewStanding(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  customerId: string,
  productId: string,
): Promise<MyReview> {
  const [row] = await selectStanding(pool, productId, customerId);
  if (!row) return notBought;
  const { review, name, progressPercent, startsAt } = row;
  const isEarly = progressPercent !== null && progressPercent < reviewFromPercent;
  const isAhead = startsAt !== null && startsAt > clock.now();
  return {
    status: review ? "OPEN" : isAhead ? "NOT_STARTED" : isEarly ? "MORE_PROGRESS" : "OPEN",
    progressPercent,
    suggestedName: singleLine(name ?? "", longestReviewName),
    review: review && {
      ...review,
      answeredAt: review.answeredAt === null ? null : new Date(review.answeredAt),
      createdAt: new Date(review.createdAt),
    },
  };
}

type ReviewJson = Omit<Review, "answeredAt" | "createdAt"> & { answeredAt: string | null; createdAt: string };

const selectStanding = hotStatement("reviews_standing")<
  { review: ReviewJson | null; name: string | null; progressPercent: number | null; startsAt: Date | null },
  [productId: string, customerId: string]
>(`select (select json_build_object('id', r.id, 'rating', r.rating, 'text', r.text, 'authorName', r.author_name,
                    'answer', r.answer, 'answeredAt', r.answered_at, 'createdAt', r.created_at)
             from reviews r where r.product_id = p.id and r.customer_id = $2) as review,
          (select o.customer_name from orders o
            where o.customer_id = $2 and o.owner_id = p.owner_id and o.paid_at is not null and o.customer_name <> ''
            order by o.paid_at desc limit 1) as name,
          case when p.type = 'COURSE' then ${courseDonePercent("p.id", "$2::uuid")} end as "progressPercent",
          case when p.type = 'EVENT' then p.event_starts_at end as "startsAt"
     from products p
    where p.id = $1 and p.plan is null and exists (${standingPurchase("$2")} and a.product_id = p.id)`);
