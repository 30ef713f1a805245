import { reviews } from "#server/database/schema/reviews.ts";
import type { Services } from "#server/services.ts";
import { REVIEW_ANSWERS, REVIEW_TEXTS } from "./demo-reviews.ts";
import { seededRandom } from "./seeded-random.ts";
import type { Sold } from "./seed-orders.ts";
import type { Shelf } from "./seed-shelf.ts";

const dayMs = 86_400_000;

/**
 * About every third buyer has rated what they bought, with four or five stars, most of them under their name and
 * no two in the same words; the creator has answered some of those who wrote something. Returns how many.
 */
export async function seedReviews({ db, clock }: Services, { lines }: Sold, shelf: Shelf): Promise<number> {
  const random = seededRandom("reviews");
  const manners = seededRandom("review manners");
  const now = clock.now().getTime();
  const begins = new Map(Array.from(shelf.values(), ({ id, eventStartsAt }) => [id, eventStartsAt]));
  const rated = new Set<string>();
  const said = new Set<string>();
  const rows = lines.flatMap((line) => {
    const createdAt = new Date(line.boughtAt.getTime() + random.integer(2, 12) * dayMs);
    const wants = random.next() < 0.34;
    const rating = random.next() < 0.72 ? 5 : 4;
    const isSilent = random.next() < 0.15;
    const key = `${line.productId}/${line.customerId}`;
    if (!wants || line.refunded || createdAt.getTime() > now || rated.has(key)) return [];
    // Nobody has been at an event that has yet to begin.
    if ((begins.get(line.productId) ?? createdAt) > createdAt) return [];
    rated.add(key);
    const unsaid = REVIEW_TEXTS[line.productSlug]?.[rating].find((each) => !said.has(each));
    const text = isSilent ? "" : (unsaid ?? "");
    said.add(text);
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
