import type { FastifyReply } from "fastify";
import type { KeywordResponse } from "#contract/social/keyword-responses.ts";
import { type CsvColumn, sendCsv } from "#server/http/csv.ts";
import type { Services } from "#server/services.ts";
import { listKeywordResponses } from "./list-responses.ts";

/** Answers with the creator's keyword responses, and what each earned, as a CSV file. */
export async function exportKeywordResponses(
  services: Pick<Services, "db" | "pool">,
  creatorId: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return sendCsv(reply, "keyword-responses.csv", columns, await listKeywordResponses(services, creatorId));
}

const columns: CsvColumn<KeywordResponse>[] = [
  { header: "Keyword", value: ({ keyword }) => keyword },
  { header: "More keywords", value: ({ keywords }) => keywords.slice(1).join("; ") },
  { header: "Excluded words", value: ({ excludedWords }) => excludedWords.join("; ") },
  { header: "Match", value: ({ matchMode }) => matchMode },
  { header: "Places", value: ({ places }) => places.join("; ") },
  { header: "Post", value: ({ postId }) => postId },
  { header: "Platform", value: ({ account }) => account.platform },
  { header: "Account", value: ({ account }) => account.username },
  { header: "Message", value: ({ responseText }) => responseText },
  { header: "Product", value: ({ product }) => product?.title ?? null },
  { header: "Leads to", value: ({ linkTarget }) => linkTarget },
  { header: "Button", value: ({ buttonTitle }) => buttonTitle },
  { header: "Coupon", value: ({ couponCode }) => couponCode },
  { header: "Public replies", value: ({ publicReplies }) => publicReplies.join("\n") },
  { header: "List", value: ({ listName }) => listName },
  { header: "Tag", value: ({ tag }) => tag?.name ?? null },
  { header: "Notifies you", value: ({ notifiesOwner }) => notifiesOwner },
  { header: "Active", value: ({ isActive }) => isActive },
  { header: "Received", value: ({ earnings }) => earnings.received },
  { header: "Sent", value: ({ earnings }) => earnings.sent },
  { header: "Clicked", value: ({ earnings }) => earnings.clicks },
  { header: "Orders", value: ({ earnings }) => earnings.orders },
  { header: "Net revenue (USD)", value: ({ earnings }) => earnings.netRevenueCents / 100 },
  { header: "Created", value: ({ createdAt }) => createdAt },
];
