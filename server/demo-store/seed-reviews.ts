import { reviews } from "#server/database/schema/reviews.ts";
import type { Services } from "#server/services.ts";
import { DEMO_PRODUCTS } from "./content/demo-products.ts";
import { REVIEW_ANSWERS, REVIEW_TEXTS } from "./demo-reviews.ts";
import { seededRandom } from "./seeded-random.ts";
import type { Sold } from "./seed-orders.ts";

const dayMs = 86_400_000;

/**
 * About every third buyer has rated what they bought, with four or five stars, most of them under their name; the creator
 * has answered some of those who wrote something. Returns how many.
 */
export async function seedReviews({ db, clock }: Services, { lines }: Sold): Promise<number> {
  const random = seededRandom("reviews");
  const manners = seededRandom("review manners");
  const now = clock.now().getTime();
  const types = new Map(DEMO_PRODUCTS.map(({ slug, type }) => [slug, type]));
  const rated = new Set<string>();
  const rows = lines.flatMap((line) => {
    const createdAt = new Date(line.boughtAt.getTime() + random.integer(2, 12) * dayMs);
    const wants = random.next() < 0.34;
    const rating = random.next() < 0.72 ? 5 : 4;
    const text = random.pick(["", ...REVIEW_TEXTS[types.get(line.productSlug) ?? "DOWNLOAD"][rating]]);
    const key = `${line.productId}/${line.customerId}`;
    if (!wants || line.refunded || createdAt.getTime() > now || rated.has(key)) return [];
    rated.add(key);
    const [firstName, lastName = ""] = line.buyerName.split(" ");
    const authorName = manners.next() < 0.8 ? `${firstName} ${lastName.slice(0, 1)}.` : "";
    const answeredAt = new Date(createdAt.getTime() + manners.integer(1, 3) * dayMs);
    const answer = manners.pick(REVIEW_ANSWERS[rating]);
    const isAnswered = manners.next() < 0.4 && text !== "" && answeredAt.getTime() < now;
    return [
      {
        productId: line.productId,
        customerId: line.customerId,
        rating,
        text,
        authorName,
        ...(isAnswered && { answer, answeredAt }),
        createdAt,
        updatedAt: createdAt,
      },
    ];
  });
  if (rows.length > 0) await db.insert(reviews).values(rows);
  return rows.length;
}
