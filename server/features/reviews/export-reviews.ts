import type { FastifyReply } from "fastify";
import type { CreatorReview } from "#contract/reviews/reviews.ts";
import { type CsvColumn, sendCsv } from "#server/http/csv.ts";
import type { Services } from "#server/services.ts";
import { allReviews } from "./creator-reviews.ts";

/** Answers with the reviews of the creator's products as a CSV file, those that count. */
export const exportReviews = (
  { pool }: Pick<Services, "pool">,
  ownerId: string,
  reply: FastifyReply,
): FastifyReply => sendCsv(reply, "reviews.csv", columns, allReviews(pool, ownerId));

const columns: CsvColumn<CreatorReview>[] = [
  { header: "Product", value: ({ productTitle }) => productTitle },
  { header: "Stars", value: ({ rating }) => rating },
  { header: "Review", value: ({ text }) => text },
  { header: "Name", value: ({ authorName }) => authorName },
  { header: "Written", value: ({ createdAt }) => createdAt },
  { header: "Answer", value: ({ answer }) => answer },
  { header: "Answered", value: ({ answeredAt }) => answeredAt },
];
