import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type {
  KeywordResponse,
  updateKeywordResponse as updateContract,
} from "#contract/social/keyword-responses.ts";
import { brokenConstraint, type Db, dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { requireUnchanged, unchangedSince } from "#server/database/revision.ts";
import { requireFewer } from "#server/database/require-fewer.ts";
import { keywordResponses, responseKeywords } from "#server/database/schema/social.ts";
import { Invalid, NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { getKeywordResponse } from "./list-responses.ts";
import { lockOwnAccounts, requireOwnAccount, requireOwnProduct } from "./own-ids.ts";
import { leadsElsewhere, settleReplyLink } from "./reply-link-fields.ts";
import { settleReplyTag } from "./reply-tag.ts";
import { lackOfRoom } from "./reply-room.ts";
import {
  keywordKeys,
  KeywordTaken,
  type ResponseFields,
  settleExcludedWords,
  settleKeywords,
  settlePlaces,
  settleResponseType,
} from "./response-fields.ts";

type Changes = z.output<(typeof updateContract)["schema"]["body"]>;

const mostResponses = 1_000;

/** Adds a response. Throws 422 for wrong fields, 409 at `keyword` where the account answers one of its keywords already, and past 1,000. */
export async function createKeywordResponse(
  services: Services,
  creatorId: string,
  given: ResponseFields,
): Promise<KeywordResponse> {
  const now = services.clock.now();
  const id = await inTransaction(services.pool, async (client) => {
    const tx = dbOn(client);
    const tagId = await settleReplyTag(client, creatorId, { name: given.tagName, field: "tagName", now });
    await requireFewer(tx, {
      table: keywordResponses,
      own: eq(keywordResponses.userId, creatorId),
      most: mostResponses,
      what: "keyword responses. Delete one first",
    });
    const { keys, ...fields } = await settle(services, tx, creatorId, given, undefined);
    const [created] = await tx
      .insert(keywordResponses)
      .values({ ...fields, tagId: tagId ?? null, userId: creatorId, createdAt: now, updatedAt: now })
      .returning({ id: keywordResponses.id });
    if (!created) throw new Error("the response was not written");
    await insertKeywords(tx, created.id, fields.socialAccountId, keys);
    return created.id;
  });
  return getKeywordResponse(services, creatorId, id);
}

/**
 * Changes the fields that are present. Throws as `createKeywordResponse` does, 404 for a response that is not theirs, and
 * 409 for one that was changed since the revision that is named.
 */
export async function updateKeywordResponse(
  services: Services,
  creatorId: string,
  responseId: string,
  changes: Changes,
): Promise<KeywordResponse> {
  const now = services.clock.now();
  await inTransaction(services.pool, async (client) => {
    const tx = dbOn(client);
    const tagId = await settleReplyTag(client, creatorId, { name: changes.tagName, field: "tagName", now });
    const own = and(eq(keywordResponses.id, responseId), eq(keywordResponses.userId, creatorId));
    const [current] = await tx.select().from(keywordResponses).where(own).for("update");
    if (!current) throw NotFound("Keyword response not found");
    const { keys, ...fields } = await settle(services, tx, creatorId, merged(current, changes), current);
    // Before the response moves to another account: they belong to it on this one.
    await tx.delete(responseKeywords).where(eq(responseKeywords.keywordResponseId, responseId));
    const updated = await tx
      .update(keywordResponses)
      .set({ ...fields, tagId: tagId === undefined ? current.tagId : tagId, updatedAt: now })
      .where(and(own, unchangedSince(keywordResponses.revision, changes.revision)))
      .returning({ id: keywordResponses.id });
    requireUnchanged(updated);
    await insertKeywords(tx, responseId, fields.socialAccountId, keys);
  });
  return getKeywordResponse(services, creatorId, responseId);
}

function merged(current: typeof keywordResponses.$inferSelect, changes: Changes): ResponseFields {
  const [keyword = current.keyword, ...moreKeywords] = current.keywords;
  return {
    socialAccountId: changes.socialAccountId ?? current.socialAccountId,
    keyword: changes.keyword ?? keyword,
    moreKeywords: changes.moreKeywords ?? moreKeywords,
    matchMode: changes.matchMode ?? current.matchMode,
    excludedWords: changes.excludedWords ?? current.excludedWords,
    places: changes.places ?? current.places,
    // A type that follows from the product follows when that changes.
    responseType: changes.responseType ?? (current.responseType === "CUSTOM" ? "CUSTOM" : undefined),
    responseText: changes.responseText ?? current.responseText,
    productId: changes.productId === undefined ? current.productId : changes.productId,
    linkTarget: changes.linkTarget === undefined ? current.linkTarget : changes.linkTarget,
    buttonTitle: changes.buttonTitle ?? current.buttonTitle,
    couponCode: changes.couponCode ?? current.couponCode,
    postId: changes.postId ?? current.postId,
    publicReplies: changes.publicReplies ?? current.publicReplies,
    listName: changes.listName ?? current.listName,
    notifiesOwner: changes.notifiesOwner ?? current.notifiesOwner,
    isActive: changes.isActive ?? current.isActive,
  };
}

async function settle(
  services: Services,
  tx: Db,
  creatorId: string,
  given: ResponseFields,
  former: typeof keywordResponses.$inferSelect | undefined,
) {
  const { keywords, folded } = settleKeywords(given, former?.keywords);
  const excludedWords = settleExcludedWords(given.excludedWords, folded);
  const account = requireOwnAccount(await lockOwnAccounts(tx, creatorId), given.socialAccountId);
  const places = settlePlaces(given, account.platform);
  const productId = leadsElsewhere(given.linkTarget) ? null : given.productId;
  const product = await requireOwnProduct(tx, creatorId, productId, former?.productId ?? null);
  const link = await settleReplyLink(tx, creatorId, given, product !== undefined, former?.couponCode);
  const tooLong = lackOfRoom(
    services,
    account.platform,
    given.responseText,
    product,
    link.linkTarget !== null,
  );
  if (tooLong !== undefined) throw Invalid({ responseText: tooLong });
  return {
    socialAccountId: account.id,
    keyword: keywords[0] ?? "",
    keywords,
    keys: keywordKeys(folded, places.postId),
    matchMode: given.matchMode,
    excludedWords,
    ...places,
    responseType: settleResponseType(
      leadsElsewhere(given.linkTarget) && given.responseType !== "CUSTOM" ? undefined : given.responseType,
      product,
    ),
    responseText: given.responseText,
    productId: product?.id ?? null,
    ...link,
    listName: given.listName,
    notifiesOwner: given.notifiesOwner,
    isActive: given.isActive,
  };
}

/** The table itself says whether one of them is answered already: two that are saved at once cannot both have it. */
async function insertKeywords(
  tx: Db,
  keywordResponseId: string,
  socialAccountId: string,
  folded: readonly string[],
): Promise<void> {
  try {
    await tx
      .insert(responseKeywords)
      .values(folded.map((folded) => ({ socialAccountId, folded, keywordResponseId })));
  } catch (error) {
    if (brokenConstraint(error) === "response_keywords_social_account_id_folded_pk") throw KeywordTaken();
    throw error;
  }
}
