import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { everybodyOfTheTeam, forSupport } from "#contract/team/roles.ts";
import { Id, multiLine, oneLine, PlaceCursor, Timestamp } from "#contract/values.ts";

const tags = ["Reviews"];

/** A course may be reviewed once so much of it is done. */
export const reviewFromPercent = 20;

export const longestReview = 4_000;
export const longestReviewName = 60;

/** What a buyer says of a product, as everybody reads it. All texts are plain. */
export const Review = z.object({
  id: Id,
  /** 1 to 5. */
  rating: z.int(),
  text: z.string(),
  /** As the buyer wrote it; may be empty. */
  authorName: z.string(),
  /** The creator's; null where there is none. */
  answer: z.string().nullable(),
  answeredAt: Timestamp.nullable(),
  createdAt: Timestamp,
});
export type Review = z.infer<typeof Review>;

/** What stands between a buyer and their review of a product. */
export const MyReview = z.object({
  /**
   * OPEN: it may be written or changed. VERIFY_EMAIL: this browser or receipt proves the purchase, but not the address it
   * was made with. MORE_PROGRESS: too little of the course is done. NOT_STARTED: the event has yet to begin. NOT_BOUGHT: everything else, an unknown product too.
   */
  status: z.enum(["OPEN", "VERIFY_EMAIL", "MORE_PROGRESS", "NOT_STARTED", "NOT_BOUGHT"]),
  /** How much of the course is done, in whole per cent; null where that is not asked. */
  progressPercent: z.int().nullable(),
  /** To begin with: the name at the newest order. */
  suggestedName: z.string(),
  review: Review.nullable(),
});
export type MyReview = z.infer<typeof MyReview>;

export const ReviewInput = z.object({
  rating: z.int("Choose 1 to 5 stars").min(1, "Choose 1 to 5 stars").max(5, "Choose 1 to 5 stars"),
  text: multiLine(longestReview).default(""),
  authorName: oneLine(longestReviewName).default(""),
});
export type ReviewInput = z.input<typeof ReviewInput>;

/** A review as the owner of its product sees it. */
export const CreatorReview = Review.extend({
  productId: Id,
  productTitle: z.string(),
  customerId: Id,
});
export type CreatorReview = z.infer<typeof CreatorReview>;

const cursor = PlaceCursor.optional();

const product = z.object({ id: Id });
const readLimit = { points: 120, seconds: 60 };
const writeLimit = { points: 30, seconds: 60 };

export const listProductReviews = endpoint({
  method: "GET",
  url: "/api/products/:id/reviews",
  config: { access: "public", limit: readLimit },
  schema: {
    tags,
    summary:
      "What buyers say of a product on sale, the newest first, 10 to a page; 404 for every other product",
    params: product,
    querystring: z.object({ cursor }),
    response: {
      200: z.object({
        /** To one decimal; null where nobody has rated it. */
        average: z.number().nullable(),
        count: z.int(),
        /** How many gave 1, 2, 3, 4 and 5 stars. */
        stars: z.array(z.int()).length(5),
        /** Who answers. */
        creatorName: z.string(),
        reviews: z.array(Review),
        /** For the next page; null on the last one. */
        nextCursor: z.string().nullable(),
      }),
    },
  },
});

export const getMyReview = endpoint({
  method: "GET",
  url: "/api/products/:id/my-review",
  config: { access: "buyer", limit: readLimit },
  schema: {
    tags,
    summary: "The review of a proved address, and whether it may write one",
    params: product,
    response: { 200: MyReview },
  },
});

export const listMyReviews = endpoint({
  method: "GET",
  url: "/api/my-reviews",
  config: { access: "buyer", limit: readLimit },
  schema: {
    tags,
    summary:
      "What a proved address has bought and what it gave it, the newest purchase first; 401 where none is proved",
    response: {
      200: z.array(
        z.object({
          productId: Id,
          title: z.string(),
          creatorHandle: z.string(),
          /** 1 to 5; null where it has not been reviewed. */
          rating: z.int().nullable(),
        }),
      ),
    },
  },
});

export const saveReview = endpoint({
  method: "PUT",
  url: "/api/products/:id/my-review",
  config: { access: "buyer", limit: writeLimit },
  schema: {
    tags,
    summary:
      "Write or change the review of a proved address; 401 where none is proved, 403 where it has not bought the product, not done enough of it, or where the event has not begun",
    params: product,
    body: ReviewInput,
    response: { 200: MyReview },
  },
});

export const deleteReview = endpoint({
  method: "DELETE",
  url: "/api/products/:id/my-review",
  config: { access: "buyer", limit: writeLimit },
  schema: {
    tags,
    summary: "Delete the review of a proved address; 401 where none is proved",
    params: product,
    response: { 200: z.object({ success: z.literal(true) }) },
  },
});

export const listReviews = endpoint({
  method: "GET",
  url: "/api/reviews",
  config: { access: "creator", roles: everybodyOfTheTeam },
  schema: {
    tags,
    summary: "What buyers say of the creator's products, the newest first, 20 to a page",
    querystring: z.object({ productId: Id.optional(), answered: z.enum(["yes", "no"]).optional(), cursor }),
    response: {
      200: z.object({
        reviews: z.array(CreatorReview),
        nextCursor: z.string().nullable(),
        /** That the filter finds. */
        total: z.int(),
        /** Without an answer, of all products. */
        unansweredCount: z.int(),
      }),
    },
  },
});

export const answerReview = endpoint({
  method: "PUT",
  url: "/api/reviews/:id/answer",
  config: { access: "creator", roles: forSupport, recentSignIn: notNeeded.editing },
  schema: {
    tags,
    summary: "Answer a review of one's own product, or change the answer",
    params: z.object({ id: Id }),
    body: z.object({
      text: multiLine(longestReview, "Write an answer"),
    }),
    response: { 200: CreatorReview },
  },
});

export const removeReviewAnswer = endpoint({
  method: "DELETE",
  url: "/api/reviews/:id/answer",
  config: { access: "creator", roles: forSupport, recentSignIn: notNeeded.editing },
  schema: {
    tags,
    summary: "Take the answer to a review away",
    params: z.object({ id: Id }),
    response: { 200: CreatorReview },
  },
});

export const exportReviews = endpoint({
  method: "GET",
  url: "/api/exports/reviews.csv",
  config: {
    access: "creator",
    roles: forSupport,
    limit: { points: 20, seconds: 60 },
    recentSignIn: "required",
  },
  schema: { tags, summary: "The reviews of the creator's products as CSV" },
});
