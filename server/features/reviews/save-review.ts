import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { type MyReview, type ReviewInput, reviewFromPercent } from "#contract/reviews/reviews.ts";
import { products } from "#server/database/schema/catalog.ts";
import { reviews } from "#server/database/schema/reviews.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { Forbidden, NotFound } from "#server/errors.ts";
import { notifyCreator } from "#server/features/notifications/tell-creator.ts";
import { singleLine } from "#server/mail/mail-headers.ts";
import type { Services } from "#server/services.ts";
import { getReviewStanding } from "./review-standing.ts";

/**
 * Writes a buyer's review of a product, or changes the one there is; two at once leave one. A refund meanwhile needs no
 * lock: whether a review counts is asked whenever it is read. Throws 403 where it may not be written, the same for what
 * was not bought and what does not exist.
 */
export async function saveReview(
  services: Services,
  customerId: string,
  productId: string,
  input: z.output<typeof ReviewInput>,
): Promise<MyReview> {
  const { db, pool, clock } = services;
  const { status, progressPercent } = await getReviewStanding(services, customerId, productId);
  if (status === "MORE_PROGRESS")
    throw Forbidden(
      `You can review this course once you have done ${reviewFromPercent}% of it. So far: ${progressPercent}%.`,
      "MORE_PROGRESS",
    );
  if (status === "NOT_STARTED")
    throw Forbidden("You can review this event once it has started.", "NOT_STARTED");
  if (status !== "OPEN") throw Forbidden("Only its buyers can review a product.", "NOT_BOUGHT");

  const now = clock.now();
  const said = { rating: input.rating, text: input.text, authorName: singleLine(input.authorName) };
  await db.transaction(async (tx) => {
    const [saved] = await tx
      .insert(reviews)
      .values({ productId, customerId, ...said, createdAt: now, updatedAt: now })
      .onConflictDoUpdate({
        target: [reviews.productId, reviews.customerId],
        set: { ...said, updatedAt: now },
      })
      .returning({ isNew: sql<boolean>`xmax = 0` });
    if (!saved?.isNew) return;
    const [product] = await tx
      .select({ ownerId: products.ownerId, title: products.title })
      .from(products)
      .where(eq(products.id, productId));
    if (!product) return;
    await notifyCreator(tx, {
      ownerId: product.ownerId,
      kind: "REVIEW",
      // Once for a buyer and a product, however often they delete it and write again.
      event: `new-review:${productId}:${customerId}`,
      facts: { title: product.title, rating: input.rating },
      now,
      mail: { template: "new-review", data: { productId, customerId } },
    });
  });
  wakeListeners(pool, "job_outbox");
  return getReviewStanding(services, customerId, productId);
}

/** Deletes a buyer's review, also one that no longer counts. Throws 404 where there is none. */
export async function deleteReview(
  { db }: Pick<Services, "db">,
  customerId: string,
  productId: string,
): Promise<{ success: true }> {
  const deleted = await db
    .delete(reviews)
    .where(and(eq(reviews.productId, productId), eq(reviews.customerId, customerId)))
    .returning({ id: reviews.id });
  if (deleted.length === 0) throw NotFound("Review not found");
  return { success: true };
}
