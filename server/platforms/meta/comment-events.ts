import { z } from "zod";
import type { InboundEvent } from "#server/platforms/social-platform.ts";
import { GraphId } from "./graph-json.ts";
import { cleanText, momentOf, type Source } from "./webhook-values.ts";

const text = z.string().nullish();

/** The comment's id stands under one name or the other, after the way to sign in. */
const OnInstagram = z.looseObject({
  id: GraphId.optional(),
  comment_id: GraphId.optional(),
  from: z.looseObject({ id: GraphId, username: text, self_ig_scoped_id: z.unknown().optional() }),
  text,
  media: z.looseObject({ id: GraphId.optional(), media_product_type: text.catch(undefined) }).optional(),
});

const OnPage = z.looseObject({
  item: z.literal("comment"),
  verb: z.literal("add"),
  comment_id: GraphId,
  post_id: GraphId.optional(),
  from: z.looseObject({ id: GraphId, name: text }).optional(),
  sender_id: GraphId.optional(),
  sender_name: text,
  message: text,
  created_time: z.number().optional().catch(undefined),
});

type Comment = {
  commentId: string;
  postId: string | undefined;
  personId: string;
  personUsername: string | null;
  text: string;
  occurredAt: Date;
  isLive?: boolean;
};

/**
 * A new comment, of whichever shape; undefined for every other change. The account's own comment is of the account as the
 * person, whichever id it is written under there: nobody answers themself.
 */
export function readComment(
  source: Source,
  { field, value }: { field: string; value?: unknown },
): InboundEvent | undefined {
  const comment =
    source.platform === "FACEBOOK"
      ? field === "feed" && onPage(source, value)
      : (field === "comments" || field === "live_comments") && onInstagram(source, value);
  if (!comment) return undefined;
  const { commentId, postId, isLive = false, ...rest } = comment;
  const live = isLive || field === "live_comments";
  return {
    platform: source.platform,
    accountId: source.accountId,
    // Under an advertised post, one comment is told twice.
    id: `comment:${commentId}`,
    kind: "COMMENT",
    ...rest,
    detail: { commentId, ...(postId !== undefined && { postId }), ...(live && { live: "true" }) },
  };
}

function onInstagram({ accountId, at }: Source, value: unknown): Comment | undefined {
  const { data } = OnInstagram.safeParse(value);
  const commentId = data?.comment_id ?? data?.id;
  if (!data || commentId === undefined) return undefined;
  return {
    commentId,
    postId: data.media?.id,
    personId: data.from.self_ig_scoped_id === undefined ? data.from.id : accountId,
    personUsername: data.from.username ?? null,
    text: cleanText(data.text ?? ""),
    occurredAt: at,
    isLive: data.media?.media_product_type === "LIVE",
  };
}

function onPage({ at }: Source, value: unknown): Comment | undefined {
  const { data } = OnPage.safeParse(value);
  const personId = data?.from?.id ?? data?.sender_id;
  // Without the permission to see who writes nobody is named, and nobody could be answered.
  if (!data || personId === undefined) return undefined;
  return {
    commentId: data.comment_id,
    postId: data.post_id,
    personId,
    personUsername: data.from?.name ?? data.sender_name ?? null,
    text: cleanText(data.message ?? ""),
    occurredAt: momentOf(data.created_time) ?? at,
  };
}
